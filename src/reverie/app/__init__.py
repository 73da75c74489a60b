"""The public face: ``open``, ``Reverie`` and ``Person``, and what hangs on a person."""
