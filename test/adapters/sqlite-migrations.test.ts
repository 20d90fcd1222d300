import { createInvoicing } from "faktura";
import { openSqliteStore } from "faktura/sqlite";
import { expect, test } from "vitest";
import { SCHEMA_VERSION } from "../../src/adapters/sqlite/schema.ts";
import { germanProfile, oneTo, order } from "../support/fixtures.ts";
import { connectRaw, freshFile } from "../support/stores.ts";

const INDEX = "faktura_invoices_by_status";

test("a file of version 1 gets the index of statuses when it is opened, and its books go on", async () => {
  const path = freshFile();
  const older = createInvoicing({ store: await openSqliteStore(path) });
  await older.company("acme").saveProfile(germanProfile());
  const issued = await Promise.all(oneTo(30).map(() => older.company("acme").issue(order())));
  await older.company("acme").recordPayment(issued[4]!.id, { amount: 238 });
  await older.close();
  const raw = connectRaw(path);
  const indexed = () => raw.prepare("SELECT tbl_name FROM sqlite_schema WHERE name = ?").all(INDEX);
  raw.exec(`DROP INDEX ${INDEX}; UPDATE faktura_schema SET version = 1`);
  expect(indexed()).toEqual([]);

  const newer = createInvoicing({ store: await openSqliteStore(path) });
  expect(indexed()).toEqual([{ tbl_name: "faktura_invoices" }]);
  expect(raw.prepare("SELECT version FROM faktura_schema").all()).toEqual([{ version: SCHEMA_VERSION }]);
  const acme = newer.company("acme");
  expect((await acme.list({ status: "PAID" })).data.map(({ id }) => id)).toEqual([issued[4]!.id]);
  expect(await acme.list({ status: "SENT", page: 3, limit: 10 })).toMatchObject({ total: 29 });
  expect((await acme.issue(order())).invoiceNumber).toMatch(/-0031$/);
  await newer.close();
  raw.close();
});
