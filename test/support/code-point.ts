import fc from "fast-check";

/**
 * One Unicode character, including private and unassigned ones. fast-check's own unit would build a table of all of
 * them first.
 */
export const codePoint = fc
  .oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((code) => String.fromCodePoint(code));
