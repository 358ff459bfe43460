"""Requests and sockets: addresses, views, forms, consumers, the lobby, and who may see what."""
