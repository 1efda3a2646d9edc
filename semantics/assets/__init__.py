"""The files that documents name: listing them, and bringing them into one folder.

``carriers`` finds the URIs in a document, ``inside_files`` those in meshes and scripts, ``listing`` follows all of them,
``bundling`` lays out a folder that holds them and writes documents anew, ``writing`` puts it on the disk or into a zip.
"""
