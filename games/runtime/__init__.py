"""What one process does for all tables: threads, announcements, sockets, the worker, downtime."""
