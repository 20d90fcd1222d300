/**
 * Goal: an audit accepts the one step back that an entry explains, and no other.
 * Method: books with a wrong clock's invoice and a panel's own one after dates were resumed, audited as they are and
 * after each change of what explains the step.
 */
import { createInvoicing } from "faktura";
import { expect, test } from "vitest";
import { germanProfile, order, TestClock } from "../../support/fixtures.ts";
import { chainAnew, DATABASES, writeMisdatedBooks } from "./tampered-books.ts";

/** Position 1 and 2 are the invoices 1 and 2 of 2026-11-20 and of 400 days later, 3 the entry, 4 invoice 3; 4 has no place. */
async function openResumed(database: (typeof DATABASES)[number]) {
  const { acme, raw, close } = await writeMisdatedBooks(database);
  await acme.resumeDates({ reason: "a wrong clock" });
  await acme.issue(order());
  const [{ id, document } = {}] = await raw.rows("SELECT id, document FROM faktura_invoices WHERE counter = 3");
  const copy = String(document).replace(String(id), "panel").replace("-0003", "-0004");
  await raw.run(`INSERT INTO faktura_invoices (company_id, counter, id, invoice_number, issue_date, source, document)
    VALUES ('acme', 4, 'panel', 'INV-202611-0004', '2026-11-20', 'panel', '${copy}')`);
  return { acme, raw, close };
}

const entry = (from: string, to: string) =>
  `UPDATE faktura_journal SET document = replace(document, '${from}', '${to}') WHERE position = 3`;

test.each(DATABASES)("books on $name whose dates were resumed are sound", async (database) => {
  const { acme, close } = await openResumed(database);
  expect(await acme.audit({ pageSize: 1 })).toMatchObject({ findings: [], invoices: 4, unchained: 1 });
  await close();
});

// biome-ignore format: a table
const CHANGES: readonly (readonly [string, string, readonly string[]])[] = [
  ["the entry is gone", "DELETE FROM faktura_journal", ["entry_missing", "issue_date_backwards"]],
  ["the entry says nothing", "UPDATE faktura_journal SET document = '{}'", ["entry_unreadable", "issue_date_backwards"]],
  ["the entry is of another kind", "UPDATE faktura_journal SET kind = 'numbering.continued'", ["entry_unreadable", "issue_date_backwards"]],
  ["the entry is of another invoice", entry('"lastCounter":2', '"lastCounter":1'), ["issue_date_backwards", "resumption_mismatch"]],
  ["the entry is of another date", entry("2027-12-25", "2027-12-24"), ["issue_date_backwards", "resumption_mismatch"]],
  ["the entry names a later day", entry('"resumedOn":"2026-11-20"', '"resumedOn":"2026-11-21"'), ["issue_date_backwards"]],
  ["the entry names a day long gone", entry('"resumedOn":"2026-11-20"', '"resumedOn":"2026-10-20"'), ["issue_date_backwards", "resumption_mismatch"]],
  ["an invoice before it has lost its place", "UPDATE faktura_invoices SET journal_position = NULL, digest = NULL WHERE counter = 1", ["entry_missing"]],
];

test.each(DATABASES.flatMap((database) => CHANGES.map((change) => [database.name, ...change, database] as const)))(
  "on %s an audit finds that %s",
  async (_, __, sql, found, database) => {
    const { acme, raw, close } = await openResumed(database);
    await raw.dropGuards();
    await raw.run(sql);
    await chainAnew(raw);
    const { findings } = await acme.audit();
    // The guards were dropped for the change, which is a finding of its own.
    const codes = new Set(findings.map(({ code }) => code).filter((code) => code !== "guard_missing"));
    expect([...codes].sort()).toEqual(found);
    await close();
  },
);

/** What may follow on the first invoice, which a clock of 2027 has dated; the clock is right from "set" on. */
const STORIES = [
  "pay set resume panel",
  "set resume pay panel pay panel",
  "cancel set resume panel panel cancel",
  "set resume cancel panel issue pay",
  "panel pay set resume pay panel issue",
  "pay panel set resume panel cancel panel",
  "set resume panel pay ahead issue pay set resume pay panel issue",
  "continue issue pay set resume cancel panel pay",
] as const;

type Raw = Awaited<ReturnType<(typeof DATABASES)[number]["open"]>>["raw"];

/** The panel inserts an invoice of the clock's day, or of the last invoice's while no entry says that dates went on. */
async function insertPanelRow(raw: Raw, today: string): Promise<void> {
  const [last] = await raw.rows("SELECT counter, document FROM faktura_invoices ORDER BY counter DESC LIMIT 1");
  const resumed = await raw.rows("SELECT 1 FROM faktura_journal WHERE kind = 'dates.resumed'");
  const issued = JSON.parse(String(last!["document"]));
  const [issueDate, counter] = [resumed.length > 0 ? today : issued.issueDate, Number(last!["counter"]) + 1];
  const invoiceNumber = `INV-${issueDate.slice(0, 7).replace("-", "")}-${String(counter).padStart(4, "0")}`;
  const id = `panel-${counter}`;
  const document = JSON.stringify({ ...issued, id, invoiceNumber, issueDate });
  await raw.run(`INSERT INTO faktura_invoices (company_id, counter, id, invoice_number, issue_date, source, document)
    VALUES ('acme', ${counter}, '${id}', '${invoiceNumber}', '${issueDate}', 'panel', '${document}')`);
}

test.each(DATABASES.flatMap((database) => STORIES.map((story) => [database.name, story, database] as const)))(
  "books on %s are sound after each step: %s",
  async (_, story, database) => {
    const { store, raw } = await database.open();
    const [wrong, right] = ["2027-12-25T12:00:00.000Z", "2026-11-20T12:00:00.000Z"];
    const clock = new TestClock(wrong);
    const acme = createInvoicing({ store, clock }).company("acme");
    await acme.saveProfile(germanProfile());
    const steps: Record<string, (id: string) => unknown> = {
      continue: () => acme.continueNumbering({ lastCounter: 7, lastIssueDate: "2027-12-01" }),
      issue: () => acme.issue(order()),
      pay: (id) => acme.recordPayment(id, { amount: 1 }),
      cancel: (id) => acme.cancel(id),
      ahead: () => clock.set(wrong),
      set: () => clock.set(right),
      resume: () => acme.resumeDates({ reason: "a wrong clock" }),
      panel: () => insertPanelRow(raw, clock.now().toISOString().slice(0, 10)),
    };
    if (!story.startsWith("continue")) await acme.issue(order());
    for (const step of story.split(" ")) {
      const {
        data: [last],
      } = await acme.list({ limit: 1, status: "SENT" });
      await steps[step]!(String(last?.id));
      expect(await acme.audit({ pageSize: 1 }), step).toMatchObject({ findings: [] });
    }
    await acme.issue(order());
    expect(await acme.audit()).toMatchObject({ findings: [], unchained: 0 });
    await raw.close();
    await store.close();
  },
);
