/**
 * Goal: whatever program writes with its own SQL, credit notes follow each other without a gap, each with its journal entry,
 * never credit more than their invoice, and never change; and an invoice's state follows from them.
 * Method: books in which invoice 1 is credited, 2 paid and 3 cancelled; then one statement that is wrong in one thing.
 */
import { createInvoicing } from "faktura";
import { describe, expect, test } from "vitest";
import { DATABASES, type Database, type RawDatabase } from "../service/audit/tampered-books.ts";
import { germanProfile, order, TestClock } from "../support/fixtures.ts";

const SEQUENCE = /must have the last counter plus one|constraint/i;
const ENTRY = /a credit note needs a journal entry/;
const WITHIN = /must not exceed their invoice, nor credit a cancelled one/;
const STATE = /does not match its journal entries/;
const FINAL =
  /a paid invoice cannot be cancelled, and a cancelled one only takes refunds|does not match its journal entries/;
const FIXED = /cannot be changed or deleted/;

/** Acme's invoices of 238.00: 1 was credited by 59.50, 2 is paid, 3 cancelled. Globex has one too. */
async function openCredited({ open }: Database) {
  const { store, raw } = await open();
  const invoicing = createInvoicing({ store, clock: new TestClock("2026-11-20T12:00:00Z") });
  const [acme, globex] = [invoicing.company("acme"), invoicing.company("globex")];
  for (const company of [acme, globex]) await company.saveProfile(germanProfile());
  const [credited, paid, cancelled] = await acme.issueMany([order(), order(), order()]);
  await acme.credit(credited!.id, { reason: "returned", lines: [{ line: 1, netAmount: 50 }] });
  await acme.recordPayment(paid!.id, { amount: 238 });
  await acme.cancel(cancelled!.id);
  const theirs = await globex.issue(order());
  const close = () => Promise.all([raw.close(), store.close()]);
  return { acme, raw, close, ids: [credited!.id, paid!.id, cancelled!.id, theirs.id] as const };
}

interface Row {
  readonly counter: number;
  readonly id: string;
  readonly number: string;
  readonly day: string;
  readonly invoice: string;
  readonly total: string;
  /** The invoice that its entry names: that of the row, if absent; `null` names none. */
  readonly corrects?: string | null;
}

const row = (invoice: string, changes: Partial<Row> = {}): Row => {
  return {
    counter: 2,
    id: "by-hand",
    number: "INV-CN-202611-0002",
    day: "2026-11-20",
    invoice,
    total: "100",
    ...changes,
  };
};

const LAST_POSITION = `(SELECT max(position) FROM (
  SELECT max(position) AS position FROM faktura_journal WHERE company_id = 'acme' UNION ALL
  SELECT max(journal_position) FROM faktura_invoices WHERE company_id = 'acme') AS places)`;

/** Inserts the entry of a credit note. Its digest is not valid. */
function insertEntry(raw: RawDatabase, inserted: Row, kind = "credit_note.issued") {
  const { id, number, day, invoice, total, corrects = invoice } = inserted;
  const named = corrects === null || corrects === id ? "" : `"corrects":{"invoiceId":"${corrects}"},`;
  const document = `{${named}"creditNoteNumber":"${number}","id":"${id}","issueDate":"${day}","payable":${total},"total":${total}}`;
  return raw.run(`INSERT INTO faktura_journal
      (company_id, position, kind, invoice_id, source, recorded_at, document, digest)
    SELECT 'acme', 1 + ${LAST_POSITION}, '${kind}', '${invoice}', 'api', '2026-11-20T12:00:00.000Z', '${document}',
      '${"0".repeat(64)}'`);
}

/** Inserts the row of a credit note, by default at the last entry's position. */
function insertRow(raw: RawDatabase, { counter, id, number, day, invoice, total }: Row, position = LAST_POSITION) {
  return raw.run(`INSERT INTO faktura_credit_notes
      (company_id, counter, id, credit_note_number, issue_date, invoice_id, total, payable, position)
    SELECT 'acme', ${counter}, '${id}', '${number}', '${day}', '${invoice}', '${total}', '${total}', ${position}`);
}

async function insertBoth(raw: RawDatabase, inserted: Row): Promise<void> {
  await insertEntry(raw, inserted);
  await insertRow(raw, inserted);
}

describe.each(DATABASES)("on $name", (database) => {
  test("a credit note that does not credit one invoice is let in, whatever its total", async () => {
    const { acme, raw, close } = await openCredited(database);
    await insertBoth(raw, row("by-hand", { total: "1000" }));
    expect((await acme.creditNotes()).total).toBe(2);
    await close();
  });

  test("a credit note of all that is left is let in, and its invoice then says so", async () => {
    const { raw, close, ids } = await openCredited(database);
    await insertBoth(raw, row(ids[0], { total: "178.5" }));
    const settle = (total: string, due: string) =>
      raw.run(`UPDATE faktura_invoices SET credited_total = '${total}', amount_due = '${due}'
        WHERE company_id = 'acme' AND counter = 1`);
    await expect(settle("237.99", "0.01")).rejects.toThrow(STATE);
    await expect(settle("238", "1")).rejects.toThrow(STATE);
    await settle("238", "0");
    await close();
  });

  test.each<[string, (id: string) => Row, RegExp]>([
    ["with a gap before it", (id) => row(id, { counter: 3 }), SEQUENCE],
    ["with a counter that is taken", (id) => row(id, { counter: 1 }), SEQUENCE],
    ["with the counter 0", (id) => row(id, { counter: 0 }), SEQUENCE],
    ["dated before the last one", (id) => row(id, { day: "2026-11-19" }), /issue dates must not run backwards/],
    ["of more than is left", (id) => row(id, { total: "178.51" }), WITHIN],
    ["of nothing", (id) => row(id, { total: "0" }), /constraint/i],
    ["of less than nothing", (id) => row(id, { total: "-1" }), /constraint/i],
    ["of an invoice that there is not", () => row("none"), WITHIN],
    ["that names itself, with an entry that names an invoice", () => row("by-hand", { corrects: "none" }), ENTRY],
    ["of an invoice, with an entry that names none", (id) => row(id, { corrects: null }), ENTRY],
  ])("a credit note %s is refused", async (_, change, message) => {
    const { raw, close, ids } = await openCredited(database);
    await expect(insertBoth(raw, change(ids[0]))).rejects.toThrow(message);
    await close();
  });

  test("a credit note of a cancelled invoice, and of another company's, is refused", async () => {
    const { raw, close, ids } = await openCredited(database);
    await expect(insertBoth(raw, row(ids[2]))).rejects.toThrow(WITHIN);
    await expect(insertBoth(raw, row(ids[3]))).rejects.toThrow(WITHIN);
    await close();
  });

  test("a credit note whose id is taken is refused", async () => {
    const { acme, raw, close, ids } = await openCredited(database);
    const { id } = (await acme.get(ids[0])).creditNotes[0]!;
    await expect(insertBoth(raw, row(ids[0], { id }))).rejects.toThrow(/constraint|last counter plus one/i);
    await close();
  });

  test.each<[string, Partial<Row>]>([
    ["id", { id: "other" }],
    ["number", { number: "INV-CN-202611-0009" }],
    ["date", { day: "2026-11-21" }],
    ["total", { total: "99" }],
  ])("a credit note whose entry has another %s is refused", async (_, changes) => {
    const { raw, close, ids } = await openCredited(database);
    await insertEntry(raw, row(ids[0], changes));
    await expect(insertRow(raw, row(ids[0]))).rejects.toThrow(ENTRY);
    await close();
  });

  test("a credit note without an entry, or with one of another kind or invoice, is refused", async () => {
    const { raw, close, ids } = await openCredited(database);
    await expect(insertRow(raw, row(ids[0]), "99")).rejects.toThrow(ENTRY);
    await insertEntry(raw, row(ids[0]), "payment.recorded");
    await expect(insertRow(raw, row(ids[0]))).rejects.toThrow(ENTRY);
    await insertEntry(raw, row(ids[1]));
    await expect(insertRow(raw, row(ids[0]))).rejects.toThrow(ENTRY);
    await close();
  });

  test("a credit note with the number of an invoice, and an invoice with that of a credit note, are refused", async () => {
    const { raw, close, ids } = await openCredited(database);
    const withNumber = (number: string) => insertBoth(raw, row(ids[0], { number, total: "50" }));
    await expect(withNumber("inv-202611-0002")).rejects.toThrow("faktura: an invoice already has this number");
    await insertBoth(raw, row(ids[0], { total: "50" }));
    for (const counter of [3, 4]) {
      const next = {
        counter,
        id: `by-hand-${counter}`,
        number: `Inv-202612-000${counter}`,
        day: "2026-12-01",
        total: "1",
      };
      await insertBoth(raw, row(ids[0], next));
    }
    const issue = (number: string) =>
      raw.run(`INSERT INTO faktura_invoices (company_id, counter, id, invoice_number, issue_date, source, document)
        SELECT 'acme', 4, 'by-hand', '${number}', '2026-12-02', 'panel', document FROM faktura_invoices
        WHERE company_id = 'acme' AND counter = 3`);
    await expect(issue("INV-202612-0004")).rejects.toThrow("faktura: a credit note already has this number");
    await issue("INV-202612-0003");
    await close();
  });

  test("two credit notes cannot share an entry", async () => {
    const { raw, close, ids } = await openCredited(database);
    await insertBoth(raw, row(ids[0], { total: "50" }));
    const again = insertRow(raw, row(ids[0], { total: "50", counter: 3, id: "by-hand" }));
    await expect(again).rejects.toThrow(/journal entry|constraint|last counter/i);
    await close();
  });

  test.each([
    "UPDATE faktura_credit_notes SET total = '59.4'",
    "UPDATE faktura_credit_notes SET counter = 2",
    "UPDATE faktura_credit_notes SET credit_note_number = 'X-202611-0001'",
    "DELETE FROM faktura_credit_notes",
  ])("%s is refused", async (sql) => {
    const { raw, close } = await openCredited(database);
    await expect(raw.run(sql)).rejects.toThrow(FIXED);
    await close();
  });

  test.each<[string, number, string, RegExp]>([
    ["less due by hand", 1, "amount_due = '1'", STATE],
    ["credited by hand", 2, "credited_total = '1'", STATE],
    ["no longer credited", 1, "credited_total = '0'", STATE],
    ["paid by a credit alone", 1, "status = 'PAID'", STATE],
    ["no longer paid, though it is", 2, "status = 'SENT'", STATE],
    ["cancelled though paid", 2, "status = 'CANCELLED', cancelled_at = '2026-11-20T12:00:00.000Z'", FINAL],
    ["credited though cancelled", 3, "credited_total = '1'", FINAL],
    ["reopened", 3, "status = 'SENT', cancelled_at = NULL", FINAL],
    ["refunded of nothing prepaid", 1, "prepaid_refunded = '1'", STATE],
    ["paid though cancelled", 3, "amount_paid = '1'", FINAL],
  ])("an invoice cannot be %s", async (_, counter, set, message) => {
    const { raw, close } = await openCredited(database);
    const update = `UPDATE faktura_invoices SET ${set} WHERE company_id = 'acme' AND counter = ${counter}`;
    await expect(raw.run(update)).rejects.toThrow(message);
    await close();
  });
});
