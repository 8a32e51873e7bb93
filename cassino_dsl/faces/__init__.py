"""What people meet: the command line, the table in the terminal and in the browser. Nothing else prints."""
