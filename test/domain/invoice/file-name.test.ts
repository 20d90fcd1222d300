import type { IssuedDocument } from "faktura/einvoice";
import fc from "fast-check";
import { expect, test } from "vitest";
import { fileNameOf } from "../../../src/domain/invoice/file-name.ts";

const nameOf = (invoiceNumber: string) => fileNameOf({ invoiceNumber } as IssuedDocument, "xml");

// biome-ignore format: a table
test.each([
  ["INV-202611-0042",     "INV-202611-0042.xml"],
  ["INV-CN-202611-10000", "INV-CN-202611-10000.xml"],
  ["A.1_B-C-202611-0001", "A.1_B-C-202611-0001.xml"],
  ["A/B-202611-0001",     "A~B-202611-0001.xml"],
  ["Inv-202611-0001",     "Inv-202611-0001.xml"],
  ["../b-202611-0001",    "=2e=.~b-202611-0001.xml"],
  ["RÉ 7",                "R=c9==20=7.xml"],
])("the file of the number %s is called %s", (number, name) => {
  expect(nameOf(number)).toBe(name);
});

test("numbers that differ have files that differ", () => {
  const letter = fc.constantFrom(..."aAbB01./-_~= é\\");
  const number = fc.array(letter, { minLength: 1, maxLength: 6 }).map((letters) => letters.join(""));
  const alike = number.chain((first) => {
    const second = fc.constantFrom(first.replaceAll("/", "-"), first.replaceAll("/", "~"), first.replace(" ", "=20="));
    return fc.tuple(fc.constant(first), fc.oneof(second, number));
  });
  fc.assert(
    fc.property(alike, ([first, second]) => {
      expect(nameOf(first) === nameOf(second)).toBe(first === second);
    }),
    { numRuns: 5000 },
  );
});

test("a name has only letters, digits and signs that every file system and header takes", () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, unit: "binary" }), (number) => {
      expect(nameOf(number)).toMatch(/^[A-Za-z0-9_~=-][A-Za-z0-9._~=-]*$/);
    }),
  );
});
