"""The files that documents name: listing them, and bringing them into one folder.

``uri_fields`` finds the URIs in a document, ``mesh_references`` those in meshes and scripts, ``inventory`` follows all of
them, ``bundle`` decides where they go in a folder and writes documents anew, ``api`` puts it on the disk or into a zip.
"""
