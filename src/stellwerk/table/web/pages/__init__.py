"""The pages, one module a subject; each has a list of its `routes`."""
