"""Downloads models and worlds of Gazebo Fuel, where the user asks for it: ``--fetch fuel``.

``fetcher`` answers for a URI, ``download`` speaks with a server, ``archive`` unpacks what it sends into the cache that
Gazebo has, too.
"""
