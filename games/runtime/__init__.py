"""What a process does for all tables: threads, thoughts, queries composed once, news, open sockets,
outages."""
