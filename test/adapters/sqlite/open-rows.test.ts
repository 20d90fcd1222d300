import { type Company, createInvoicing } from "faktura";
import { type SqliteConnection, sqliteStore } from "faktura/sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { germanProfile, oneTo, order } from "../../support/fixtures.ts";
import { connectRaw, freshFile, interceptedConnection } from "../../support/stores.ts";
import { insertCopy } from "../raw-books.ts";

let path: string;
let raw: SqliteConnection;
let store: ReturnType<typeof sqliteStore>;
let acme: Company;
/** The number of rows in each read of documents. */
let documentsRead: number[];

beforeEach(async () => {
  path = freshFile();
  documentsRead = [];
  store = sqliteStore(() => counting(connectRaw(path)));
  acme = createInvoicing({ store }).company("acme");
  await acme.saveProfile(germanProfile());
  await acme.issue(order());
  raw = connectRaw(path);
});

afterEach(async () => {
  raw.close();
  await store.close();
});

function counting(connection: SqliteConnection): SqliteConnection {
  return interceptedConnection(connection, (sql, send) => {
    const result = send();
    if (Array.isArray(result) && /\bdocument\b/.test(sql)) documentsRead.push(result.length);
    return result;
  });
}

/** Inserts copies of the first invoice as a panel does, without journal positions. */
function insertAsPanel(count: number): void {
  const changes = { source: "'panel'", actor: "NULL", journal_position: "NULL", digest: "NULL" };
  raw.exec("BEGIN IMMEDIATE");
  const [{ last }] = raw.prepare("SELECT max(counter) AS last FROM faktura_invoices").all() as [{ last: number }];
  for (const place of oneTo(count)) {
    const counter = String(last + place);
    raw.exec(
      insertCopy(raw, "faktura_invoices", "INSERT", {
        where: "counter = 1",
        counter,
        id: `'id-${counter}'`,
        ...changes,
      }),
    );
  }
  raw.exec("COMMIT");
}

test("a panel's rows get their journal positions in pages, however many there are", async () => {
  insertAsPanel(2001);
  documentsRead = [];
  await acme.issue(order());
  expect(Math.max(...documentsRead)).toBeLessThanOrEqual(1000);
  const invoices = await store.journal.invoicesAfter("acme", 0, 10_000);
  expect(invoices.map(({ place }) => place?.position)).toEqual(oneTo(2003));
  const found = new Set<string>();
  await acme.audit({ onFinding: ({ code }) => found.add(code) });
  expect([...found].sort()).toEqual(["document_mismatch", "number_mismatch"]); // expected, because they are copies; the chain is intact
});
