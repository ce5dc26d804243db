"""Backups: what is in one, making one, and making an archive of one."""
