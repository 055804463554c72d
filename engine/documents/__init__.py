"""JSON documents: positions (one state of a game), records (whole games), and the events in both."""
