import { postgresStore } from "faktura/postgres";
import type pg from "pg";
import { expect } from "vitest";
import { oneTo } from "../support/fixtures.ts";
import { openPool } from "../support/postgres.ts";
import { ROUNDS } from "./postgres-issuers.ts";

interface InvoiceRow {
  readonly company: string;
  readonly counter: number;
  readonly id: string;
  readonly number: string;
  readonly tag: string;
  readonly paid: string;
}

interface CreditNoteRow {
  readonly company: string;
  readonly counter: number;
  readonly id: string;
  readonly number: string;
  readonly invoice: string;
}

interface PaymentRow {
  readonly company: string;
  readonly id: string;
  readonly amounts: string[];
}

/** The billing events of all companies, read as a host would drain them. */
async function pendingEvents(pool: pg.Pool, schema: string) {
  const { rows } = await pool.query<{ company: string }>(
    "SELECT DISTINCT company_id AS company FROM faktura_invoices ORDER BY 1",
  );
  const { billing } = postgresStore(pool, { schema });
  const events = await Promise.all(rows.map(({ company }) => billing.pending(company, 1_000_000)));
  return events.flat().map(({ companyId, counter, invoiceId }) => ({ company: companyId, counter, id: invoiceId }));
}

/** The tables, read without the library except for the events. */
async function readTables(url: string, schema: string) {
  const pool = openPool({ connectionString: url, max: 1, options: `-c search_path=${schema}` });
  try {
    const invoices = await pool.query<InvoiceRow>(
      `SELECT company_id AS company, counter::integer, id, invoice_number AS number, amount_paid::text AS paid,
         document::json ->> 'clientName' AS tag FROM faktura_invoices ORDER BY company_id, counter`,
    );
    const events = await pendingEvents(pool, schema);
    const keys = await pool.query<{ company: string; key: string; id: string }>(
      "SELECT company_id AS company, key, invoice_id AS id FROM faktura_idempotency_keys",
    );
    const payments = await pool.query<PaymentRow>(
      `SELECT company_id AS company, invoice_id AS id, array_agg(amount::text) AS amounts FROM faktura_payments
       GROUP BY company_id, invoice_id`,
    );
    const creditNotes = await pool.query<CreditNoteRow>(
      `SELECT company_id AS company, counter::integer, id, credit_note_number AS number, invoice_id AS invoice
       FROM faktura_credit_notes ORDER BY company_id, counter`,
    );
    const backwards = await pool.query(
      `SELECT 1 FROM (SELECT issue_date < lag(issue_date) OVER (PARTITION BY company_id ORDER BY counter) AS back
       FROM faktura_invoices) AS dated WHERE back`,
    );
    expect(backwards.rows, "issue dates that run backwards").toEqual([]);
    return { invoices: invoices.rows, events, keys: keys.rows, payments: payments.rows, creditNotes: creditNotes.rows };
  } finally {
    await pool.end();
  }
}

/** A few of the findings, for a readable message. */
const few = (found: readonly unknown[]) => found.slice(0, 5);

/**
 * Compares the tables with what the callers were told, and counts. In sound books the numbers of each company are 1..n,
 * each invoice has its event and its key, nothing is duplicated, everything acknowledged is stored as acknowledged, and
 * nothing is stored from calls without a key that were told that nothing was written.
 */
export async function audit(url: string, schema: string, said: readonly string[]) {
  const { invoices, events, keys, payments, creditNotes } = await readTables(url, schema);
  const lines = said.map((line) => line.split(" "));
  const told = (kind: string) => lines.filter((words) => words[0] === kind);

  for (const company of new Set(invoices.map((invoice) => invoice.company))) {
    const own = invoices.filter((invoice) => invoice.company === company);
    const counters = own.map(({ counter }) => counter);
    expect(counters.join(), `${company} is numbered 1..n`).toBe(oneTo(own.length).join());
    expect(few(own.filter(({ number, counter }) => Number(/\d+$/.exec(number)?.[0]) !== counter))).toEqual([]);
  }
  const numbered = invoices.map(({ company, counter, id }) => `${company} ${counter} ${id}`);
  const billed = events.map(({ company, counter, id }) => `${company} ${counter} ${id}`);
  expect(billed.join("\n") === numbered.join("\n"), "billing events equal invoices").toBe(true);

  const byTag = new Map(invoices.map((invoice) => [`${invoice.company} ${invoice.tag}`, invoice]));
  const twice = invoices.filter((invoice) => byTag.get(`${invoice.company} ${invoice.tag}`) !== invoice);
  expect(few(twice), "issued twice").toEqual([]);
  const lost = told("issued").filter(([, company, tag, number, id]) => {
    const invoice = byTag.get(`${company} ${tag}`);
    return invoice?.number !== number || invoice?.id !== id;
  });
  expect(few(lost), "acknowledged and not there").toEqual([]);
  const denied = [...told("busy"), ...told("lost"), ...told("refused")].filter(([, company, tag]) => {
    return tag!.startsWith("free-") && byTag.has(`${company} ${tag}`);
  });
  expect(few(denied), "there though nothing was written").toEqual([]);

  const paidOn = new Map(payments.map((row) => [`${row.company} ${row.id}`, row.amounts]));
  const wronglyPaid = invoices.filter(({ company, id, paid }) => {
    const amounts = paidOn.get(`${company} ${id}`);
    return amounts === undefined ? paid !== "0" : amounts.length !== 1 || amounts[0] !== paid;
  });
  expect(few(wronglyPaid), "paid other than once").toEqual([]);
  const unpaid = told("paid").filter(([, company, , id]) => !paidOn.has(`${company} ${id}`));
  expect(few(unpaid), "a payment acknowledged and not there").toEqual([]);

  const series = (company: string) =>
    creditNotes.filter((one) => one.company === company).map(({ counter }) => counter);
  for (const company of new Set(creditNotes.map((one) => one.company))) {
    const counters = series(company);
    expect(counters.join(), `credit notes of ${company} are numbered 1..n`).toBe(oneTo(counters.length).join());
  }
  const creditOf = new Map(creditNotes.map((one) => [`${one.company} ${one.invoice}`, one]));
  expect(creditOf.size, "an invoice credited twice").toBe(creditNotes.length);
  const uncredited = told("credited").filter(([, company, tag, number, id]) => {
    const creditNote = creditOf.get(`${company} ${byTag.get(`${company} ${tag}`)?.id}`);
    return creditNote?.number !== number || creditNote?.id !== id;
  });
  expect(few(uncredited), "a credit note acknowledged and not there").toEqual([]);

  const usedKeys = keys.map(({ company, key, id }) => `${company} ${key} ${id}`).sort();
  const keyed = invoices.flatMap(({ company, tag, id }) => [
    ...(tag.startsWith("free-") ? [] : [`${company} ${tag} ${id}`]),
    ...(paidOn.has(`${company} ${id}`) ? [`${company} paid-${tag} ${id}`] : []),
    ...(creditOf.has(`${company} ${id}`) ? [`${company} credited-${tag} ${id}`] : []),
  ]);
  expect(usedKeys.join("\n") === keyed.sort().join("\n"), "keys equal what was done under them").toBe(true);

  const replays = told("issued").filter((words) => words.at(-1) === "replayed").length;
  const counts = {
    invoices: invoices.length,
    creditNotes: creditNotes.length,
    payments: payments.length,
    acknowledged: told("issued").length,
    replays,
  };
  const [unknown, lostOnes, busy] = [told("unknown").length, told("lost").length, told("busy").length];
  return { ...counts, unknown, lost: lostOnes, busy, refused: told("refused").length };
}

/** Prints what a test did, if the number of rounds was set. */
export function report(counts: Readonly<Record<string, unknown>>): void {
  if (process.env["FAKTURA_CRASH_ROUNDS"] !== undefined) console.log(`${ROUNDS} rounds: ${JSON.stringify(counts)}`);
}
