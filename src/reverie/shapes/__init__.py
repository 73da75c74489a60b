"""Records as JSON: the shapes that programs rely on, the same for ``--json``, for HTTP and for whatever comes next.

Each shape is a ``TypedDict`` beside the maker that fills it from a record: a field of the record's name is read off it,
so that a new field is one line, and OpenAPI's schemas are read from the shapes. A field may be added; none is renamed
or taken away. Times are ISO 8601 in UTC.
"""
