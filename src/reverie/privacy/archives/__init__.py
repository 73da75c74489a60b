"""Archives: everything that is kept of somebody as one zip of JSONL, readable without Reverie, out and in again.

``container`` is the file: sealed by a manifest of digests, and looked through before anything is believed. ``packing``
fills one, ``unpacking`` brings one in, ``joining`` tells it to somebody who is known already.
"""
