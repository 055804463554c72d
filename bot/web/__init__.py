"""The web server, the tabs that are open on it, and the files of the pages."""
