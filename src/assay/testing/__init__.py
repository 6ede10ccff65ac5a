"""What tests of other projects use: gates on retrieval, as a plugin of pytest."""
