/**
 * Goal: invoices of one commit share INSERT statements on SQLite, and are still all issued or none.
 * Method: a trigger of the test refuses one row, at each position in a statement in turn. Then it is dropped.
 */
import { createInvoicing } from "faktura";
import { sqliteStore } from "faktura/sqlite";
import { expect, test } from "vitest";
import { germanProfile, oneTo, order } from "../support/fixtures.ts";
import { freshFile, SQLITE_DRIVERS } from "../support/stores.ts";

const COUNTS = [1, 7, 8, 9, 15, 16, 17, 20];

test.each(SQLITE_DRIVERS)("on $name, a refused row rolls back its whole commit", async ({ connect }) => {
  const path = freshFile();
  const raw = connect(path);
  const store = sqliteStore(() => connect(path));
  const invoicing = createInvoicing({ store });
  const acme = invoicing.company("acme");
  await acme.saveProfile(germanProfile());
  for (const refused of oneTo(20)) {
    raw.exec(`CREATE TRIGGER refusing BEFORE INSERT ON faktura_invoices WHEN NEW.counter = ${refused}
      BEGIN SELECT RAISE(ABORT, 'not this one'); END`);
    await expect(acme.issueMany(oneTo(20).map(() => order()))).rejects.toThrow("not this one");
    raw.exec("DROP TRIGGER refusing");
    expect((await acme.list()).total).toBe(0);
  }
  let issued = 0;
  for (const count of COUNTS) {
    const numbers = (await acme.issueMany(oneTo(count).map(() => order()))).map(({ invoiceNumber }) => invoiceNumber);
    expect(numbers.map((number) => Number(number.slice(-4)))).toEqual(oneTo(count).map((place) => issued + place));
    issued += count;
  }
  expect(await acme.audit()).toMatchObject({ invoices: issued, entries: issued, findings: [] });
  raw.close();
  await invoicing.close();
});
