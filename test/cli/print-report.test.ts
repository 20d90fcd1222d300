import { expect, test } from "vitest";
import { tablePrinter } from "../../src/cli/print-report.ts";

/** The table's text for books with this many invoices, entries and findings. */
function summaryOf(invoices: number, entries: number, findingCount: number, guarded = true): string {
  let printed = "";
  const printer = tablePrinter((text) => {
    printed += text;
  });
  const head = { position: entries, digest: "0".repeat(64) };
  printer.begin("acme");
  printer.end({
    companyId: "acme",
    invoices,
    entries,
    unchained: 0,
    countedByHost: false,
    guarded,
    head,
    findings: [],
    findingCount,
  });
  return printed.split("\n")[0]!;
}

test("one is counted in the singular, everything else in the plural", () => {
  expect(summaryOf(1, 1, 1)).toBe("acme: 1 invoice, 1 entry: 1 finding");
  expect(summaryOf(2, 3, 2)).toBe("acme: 2 invoices, 3 entries: 2 findings");
  expect(summaryOf(0, 0, 0)).toBe("acme: 0 invoices, 0 entries: sound");
});

test("books without triggers are reported as unguarded, after the verdict", () => {
  expect(summaryOf(2, 3, 0, false)).toBe(
    "acme: 2 invoices, 3 entries: sound; unguarded: this database has no triggers to refuse changes",
  );
});

test("a finding about a credit note is printed with its number", () => {
  let printed = "";
  const printer = tablePrinter((text) => {
    printed += text;
  });
  printer.begin("acme");
  printer.finding({ code: "credit_note_missing", creditNoteNumber: "INV-CN-202611-0001", position: 12, detail: "x" });
  expect(printed).toMatch(/^acme +credit_note_missing +INV-CN-202611-0001 +12 +x$/m);
});
