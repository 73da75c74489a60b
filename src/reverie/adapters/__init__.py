"""Memory for agents that are built with a framework: an adapter a module, each with its framework as an extra.

An adapter translates and decides nothing. It imports its framework inside its own module, and nothing else does.
"""
