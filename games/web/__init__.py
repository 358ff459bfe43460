"""Requests, sockets and pages."""
