// What bundlers for browsers find in place of the root entry, which needs Node. It exports nothing, so that a named import
// fails in the build. Workers have an entry of their own before it.
throw new Error(
  "faktura runs on servers: in a browser, import from faktura/vat (in tests with jsdom, use the node environment)",
);
