"""What was found in documents, kept from one run to the next for as long as nothing that it is attached to has changed."""
