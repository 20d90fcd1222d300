// What bundlers for browsers find in place of the root entry, which needs Node. It exports nothing, so that bundlers
// complain about a named import with the name of the file. Workers have an entry of their own before it.
throw new Error(
  "faktura runs on servers: in a browser, import from faktura/vat (in tests with jsdom, use the node environment)",
);
