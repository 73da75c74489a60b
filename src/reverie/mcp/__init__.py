"""The memory over the Model Context Protocol: one person's, for any program that speaks it.

``server`` is what a client meets: tools, resources and a prompt, all of the one person who is spoken for. ``serving``
carries it over stdio and over streamable HTTP. Nothing here decides about memory: every tool is a verb of ``Person``.
"""
