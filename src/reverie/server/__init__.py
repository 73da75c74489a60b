"""The memory over HTTP: FastAPI under ``/v1``, with auth on by default.

``application`` makes the ASGI application of an open companion, ``serving`` decides who may come in and runs it.
A request goes through ``request_middleware`` (id, headers, figures) and ``access`` (who it is, how much it may send,
the same request again) before a route in ``routes`` calls one verb of the library in a thread.
Nothing here decides about memory.
"""
