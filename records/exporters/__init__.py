"""Writers of what people keep: logs as score sheets, in layouts that can be imported again."""
