"""Games written anew on the kernel, one file each beside its rules page. When all thirteen are here they take the place of
`engine/games`; until then `engine/edition.py` says which are found.
"""
