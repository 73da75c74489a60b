"""Measuring Reverie on this machine: how fast it is, what it finds, what it learns, what it must never keep.

Each module measures one thing and returns plain dictionaries that can be written as JSON; ``reverie bench`` shows them.
The measures go through the same doors as everybody else's calls.
"""
