"""The table in the browser: pages, live updates and the JSON API, all out of the house's pages.

    app, server                                     the service and its process
    guard, limits, identity, secret                 who may ask, and how much
    request, forms                                  what they ask, in which language
    home_pages, new_table_pages, visitor_pages,     pages and their forms
    table_pages, reference_pages and more
    api, openapi                                    the same for programs
    socket                                          live updates
    render, scene, story                            a table as HTML: what lies on it, what happened
    jinja, filters, look, cardbook                  templates, and how a game's cards look in them
    assets                                          typefaces and static files
"""
