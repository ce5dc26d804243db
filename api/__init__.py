"""The Python interface: what `import upcard` gives, for notebooks and programs. docs/python.md tells of it.

These names alone are promised (`upcard.__all__`); everything else under `upcard` may change without notice.
"""
