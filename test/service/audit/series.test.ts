/**
 * Goal: an audit finds numbers of a series that have gaps, and invoices that are not in the series that they name.
 * Method: drop the guards of a real file, change it with SQL, and audit it.
 */

import { sqliteStore } from "faktura/sqlite";
import { expect, test } from "vitest";
import { order } from "../../support/fixtures.ts";
import { connectRaw, freshFile, withRaw } from "../../support/stores.ts";
import { openBooks } from "../books.ts";

const ROWS = "faktura_series_invoices";

const DAMAGES: Readonly<Record<string, readonly [sql: string, found: readonly string[]]>> = {
  "a number changed": [`UPDATE ${ROWS} SET number = 5 WHERE place = 1`, ["number_mismatch", "series_mismatch"]],
  "a place changed": [`UPDATE ${ROWS} SET place = 9 WHERE place = 3`, ["series_mismatch"]],
  "an invoice put into another series": [
    `UPDATE ${ROWS} SET series = 'B', number = 2 WHERE place = 3`,
    ["series_mismatch"],
  ],
  "a row deleted": [`DELETE FROM ${ROWS} WHERE place = 3`, ["number_mismatch", "series_mismatch"]],
  "a row of another invoice": [`UPDATE ${ROWS} SET counter = 4 WHERE place = 3`, ["series_mismatch"]],
  "a row without an invoice": [
    `INSERT INTO ${ROWS} VALUES ('acme', 4, 'A', 3, 99, 'A-202611-0003')`,
    ["series_mismatch"],
  ],
  "an invoice dated before the series that it continues": [
    `UPDATE faktura_journal SET document = replace(document, '2026-11-20', '2026-11-21')`,
    ["digest_mismatch", "series_mismatch"],
  ],
};

test.each(Object.entries(DAMAGES))("%s is found", async (_name, [sql, found]) => {
  const path = freshFile();
  const series = { A: { prefix: "A" }, B: { prefix: "B" }, C: { prefix: "C" } };
  const { acme, invoicing } = await openBooks(
    sqliteStore(() => connectRaw(path)),
    { series },
  );
  await acme.continueNumbering({ series: "B", lastCounter: 7, lastIssueDate: "2026-11-20" });
  await acme.issueMany([order(), order({ series: "A" }), order({ series: "B" }), order(), order({ series: "A" })]);
  expect((await acme.audit()).findings).toEqual([]);
  withRaw(path, (raw) => {
    const triggers = raw.prepare("SELECT name FROM sqlite_schema WHERE type = 'trigger'").all() as { name: string }[];
    for (const { name } of triggers) raw.exec(`DROP TRIGGER ${name}`);
    raw.exec(sql);
  });
  const codes = (await acme.audit()).findings.map(({ code }) => code).filter((code) => code !== "guard_missing");
  expect([...new Set(codes)].sort()).toEqual(found);
  await invoicing.close();
});
