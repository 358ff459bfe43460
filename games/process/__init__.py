"""What a process does for all tables: threads, composed queries, news, open sockets, outages."""
