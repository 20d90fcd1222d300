/**
 * Goal: whatever program writes with its own SQL, the database lets dates go back only after a journal entry that
 * resumes them, and only once.
 * Method: books with an invoice from a wrong clock, then a panel's statements, with and without that entry.
 */
import { describe, expect, test } from "vitest";
import { DATABASES, type RawDatabase, writeMisdatedBooks } from "../service/audit/tampered-books.ts";
import { order } from "../support/fixtures.ts";

const BACKWARDS = /issue dates must not run backwards/;

/** Inserts rows as a panel does, in one statement, with these counters and issue dates. */
async function insert(raw: RawDatabase, ...rows: readonly (readonly [counter: number, day: string])[]): Promise<void> {
  const [first] = await raw.rows("SELECT id, document FROM faktura_invoices WHERE counter = 1");
  const values = rows.map(([counter, day]) => {
    const [number, id] = [`INV-${day.slice(0, 7).replace("-", "")}-000${counter}`, `panel-${counter}`];
    const document = String(first!["document"])
      .replace(String(first!["id"]), id)
      .replace("INV-202611-0001", number)
      .replace('"issueDate":"2026-11-20"', `"issueDate":"${day}"`);
    return `('acme', ${counter}, '${id}', '${number}', '${day}', 'panel', '${document}')`;
  });
  await raw.run(`INSERT INTO faktura_invoices (company_id, counter, id, invoice_number, issue_date, source, document)
    VALUES ${values.join(", ")}`);
}

/** Inserts the next journal entry. Its digest is not valid. */
function resume(raw: RawDatabase, document: object, kind = "dates.resumed"): Promise<void> {
  return raw.run(`INSERT INTO faktura_journal (company_id, position, kind, source, recorded_at, document, digest)
    SELECT 'acme', 1 + (SELECT max(position) FROM (
        SELECT max(position) AS position FROM faktura_journal UNION ALL
        SELECT max(journal_position) FROM faktura_invoices) AS places),
      '${kind}', 'api', '2026-11-20T12:00:00.000Z', '${JSON.stringify(document)}', '${"0".repeat(64)}'`);
}

describe.each(DATABASES)("on $name", (database) => {
  test("without an entry, no invoice is dated before the last one", async () => {
    const { raw, close } = await writeMisdatedBooks(database);
    await expect(insert(raw, [3, "2027-12-24"])).rejects.toThrow(BACKWARDS);
    await expect(insert(raw, [3, "2026-11-20"])).rejects.toThrow(BACKWARDS);
    await insert(raw, [3, "2027-12-25"]);
    await close();
  });

  test("after the entry, dates can go back once, to the day in the entry or later", async () => {
    const { acme, raw, close } = await writeMisdatedBooks(database);
    await acme.resumeDates({ reason: "a wrong clock" });
    await expect(insert(raw, [3, "2026-11-19"])).rejects.toThrow(BACKWARDS);
    await expect(insert(raw, [3, "2026-11-21"], [4, "2026-11-20"])).rejects.toThrow(BACKWARDS);
    await insert(raw, [3, "2026-11-21"], [4, "2026-11-21"]);
    await expect(insert(raw, [5, "2026-11-20"])).rejects.toThrow(BACKWARDS);
    await insert(raw, [5, "2026-11-22"]);
    expect((await acme.audit()).findings).toEqual([]);
    await close();
  });

  test("a panel's invoice after the entry uses it up, whatever its date", async () => {
    const { acme, raw, close } = await writeMisdatedBooks(database);
    await acme.resumeDates({ reason: "a wrong clock" });
    await insert(raw, [3, "2027-12-25"]);
    await expect(insert(raw, [4, "2026-11-20"])).rejects.toThrow(BACKWARDS);
    await expect(acme.issue(order())).rejects.toMatchObject({ code: "clock_out_of_step" });
    await acme.resumeDates({ reason: "a wrong clock, and a panel that went by its date" });
    expect(await acme.issue(order())).toMatchObject({ invoiceNumber: "INV-202611-0004" });
    expect((await acme.audit()).findings).toEqual([]);
    await close();
  });

  test.each([
    ["is of another invoice", { lastCounter: 1, resumedOn: "2026-11-20" }, undefined],
    ["is of a later one", { lastCounter: 3, resumedOn: "2026-11-20" }, undefined],
    ["names a later day", { lastCounter: 2, resumedOn: "2026-11-21" }, undefined],
    ["names no day", { lastCounter: 2 }, undefined],
    ["names what is no day", { lastCounter: 2, resumedOn: "0" }, undefined],
    ["names a number", { lastCounter: 2, resumedOn: 0 }, undefined],
    ["is of another kind", { lastCounter: 2, resumedOn: "2026-11-20" }, "numbering.continued"],
  ])("an entry that %s allows nothing", async (_, document, kind) => {
    const { raw, close } = await writeMisdatedBooks(database);
    await resume(raw, document, kind);
    await expect(insert(raw, [3, "2026-11-20"])).rejects.toThrow(BACKWARDS);
    await close();
  });

  test("of two entries after one invoice, the later one counts", async () => {
    const { raw, close } = await writeMisdatedBooks(database);
    await resume(raw, { lastCounter: 2, resumedOn: "2026-11-20" });
    await resume(raw, { lastCounter: 2, resumedOn: "2026-12-01" });
    await expect(insert(raw, [3, "2026-11-30"])).rejects.toThrow(BACKWARDS);
    await insert(raw, [3, "2026-12-01"]);
    await close();
  });

  test("another company's entry allows nothing", async () => {
    const { acme, raw, close } = await writeMisdatedBooks(database);
    await acme.resumeDates({ reason: "a wrong clock" });
    const globex = (counter: number, day: string) =>
      raw.run(`INSERT INTO faktura_invoices (company_id, counter, id, invoice_number, issue_date, source, document)
        VALUES ('globex', ${counter}, '${counter}', 'x', '${day}', 'panel', '{}')`);
    await globex(1, "2027-12-25");
    await globex(2, "2027-12-25");
    await expect(globex(3, "2026-11-20")).rejects.toThrow(BACKWARDS);
    await close();
  });
});
