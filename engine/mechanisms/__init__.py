"""Functions from values to values that more than one game uses. None of them knows a game or a state."""
