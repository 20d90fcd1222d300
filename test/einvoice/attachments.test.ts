/** Goal: files are in an electronic document as they were given, valid in both syntaxes, and what no document can contain is refused. */
import type { Invoice } from "faktura";
import { type EinvoiceAttachment, type EinvoiceProfile, toCii, toUbl } from "faktura/einvoice";
import { expect, test } from "vitest";
import { NO_RULES } from "../en16931/rules.ts";
import { openBooks } from "../service/books.ts";
import { describeUnless } from "../support/skipping.ts";
import { DOMESTIC, ORDER, SELLER } from "./complete.ts";
import { CHECKED_PROFILES, judge } from "./official.ts";

const PDF: EinvoiceAttachment = {
  filename: "Zeiten & Orte.pdf",
  mimeCode: "application/pdf",
  content: new TextEncoder().encode("%PDF-1.7"),
  description: "Stundenzettel",
};
/** Longer than the parts in which it is encoded, and with all bytes there are. */
const CSV: EinvoiceAttachment = {
  filename: "times.csv",
  mimeCode: "text/csv",
  content: Uint8Array.from({ length: 100_001 }, (_, index) => (index * 7) % 256),
};
const attachments = [PDF, CSV];
/** For the rules, which take long to read long ones. */
const SHORT = [PDF, { ...CSV, content: CSV.content.subarray(0, 1_000) }];

async function documents(): Promise<Parameters<typeof toUbl>[0][]> {
  const { acme } = await openBooks(undefined, SELLER);
  const supportingDocuments = [{ reference: "ST-1" }];
  const invoice = await acme.issue({ ...ORDER, ...DOMESTIC, supportingDocuments });
  return [invoice, await acme.credit(invoice.id, { reason: "Storno" })];
}

/** The files in an electronic document. */
function filesIn(xml: string): Pick<EinvoiceAttachment, "filename" | "mimeCode" | "content">[] {
  const found = xml.matchAll(/BinaryObject mimeCode="([^"]*)" filename="([^"]*)">([^<]*)</g);
  return [...found].map(([, mimeCode, filename, content]) => ({
    filename: filename!.replaceAll("&amp;", "&"),
    mimeCode: mimeCode as EinvoiceAttachment["mimeCode"],
    content: new Uint8Array(Buffer.from(content!, "base64")),
  }));
}

test("files are in both syntaxes as they were given, and are not stored", async () => {
  for (const document of await documents()) {
    for (const xml of [toUbl(document, { attachments }), toCii(document, { attachments })]) {
      expect(filesIn(xml)).toEqual(attachments.map(({ description: _, ...file }) => file));
      expect(xml).toContain("Stundenzettel");
      expect(xml.match(/>ST-1</g)).toHaveLength(1);
    }
    expect(toUbl(document, { attachments: [] })).toBe(toUbl(document));
  }
});

describeUnless(NO_RULES)("the official rules find nothing", () => {
  test.each(CHECKED_PROFILES)("for %s", async (profile) => {
    for (const document of await documents()) {
      const options = { profile, attachments: SHORT };
      const files = { ubl: toUbl(document, options), cii: toCii(document, options) };
      for (const [syntax, xml] of Object.entries(files) as ["ubl" | "cii", string][]) {
        const { fatal, structure, warnings } = judge(xml, profile as EinvoiceProfile, syntax);
        expect([syntax, fatal, structure, warnings]).toEqual([syntax, [], [], ONE_FILE[syntax]]);
      }
    }
  });
});

/** CII's rules allow several files (BG-24 is repeated) and warn of the second one. */
const ONE_FILE = { ubl: [], cii: ["CII-SR-476"] };

const MISTAKES: [what: string, given: unknown, message: string][] = [
  ["one file", PDF, "attachments must be an array, not an object"],
  [
    "no file",
    [undefined],
    "attachments[0] takes an object with the options filename, mimeCode, content, description, not undefined",
  ],
  ["another field", [{ ...PDF, name: "x" }], "attachments[0]: name is not a known option; did you mean filename?"],
  [
    "a path",
    [{ ...PDF, filename: "../a.pdf" }],
    'attachments[0].filename must be a file name of 1 to 255 characters without a path, not "../a.pdf"',
  ],
  [
    "a long name",
    [{ ...PDF, filename: "x".repeat(256) }],
    "attachments[0].filename must be a file name of 1 to 255 characters without a path, not a string of 256 characters",
  ],
  [
    "a line break in a name",
    [{ ...PDF, filename: "a\nb" }],
    'attachments[0].filename must be a file name of 1 to 255 characters without a path, not "a\\nb"',
  ],
  [
    "a name twice",
    [PDF, { ...PDF, filename: "zeiten & orte.PDF" }],
    "attachments[1].filename is that of another attachment, zeiten & orte.PDF; rename one of them",
  ],
  [
    "a type that is not allowed",
    [{ ...PDF, mimeCode: "application/zip" }],
    'attachments[0].mimeCode must be one of application/pdf, image/png, image/jpeg, text/csv, application/vnd.openxmlformats-officedocument.spreadsheetml.sheet, application/vnd.oasis.opendocument.spreadsheet, not "application/zip"',
  ],
  [
    "an empty file",
    [{ ...PDF, content: new Uint8Array() }],
    "attachments[0].content must be a Uint8Array that is not empty",
  ],
  [
    "a file as text",
    [{ ...PDF, content: "JVBERi0=" }],
    "attachments[0].content must be a Uint8Array that is not empty",
  ],
  ["a description that is none", [{ ...PDF, description: 5 }], "attachments[0].description must be a string, not 5"],
  [
    "too much",
    [PDF, { ...CSV, content: new Uint8Array(20 * 2 ** 20) }],
    "attachments have 20.0 MiB of at most 20 MiB; give supportingDocuments with a url instead",
  ],
];

test.each(MISTAKES)("%s is refused", async (_, given, message) => {
  const [invoice] = (await documents()) as [Invoice];
  for (const write of [toUbl, toCii]) {
    expect(() => write(invoice, { attachments: given as never })).toThrow(new TypeError(message));
  }
});

test("files of 20 MiB are written", async () => {
  const [invoice] = (await documents()) as [Invoice];
  const content = new Uint8Array(20 * 2 ** 20).fill(7);
  expect(filesIn(toUbl(invoice, { attachments: [{ ...PDF, content }] }))[0]?.content.length).toBe(content.length);
});
