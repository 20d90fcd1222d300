/**
 * Goal: an audit of books that others write meanwhile finds nothing.
 * Method: four processes issue, pay and cancel in one SQLite file, while one audit after another runs on short pages.
 */
import { createInvoicing } from "faktura";
import { openSqliteStore } from "faktura/sqlite";
import { afterEach, expect, test } from "vitest";
import { endChildren, startTogether } from "../../crash/children.ts";
import { germanProfile } from "../../support/fixtures.ts";
import { freshFile } from "../../support/stores.ts";

afterEach(endChildren);

test("four writers give an audit nothing to find", async () => {
  const path = freshFile();
  const invoicing = createInvoicing({ store: await openSqliteStore(path, { lockTimeoutMs: 60_000 }) });
  const acme = invoicing.company("acme");
  await acme.saveProfile(germanProfile());
  const writers = await startTogether(4, "test/service/audit/write-books.ts", () => [path, "40"]);
  let isWriting = true;
  const ended = Promise.all(writers.map((writer) => writer.finished())).finally(() => {
    isWriting = false;
  });
  const seen = new Set<number>();
  let expected = { position: 0, digest: "0".repeat(64) };
  while (isWriting) {
    const { head, findings } = await acme.audit({ pageSize: 3, expect: expected });
    expect(findings).toEqual([]);
    seen.add(head.position);
    expected = head;
  }
  await ended;
  expect(seen.size, "audits that each saw more").toBeGreaterThan(2);
  const report = await acme.audit({ expect: expected });
  expect(report).toMatchObject({ invoices: 160, entries: 320, findings: [] });
  await invoicing.close();
}, 120_000);
