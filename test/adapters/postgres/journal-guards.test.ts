/**
 * Goal: whatever program writes with its own SQL, the database itself refuses books that do not match the journal, and
 * a billing cursor that passes events nobody acknowledged.
 * Method: issue invoices through the library, then try each statement as a superuser, with and without
 * `session_replication_role = replica`, which bypasses ordinary triggers.
 * Not covered: consecutive entries with invalid digests, which the audit finds.
 */
import { beforeAll, describe, test } from "vitest";
import { insertCopy, insertEntry } from "./books.ts";
import { openRefusals } from "./refusals.ts";

let schema: string;
let books: Awaited<ReturnType<typeof openRefusals>>;

beforeAll(async () => {
  books = await openRefusals(1, 2, 4);
  schema = books.schema;
});

const GAPS = /^faktura: journal positions must be consecutive$/;
const UNSETTLED = /^faktura: the state of the invoice does not match its journal entries$/;
const AS_ISSUED = {
  status: "'SENT'",
  amount_paid: "0",
  amount_due: "NULL",
  cancelled_at: "NULL",
  cancellation_reason: "NULL",
};
const OPEN = { journal_position: "NULL", digest: "NULL" };

/** The fifth invoice, a copy of the last one. The journal's last position is 7. */
const fifth = (changes: Record<string, string>) =>
  insertCopy(schema, "faktura_invoices", { where: "counter = 4", counter: "5", id: "'new'", ...changes });

const update = (changes: string, counter = 1) => `UPDATE faktura_invoices SET ${changes} WHERE counter = ${counter}`;

describe("positions", () => {
  test("an invoice takes the next one, or none", async () => {
    for (const position of ["7", "9", "1", "9223372036854775807"]) {
      await books.expectRefused(await fifth({ journal_position: position }), GAPS);
    }
    await books.expectAllowed(await fifth({ journal_position: "8" }));
    await books.expectAllowed(await fifth(OPEN));
  });

  test("invoices of one statement take theirs in the order of their counters, without a gap", async () => {
    const two = (position: string) =>
      insertCopy(schema, "faktura_invoices", {
        where: "counter IN (1, 2)",
        counter: "counter + 4",
        id: "'new' || counter",
        ...AS_ISSUED,
        journal_position: position,
      });
    await books.expectAllowed(await two("7 + counter"));
    for (const position of ["10 - counter", "6 + 2 * counter", "8", "8 + counter"]) {
      await books.expectRefused(await two(position), GAPS);
    }
    const openThenPlaced = insertCopy(schema, "faktura_invoices", {
      where: "counter IN (1, 2)",
      counter: "counter + 4",
      id: "'new' || counter",
      ...AS_ISSUED,
      journal_position: "CASE counter WHEN 2 THEN 8 END",
      digest: "CASE counter WHEN 2 THEN digest END",
    });
    await books.expectRefused(await openThenPlaced, GAPS);
  });

  test("an invoice takes none while the one before it has none", async () => {
    // The seventh belongs to the fourth invoice. The last entry that is not an invoice is the sixth.
    for (const position of ["7", "8"]) {
      const placed = { journal_position: position, digest: "repeat('a', 64)" };
      const sixth = await fifth({ counter: "6", id: "'newer'", ...placed });
      const open = await fifth(OPEN);
      await books.expectRefused(`${open}; ${sixth.replace("WHERE counter = 4", "WHERE counter = 5")}`, GAPS);
    }
  });

  test("an entry takes the next one", async () => {
    const entry = (ahead: number, company = "acme") => insertEntry("payment.recorded", { id: "x" }, { ahead, company });
    await books.expectAllowed(entry(0), entry(0));
    for (const refused of [entry(1), entry(-1), entry(-6), entry(0, "globex")])
      await books.expectRefused(refused, GAPS);
    await books.expectRefused(entry(-2), /duplicate key value/);
    const twoWithAGap = insertEntry("payment.recorded", { id: "x" }).replace(
      "SELECT 'acme', 0",
      "SELECT 'acme', 2 * i",
    );
    await books.expectRefused(twoWithAGap.replace("WHERE counter", ", generate_series(0, 1) AS i WHERE counter"), GAPS);
  });

  test("an entry does not take an invoice's, even if one statement inserts both", async () => {
    const invoice = await fifth({ journal_position: "8" });
    await books.expectRefused(`${invoice}; ${insertEntry("payment.recorded", {}, { ahead: -1 })}`, GAPS);
    const together = (ahead: number) => `WITH issued AS (${invoice}) ${insertEntry("payment.recorded", {}, { ahead })}`;
    await books.expectRefused(together(0), GAPS);
    await books.expectAllowed(together(1));
  });

  test("an open invoice gets its position once, together with its digest", async () => {
    const place = `journal_position = 8, digest = repeat('a', 64)`;
    const open = await fifth(OPEN);
    await books.expectAllowed(open, update(place, 5));
    await books.expectRefused(`${open}; ${update(place, 5)}; ${update("digest = repeat('b', 64)", 5)}`);
    await books.expectRefused(`${open}; ${update("journal_position = 8", 5)}`, /check constraint/);
  });

  test("an open invoice gets the next position, and before any invoice that follows it", async () => {
    const place = (to: string, counter = 5) => update(`journal_position = ${to}, digest = repeat('a', 64)`, counter);
    const open = await fifth(OPEN);
    for (const to of ["1", "7", "9", "9223372036854775807"]) await books.expectRefused(`${open}; ${place(to)}`, GAPS);
    const sixth = (await fifth({ ...OPEN, counter: "6", id: "'newer'" })).replace("counter = 4", "counter = 5");
    await books.expectRefused(`${open}; ${sixth}; ${place("8", 6)}`, GAPS);
    await books.expectAllowed(open, sixth, place("counter + 3").replace("= 5", "IN (5, 6)"));
    await books.expectRefused(`${open}; ${sixth}; ${place("14 - counter").replace("= 5", "IN (5, 6)")}`, GAPS);
  });
});

describe("states", () => {
  test("the amount paid is the sum of the payments", async () => {
    await books.expectRefused(update("amount_paid = 1"), UNSETTLED);
    await books.expectRefused(update("status = 'PAID'"), UNSETTLED);
    await books.expectRefused(update("status = 'PAID', amount_paid = 238"), UNSETTLED);
    const paid = await insertCopy(schema, "faktura_payments", {
      where: "position = 1",
      invoice_id: "(SELECT id FROM faktura_invoices WHERE counter = 1)",
      id: "'pay'",
      amount: "238",
    });
    const entry = insertEntry("payment.recorded", { id: "pay" });
    const total = "(document::json ->> 'total')::numeric";
    await books.expectRefused(`${entry}; ${paid}; ${update("amount_paid = 237, amount_due = 1")}`, UNSETTLED);
    await books.expectRefused(
      `${entry}; ${paid}; ${update("amount_paid = 238.01, amount_due = -0.01, status = 'PAID'")}`,
      UNSETTLED,
    );
    await books.expectAllowed(
      entry,
      paid.replace("238", `(SELECT ${total} FROM faktura_invoices WHERE counter = 1)`),
      update(`amount_paid = ${total}, amount_due = 0, status = 'PAID'`),
    );
  });

  test("a part of the total does not make an invoice PAID", async () => {
    const part = await insertCopy(schema, "faktura_payments", {
      where: "position = 1",
      invoice_id: "(SELECT id FROM faktura_invoices WHERE counter = 1)",
      id: "'pay'",
      amount: "38",
    });
    const paid = [insertEntry("payment.recorded", { id: "pay" }), part];
    await books.expectAllowed(...paid, update("amount_paid = 38, amount_due = 200"));
    await books.expectRefused(
      [...paid, update("amount_paid = 38, amount_due = 200, status = 'PAID'")].join(";"),
      UNSETTLED,
    );
  });

  test("a payment needs an entry for its own invoice", async () => {
    const payment = await insertCopy(schema, "faktura_payments", { where: "position = 1", position: "3", id: "'pay'" });
    const by = /^faktura: a payment needs its own journal entry$/;
    await books.expectRefused(payment, by);
    await books.expectRefused(`${insertEntry("payment.recorded", { id: "pay" }, { counter: 1 })}; ${payment}`, by);
    await books.expectRefused(`${insertEntry("invoice.cancelled", { id: "pay" }, { counter: 2 })}; ${payment}`, by);
    await books.expectAllowed(insertEntry("payment.recorded", { id: "pay" }, { counter: 2 }), payment);
  });

  test("CANCELLED needs its entry, with the same instant and reason", async () => {
    const [at, why] = ["2026-11-20T09:30:00.000Z", "wrong"];
    const cancel = update(
      `status = 'CANCELLED', amount_due = 0, cancelled_at = '${at}', cancellation_reason = '${why}'`,
    );
    await books.expectRefused(cancel, UNSETTLED);
    const said = { cancelledAt: at, cancellationReason: why };
    for (const other of [{ ...said, cancelledAt: "2026" }, { ...said, cancellationReason: null }, {}]) {
      await books.expectRefused(`${insertEntry("invoice.cancelled", other)}; ${cancel}`, UNSETTLED);
    }
    await books.expectRefused(`${insertEntry("invoice.cancelled", said, { counter: 4 })}; ${cancel}`, UNSETTLED);
    await books.expectAllowed(insertEntry("invoice.cancelled", said), cancel);
  });

  test("a write-off needs its entry, with the same day and reason, and is final", async () => {
    const [on, reason] = ["2026-11-20", "lost"];
    const writeOff = update(`written_off_on = '${on}', write_off_reason = '${reason}'`);
    await books.expectRefused(writeOff, UNSETTLED);
    for (const other of [{ on: "2026-11-21", reason }, { on, reason: "other" }, {}]) {
      await books.expectRefused(`${insertEntry("invoice.written_off", other)}; ${writeOff}`, UNSETTLED);
    }
    await books.expectRefused(
      `${insertEntry("invoice.written_off", { on, reason }, { counter: 4 })}; ${writeOff}`,
      UNSETTLED,
    );
    const done = `${insertEntry("invoice.written_off", { on, reason })}; ${writeOff}`;
    for (const changed of ["written_off_on = NULL, write_off_reason = NULL", "write_off_reason = 'x'"]) {
      await books.expectRefused(`${done}; ${update(changed)}`, UNSETTLED);
    }
    await books.expectAllowed(done);
    await books.expectRefused(
      await fifth({ ...OPEN, written_off_on: `'${on}'`, write_off_reason: "'lost'" }),
      UNSETTLED,
    );
  });

  test("an invoice is inserted as SENT and unpaid, unless the journal has entries for it", async () => {
    await books.expectRefused(await fifth({ ...OPEN, amount_paid: "1" }), UNSETTLED);
    await books.expectRefused(await fifth({ ...OPEN, status: "'PAID'", amount_paid: "238" }), UNSETTLED);
    const cancelled = { ...OPEN, status: "'CANCELLED'", amount_due: "0", cancelled_at: "'2026'" };
    await books.expectRefused(await fifth(cancelled), UNSETTLED);
  });
});

describe("the billing cursor", () => {
  const PASSES = /^faktura: the billing cursor can only pass acknowledged events$/;
  const digestAt = (through: string, company = "acme") =>
    `(SELECT digest FROM faktura_invoices WHERE company_id = '${company}' AND counter = ${through})`;
  const moved = (through: string) =>
    `UPDATE faktura_billing_cursors SET acknowledged_through = ${through}, digest = ${digestAt(through)}`;
  const inserted = (company: string, through: string) =>
    `INSERT INTO faktura_billing_cursors VALUES ('${company}', ${through}, ${digestAt(through, company)})`;

  test("only moves forward, and never past a pending event", async () => {
    for (const through of ["1", "0", "3", "4", "9223372036854775807"]) {
      await books.expectRefused(moved(through), PASSES);
    }
    await books.expectRefused("UPDATE faktura_billing_cursors SET company_id = 'globex'", PASSES);
    const upsert = `${inserted("acme", "4")} ON CONFLICT (company_id) DO UPDATE SET digest = excluded.digest,`;
    await books.expectRefused(`${upsert} acknowledged_through = excluded.acknowledged_through`, PASSES);
    await books.expectAllowed("INSERT INTO faktura_billing_acknowledged VALUES ('acme', 3)", moved("4"));
  });

  test("cannot be inserted past a pending event", async () => {
    const first = { where: "counter = 1", company_id: "'globex'", ...OPEN };
    const globex = await insertCopy(schema, "faktura_invoices", first);
    await books.expectRefused(`${globex}; ${inserted("globex", "1")}`, PASSES);
    await books.expectAllowed(globex, inserted("globex", "0"));
  });

  test("cannot be deleted or truncated", async () => {
    await books.expectRefused("DELETE FROM faktura_billing_cursors", PASSES);
    await books.expectRefused("TRUNCATE faktura_billing_cursors", PASSES);
    await books.expectRefused("TRUNCATE faktura_billing_acknowledged, faktura_billing_cursors CASCADE", PASSES);
  });
});
