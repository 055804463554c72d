"""The web server and the files of the pages: the local chat's, and those that show one table."""
