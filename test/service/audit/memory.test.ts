/**
 * Goal: an audit and a VAT report take the same memory however many invoices there are.
 * Method: 50,000 invoices of 1.5 KB are written to a SQLite file; the command reads them in processes whose heap holds a
 * fraction of that.
 */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { createInvoicing, type VatReport } from "faktura";
import { openSqliteStore } from "faktura/sqlite";
import { expect, test } from "vitest";
import { ROOT } from "../../docs/pages.ts";
import { germanProfile, order } from "../../support/fixtures.ts";
import { freshFile } from "../../support/stores.ts";

const INVOICES = 50_000;

test("50,000 invoices are audited, and summed for VAT returns, with a heap of 64 MB", async () => {
  const path = freshFile();
  const invoicing = createInvoicing({ store: await openSqliteStore(path) });
  const acme = invoicing.company("acme");
  await acme.saveProfile(germanProfile());
  const block = Array.from({ length: 1000 }, () => order({ note: "long ".repeat(80) }));
  for (let issued = 0; issued < INVOICES; issued += block.length) await acme.issueMany(block);
  await invoicing.close();
  const run = async (...args: string[]) => {
    const command = ["--max-old-space-size=64", "--import", "tsx", "src/cli/cli.ts", ...args, "--json"];
    return (await promisify(execFile)(process.execPath, command, { cwd: ROOT })).stdout;
  };
  const year = `${new Date().getUTCFullYear()}`;
  const report = await run("report", path, "--company", "acme", "--period", year);
  const { domestic, unplaced } = JSON.parse(report) as VatReport;
  expect(domestic.lines.map(({ taxableAmount }) => taxableAmount)).toEqual([INVOICES * 200]);
  expect(unplaced).toEqual([]);
  const { companies, sound } = JSON.parse(await run("audit", path)) as { companies: object[]; sound: boolean };
  expect(sound).toBe(true);
  expect(companies).toMatchObject([{ companyId: "acme", invoices: INVOICES, entries: INVOICES, findings: [] }]);
}, 180_000);
