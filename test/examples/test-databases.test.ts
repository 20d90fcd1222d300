/**
 * Goal: each way of the guide gives a test empty books, on a database that other tests have used.
 * Method: follow the guide on a database of its own with an invoice in it, and issue: the number is 1 again.
 */
import { randomUUID } from "node:crypto";
import { createInvoicing } from "faktura";
import { migratePostgres, migrationSql, postgresStore } from "faktura/postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PROFILE } from "../../docs/examples/orms/shop.ts";
import { readPage } from "../docs/pages.ts";
import { order } from "../support/fixtures.ts";
import { openPool, pool, postgresUrl } from "../support/postgres.ts";

const GUIDE = readPage("docs/guide/test-databases.md");
const template = `template_${randomUUID().replaceAll("-", "")}`;
const copy = template.replace("template", "copy");

const openDatabase = (name: string) =>
  openPool({ connectionString: Object.assign(new URL(postgresUrl), { pathname: name }).href, max: 2 });
let own: ReturnType<typeof openDatabase>;
let invoicing: ReturnType<typeof createInvoicing>;

beforeAll(async () => {
  await pool.query(`CREATE DATABASE ${template}`);
  own = openDatabase(template);
  await migratePostgres(own);
  invoicing = createInvoicing({ store: postgresStore(own) });
  expect(await issue("firma")).toMatch(/-0001$/);
});

afterAll(async () => {
  await invoicing.close();
  for (const name of [copy, template]) await pool.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
});

async function issue(companyId: string, through: Pick<typeof invoicing, "company"> = invoicing) {
  const company = through.company(companyId);
  await company.saveProfile(PROFILE);
  return (await company.issue(order())).invoiceNumber;
}

test.each(["TRUNCATE faktura.faktura_invoices CASCADE", "DELETE FROM faktura.faktura_invoices"])(
  "%s is refused, even to a superuser who switches triggers off",
  async (text) => {
    for (const before of ["", "SET LOCAL session_replication_role = replica;"]) {
      await expect(own.query(`${before} ${text}`)).rejects.toThrow(/faktura: .*invoices? cannot be deleted/);
    }
  },
);

test("a new company begins with number 1", async () => {
  expect(await issue(`test-${randomUUID()}`)).toMatch(/-0001$/);
});

test("after a rollback of joined calls, the company begins with number 1 again", async () => {
  for (const _ of ["first", "second"]) {
    const client = await own.connect();
    await client.query("BEGIN");
    expect(await issue("rolled back", invoicing.joining(client))).toMatch(/-0001$/);
    await client.query("ROLLBACK");
    client.release();
  }
});

test("dropping and creating the schema gives empty books, also to a store that is open", async () => {
  expect(await issue("firma")).toMatch(/-0002$/);
  const [, statement] = /pool\.query\(`(.*) \$\{migrationSql\("postgres"\)\}`\)/.exec(GUIDE)!;
  await own.query(`${statement} ${migrationSql("postgres")}`);
  expect(await issue("firma")).toMatch(/-0001$/);
  expect((await invoicing.company("firma").audit()).findings).toEqual([]);
});

test("a copy of a template has its own books", async () => {
  const before = await issue("firma");
  await own.end();
  const [statement] = /CREATE DATABASE .*;/.exec(GUIDE)!;
  await pool.query(statement.replace("test_1", copy).replace("shop_template", template));
  const copied = openDatabase(copy);
  const invoicingOfCopy = createInvoicing({ store: postgresStore(copied) });
  const counter = Number(before.slice(-4));
  expect(await issue("firma", invoicingOfCopy)).toBe(before.replace(/\d+$/, `${counter + 1}`.padStart(4, "0")));
  await invoicingOfCopy.close();
  await copied.end();
});

test("the statement that lists the host's tables leaves faktura's out", async () => {
  const text = /SELECT tablename FROM pg_tables .*;/.exec(GUIDE)![0];
  const database = openDatabase(copy);
  await database.query(`CREATE TABLE orders (id int); ${migrationSql("postgres", { schema: "public" })}`);
  expect((await database.query(text)).rows).toEqual([{ tablename: "orders" }]);
  await database.end();
});
