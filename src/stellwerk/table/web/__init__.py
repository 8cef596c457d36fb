"""The web: pages over the service. `app.make` gives the ASGI application."""
