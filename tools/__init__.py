"""Programs of developers: the running bot needs none of them."""
