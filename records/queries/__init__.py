"""Named questions, one SQL file each."""
