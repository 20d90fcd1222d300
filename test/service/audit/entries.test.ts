/** Goal: an entry that the library would not have written is recognised, whatever is wrong with it. */

import type { StoredEntry } from "faktura";
import { expect, test } from "vitest";
import { findingsIn, soundInvoice } from "./audited-rows.ts";

const PAYMENT = '{"amount":1,"id":"p","invoiceId":"i","method":null,"paidOn":"2026-11-20","reference":"r"}';
const CANCELLATION = '{"cancellationReason":null,"cancelledAt":"2026-11-20T12:00:00.000Z","invoiceId":"i"}';
const NUMBER = '{"creditNoteId":null,"id":"n","invoiceId":"i","number":"1","portal":"sdi","replaces":null}';
const REFUSAL =
  '{"code":"1109","creditNoteId":null,"id":"n","invoiceId":"i","ofCancellation":false,"on":"2026-11-20","portal":"verifactu","record":{"description":"x"}}';
const CONTINUATION = '{"lastCounter":7,"lastIssueDate":null}';
const RESUMPTION = '{"lastCounter":7,"lastIssueDate":"2027-12-25","reason":"r","resumedOn":"2026-11-20"}';

const entry = (kind: string, document: string, changes: Partial<StoredEntry> = {}): StoredEntry => {
  const origin = { source: "api", at: "2026-11-20T12:00:00.000Z", actor: null, position: 3, digest: "" } as const;
  const invoiceId = ["numbering.continued", "dates.resumed"].includes(kind) ? null : "i";
  return { kind: kind as StoredEntry["kind"], document, invoiceId, ...origin, ...changes };
};

const isReadable = async (stored: StoredEntry) =>
  (await findingsIn({ entries: [stored] }, ["entry_unreadable"])).length === 0;

test.each([
  ["payment.recorded", PAYMENT],
  ["invoice.cancelled", CANCELLATION],
  ["portal_number.recorded", NUMBER],
  ["portal_refusal.recorded", REFUSAL],
  ["numbering.continued", CONTINUATION],
  ["dates.resumed", RESUMPTION],
])("%s is read", async (kind, document) => {
  expect(await isReadable(entry(kind, document))).toBe(true);
  expect(await isReadable(entry(kind, document, { actor: "anna" }))).toBe(true);
});

test.each<[string, StoredEntry]>([
  ["a kind that there is not", entry("constructor", PAYMENT)],
  ["another kind's text", entry("invoice.cancelled", PAYMENT)],
  ["more than there is", entry("numbering.continued", '{"lastCounter":7,"lastIssueDate":null,"more":1}')],
  ["less than there is", entry("numbering.continued", '{"lastCounter":7}')],
  ["half a counter", entry("numbering.continued", '{"lastCounter":7.5,"lastIssueDate":null}')],
  ["more in a payment", entry("payment.recorded", PAYMENT.replace("}", ',"z":1}'))],
  ["more in a cancellation", entry("invoice.cancelled", CANCELLATION.replace("}", ',"z":1}'))],
  ["more in a portal's number", entry("portal_number.recorded", NUMBER.replace("}", ',"z":1}'))],
  ["a portal's number that is no text", entry("portal_number.recorded", NUMBER.replace('"1"', "1"))],
  ["more in a portal's refusal", entry("portal_refusal.recorded", REFUSAL.replace("}}", '},"z":1}'))],
  ["a record that is no object", entry("portal_refusal.recorded", REFUSAL.replace('{"description":"x"}', '"x"'))],
  ["more in a resumption", entry("dates.resumed", RESUMPTION.replace("}", ',"z":1}'))],
  ["no reason", entry("dates.resumed", RESUMPTION.replace('"reason":"r",', ""))],
  ["half a counter to resume behind", entry("dates.resumed", RESUMPTION.replace("7", "7.5"))],
  ["a day that does not exist", entry("dates.resumed", RESUMPTION.replace("11-20", "11-31"))],
  ["an invoice whose dates it resumes", entry("dates.resumed", RESUMPTION, { invoiceId: "i" })],
  ["an amount in quotes", entry("payment.recorded", PAYMENT.replace("1", '"1"'))],
  ["a text that is not canonical", entry("numbering.continued", CONTINUATION.replace(",", ", "))],
  ["a text that is no JSON", entry("numbering.continued", "{")],
  ["an empty actor", entry("numbering.continued", CONTINUATION, { actor: "" })],
  ["an instant with more behind it", entry("numbering.continued", CONTINUATION, { at: "2026-11-20T12:00:00.000Z\n" })],
  ["an instant with more before it", entry("numbering.continued", CONTINUATION, { at: "x2026-11-20T12:00:00.000Z" })],
  ["an instant without milliseconds", entry("numbering.continued", CONTINUATION, { at: "2026-11-20T12:00:00Z" })],
  ["an invoice that it is not of", entry("payment.recorded", PAYMENT, { invoiceId: "j" })],
  ["no invoice where one is named", entry("payment.recorded", PAYMENT, { invoiceId: null })],
  ["an invoice where none is named", entry("numbering.continued", CONTINUATION, { invoiceId: "i" })],
])("an entry with %s is not valid", async (_, stored) => {
  expect(await isReadable(stored)).toBe(false);
});

const INVOICE = await soundInvoice();

test.each([
  ['{"a":1,"b":[]}', true],
  ['{"b":[],"a":1}', false],
  ['{ "a":1}', false],
  ['{"a":1e999}', false],
  ['{"a":"\\ud800"}', false],
])("the document %s is canonical: %s", async (document, expected) => {
  const found = await findingsIn({ invoices: [{ ...INVOICE, document }] }, ["document_not_canonical"]);
  expect(found.length === 0).toBe(expected);
});
