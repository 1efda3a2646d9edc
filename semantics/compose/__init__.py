"""What is done with whole documents: renaming with all that refers, mounting one on another, taking parts out."""
