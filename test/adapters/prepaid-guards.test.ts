/**
 * Goal: whatever program writes with its own SQL, an invoice with a prepaid amount is PAID when payments reach the rest
 * of its total, and not before. A prepaid amount that is not a number counts as none, as in the library.
 * Method: invoices that other writers inserted, each with a payment and its entry, and then a change of state.
 */
import { createInvoicing } from "faktura";
import { describe, expect, test } from "vitest";
import { DATABASES, type RawDatabase } from "../service/audit/tampered-books.ts";
import { germanProfile, order } from "../support/fixtures.ts";

const UNTOLD = /does not match its journal entries/;
const ZEROS = "0".repeat(64);

/** Inserts a copy of invoice 1 as invoice 2, with another prepaid amount and another sum to be paid, given as JSON. */
async function insertPrepaid(raw: RawDatabase, prepaid: string, payable = "238"): Promise<void> {
  await raw.run(`INSERT INTO faktura_invoices (company_id, counter, id, invoice_number, issue_date, source, document)
    SELECT company_id, 2, 'panel', invoice_number, issue_date, 'panel',
      replace(replace(document, '"prepaidAmount":100', '"prepaidAmount":${prepaid}'), '"payable":238', '"payable":${payable}')
    FROM faktura_invoices`);
}

/** Records a payment of invoice 2, and sets its state. */
async function pay(raw: RawDatabase, amount: string, status: string, due = "0"): Promise<void> {
  await raw.run(`INSERT INTO faktura_journal
      (company_id, position, kind, invoice_id, source, recorded_at, document, digest)
    VALUES ('acme', 3, 'payment.recorded', 'panel', 'api', '2026-11-20T12:00:00.000Z', '{"id":"pay"}', '${ZEROS}')`);
  await raw.run(`INSERT INTO faktura_payments (company_id, invoice_id, position, id, amount, paid_on)
    VALUES ('acme', 'panel', 1, 'pay', '${amount}', '2026-11-20')`);
  await raw.run(
    `UPDATE faktura_invoices SET amount_paid = '${amount}', amount_due = '${due}', status = '${status}' WHERE counter = 2`,
  );
}

describe.each(DATABASES)("on $name", (database) => {
  const CASES = [
    ["100", "238", "138", "PAID", "0"],
    ["100", "238", "137.99", "SENT", "0.01"],
    ["100.5", "238", "137.5", "PAID", "0"],
    ['"100"', "238", "238", "PAID", "0"],
    ["null", "238", "238", "PAID", "0"],
    ["100", "238.02", "138.02", "PAID", "0"],
    ["100", "238.02", "138", "SENT", "0.02"],
    ["100", "237.98", "137.98", "PAID", "0"],
    ["100", '"240"', "138", "PAID", "0"], // then the total counts
  ] as const;

  test.each(CASES)("with %s prepaid of %s, %s paid can only be %s with %s due", async (...given) => {
    const [prepaid, payable, amount, status, due] = given;
    const tried = async (...[as, left]: [string, string]) => {
      const { raw, close } = await openPrepaid(database);
      await insertPrepaid(raw, prepaid, payable);
      await raw.run(`UPDATE faktura_invoices SET journal_position = 2, digest = '${ZEROS}' WHERE counter = 2`);
      await pay(raw, amount, as, left).finally(close);
    };
    await expect(tried(status === "PAID" ? "SENT" : "PAID", due)).rejects.toThrow(UNTOLD);
    await expect(tried(status, "0.5")).rejects.toThrow(UNTOLD);
    await tried(status, due);
  });

  test.each([
    ["100", "138.01", "-0.01"],
    ["100", "238", "-100"],
  ])("with %s prepaid, %s cannot be paid", async (prepaid, amount, due) => {
    const { raw, close } = await openPrepaid(database);
    await insertPrepaid(raw, prepaid);
    await raw.run(`UPDATE faktura_invoices SET journal_position = 2, digest = '${ZEROS}' WHERE counter = 2`);
    await expect(pay(raw, amount, "PAID", due)).rejects.toThrow(UNTOLD);
    await close();
  });
});

/** Acme's books with one invoice, of which 100 was prepaid. */
async function openPrepaid(database: (typeof DATABASES)[number]) {
  const { store, raw } = await database.open();
  const acme = createInvoicing({ store }).company("acme");
  await acme.saveProfile(germanProfile());
  await acme.issue(order({ prepaidAmount: 100 }));
  const close = async () => {
    await raw.close();
    await store.close();
  };
  return { raw, close };
}
