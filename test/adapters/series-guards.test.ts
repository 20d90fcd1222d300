/**
 * Goal: the databases themselves keep each named series without gaps, whatever program writes.
 * Method: as another program would, insert rows and change them with SQL on a database that has its guards.
 */
import { describe, expect, test } from "vitest";
import { order } from "../support/fixtures.ts";
import { openPanelBooks } from "./panel/books.ts";

const ROWS = "faktura_series_invoices";
const row = (place: number, series: string, number: number, counter: number, text: string) =>
  `INSERT INTO ${ROWS} (company_id, place, series, number, counter, invoice_number)
   VALUES ('acme', ${place}, '${series}', ${number}, ${counter}, '${text}')`;

const NOT_ISSUED = /a row of a series needs an invoice that names the series/;
// SQLite does not define which trigger fires first, and no invoice matches these rows either.
const NOT_NEXT = new RegExp(`must have the last number of its series plus one|duplicate key|${NOT_ISSUED.source}`);
const TAKEN = /an invoice of another series already has this number/;
const FIXED = /rows of faktura_series_invoices cannot be changed or deleted/;

/** An invoice of the first series, as a panel inserts it. */
const first = (counter: number, text: string) =>
  `INSERT INTO faktura_invoices (company_id, counter, id, invoice_number, issue_date, source, document)
   SELECT company_id, ${counter}, 'panel', '${text}', issue_date, 'panel', '{}' FROM faktura_invoices WHERE counter = 3`;

/** After these invoices: INV 1, A 1, INV 2. */
const REFUSED: readonly (readonly [what: string, sql: string, message: RegExp])[] = [
  ["a place with a gap", row(3, "A", 2, 3, "INV-202611-0002"), NOT_NEXT],
  ["a number with a gap", row(2, "A", 3, 3, "INV-202611-0002"), NOT_NEXT],
  ["a number that exists", row(2, "A", 1, 3, "INV-202611-0002"), NOT_NEXT],
  ["a counter before the last row's", row(2, "A", 2, 1, "INV-202611-0001"), NOT_NEXT],
  ["an invoice that names no series", row(2, "A", 2, 3, "INV-202611-0002"), NOT_ISSUED],
  ["no invoice", row(2, "A", 2, 4, "A-202611-0002"), NOT_ISSUED],
  ["the number of a series on an invoice of the first one", first(4, "a-202611-0001"), TAKEN],
  ["another number", `UPDATE ${ROWS} SET number = 2`, FIXED],
  ["a deletion", `DELETE FROM ${ROWS}`, FIXED],
];

describe.each(["PostgreSQL", "SQLite"] as const)("%s", (name) => {
  test("refuses rows that would leave a gap or match no invoice, and every change of a row", async () => {
    const books = await openPanelBooks(name);
    const { acme } = books;
    await acme.saveProfile({ ...(await acme.profile()), series: { A: { prefix: "A" } } });
    await acme.issueMany([order(), order({ series: "A" }), order()]);
    const other = await books.connect();
    for (const [what, sql, message] of REFUSED) await expect(other.query(sql, []), what).rejects.toThrow(message);
    await other.close();
    expect((await acme.audit()).findings).toEqual([]);
    expect((await acme.issue(order({ series: "A" }))).invoiceNumber).toBe("A-202611-0002");
    await books.invoicing.close();
  });
});
