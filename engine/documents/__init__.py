"""Moments and whole games as JSON documents: positions, records, and the events in both."""
