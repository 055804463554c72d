"""The local chat: a page on this machine where each tab is a person."""
