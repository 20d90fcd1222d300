/** What an audit says of what portals answered, if it does not follow from the other entries. */

import type { StoredEntry } from "faktura";
import { expect, test } from "vitest";
import { findingsIn, soundInvoice } from "./audited-rows.ts";

const INVOICE = await soundInvoice();

interface Recorded {
  readonly portal?: string;
  readonly number?: string;
  readonly creditNoteId?: string;
  readonly replaces?: string;
}

function entry({ portal = "ksef", number = "1", creditNoteId, replaces }: Recorded, position: number): StoredEntry {
  const id = `number-${position}`;
  const said = {
    creditNoteId: creditNoteId ?? null,
    id,
    invoiceId: INVOICE.id,
    number,
    portal,
    replaces: replaces ?? null,
  };
  const origin = { source: "api", at: "2026-11-20T12:00:00.000Z", actor: null, digest: "" } as const;
  return { kind: "portal_number.recorded", position, ...origin, invoiceId: INVOICE.id, document: JSON.stringify(said) };
}

async function detailsIn(...recorded: readonly Recorded[]): Promise<string[]> {
  const invoices = [{ ...INVOICE, entries: recorded.map(entry) }];
  return (await findingsIn({ invoices }, ["entry_unreadable", "portal_number_mismatch"])).map(({ detail }) => detail);
}

test("a first number of each portal, and those that correct it, are sound", async () => {
  expect(
    await detailsIn({}, { number: "2", replaces: "1" }, { portal: "sdi" }, { number: "3", replaces: "2" }),
  ).toEqual([]);
});

// biome-ignore format: one fault a line
test.each<[string, readonly Recorded[], string]>([
  ["a second number that corrects none", [{}, { number: "2" }], "2 of ksef in the journal corrects none, but the one before it is 1"],
  ["a first number that corrects one", [{ replaces: "0" }], "1 of ksef in the journal corrects 0, but the one before it is none"],
  ["a number that corrects an older one", [{}, { number: "2", replaces: "1" }, { number: "3", replaces: "1" }], "3 of ksef in the journal corrects 1, but the one before it is 2"],
  ["the same number again", [{}, { replaces: "1" }], "1 of ksef in the journal corrects 1, but the one before it is 1"],
  ["a credit note of another invoice", [{ creditNoteId: "other" }], "1 of ksef in the journal names a credit note that it does not have before, other"],
])("%s is a finding", async (_, recorded, finding) => {
  expect(await detailsIn(...recorded)).toEqual([`the number ${finding}`]);
});

/** A refusal of the invoice, and of its cancellation, as the journal would have them. */
function refusal(said: object, position: number): StoredEntry {
  const document = {
    code: "1109",
    creditNoteId: null,
    id: `refusal-${position}`,
    invoiceId: INVOICE.id,
    ofCancellation: false,
    on: "2026-11-20",
    portal: "verifactu",
    ...said,
  };
  const origin = { source: "api", at: "2026-11-20T12:00:00.000Z", actor: null, digest: "" } as const;
  return {
    kind: "portal_refusal.recorded",
    position,
    ...origin,
    invoiceId: INVOICE.id,
    document: JSON.stringify(document),
  };
}

test.each([
  [
    "a credit note that there is not",
    { creditNoteId: "other" },
    "names a credit note that it does not have before, other",
  ],
  [
    "a cancellation that there is not",
    { ofCancellation: true },
    "does not match whether the invoice was cancelled before",
  ],
])("a refusal of %s is a finding", async (_, said, finding) => {
  const invoices = [{ ...INVOICE, entries: [refusal({}, 1), refusal(said, 2)] }];
  const found = await findingsIn({ invoices }, ["entry_unreadable", "portal_refusal_mismatch"]);
  expect(found.map(({ detail }) => detail)).toEqual([`the refusal 1109 of verifactu in the journal ${finding}`]);
});
