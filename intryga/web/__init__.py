"""The table in the browser: pages, live updates and the JSON API, all out of the house's pages."""
