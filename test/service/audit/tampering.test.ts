/**
 * Goal: whatever is done to the books behind the library's back is refused by the database, and where its guards were
 * taken away it is found and named by an audit.
 * Method: each damage of the table is done by raw SQL to books that were sound before; first with the guards in place,
 * then without them, on books that are put back each time. The findings for each are kept in `findings.json`, as an
 * auditor would see them; to accept a change, run
 * `FAKTURA_UPDATE_GOLDEN=1 npx vitest run --config test/vitest.config.ts test/service/audit/tampering.test.ts`.
 */
import { randomUUID } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { AUDIT_FINDING_CODES, type AuditFinding, type AuditReport, createInvoicing } from "faktura";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditInSteps } from "./audited-rows.ts";
import { DAMAGES } from "./damages.ts";
import {
  chainAnew,
  creditSome,
  DATABASES,
  keepTables,
  type TamperedBooks,
  writeBooksToTamper,
} from "./tampered-books.ts";

const UPDATE = process.env["FAKTURA_UPDATE_GOLDEN"] === "1";
const GOLDEN = join(import.meta.dirname, "findings.json");
const golden: Record<string, readonly string[]> = JSON.parse(readFileSync(GOLDEN, "utf8"));
afterAll(() => {
  if (UPDATE) writeFileSync(GOLDEN, `${JSON.stringify(golden, null, 2)}\n`);
});

/** A finding in a line, without what is another one in each run. */
function lineOf({ code, position, counter, invoiceNumber, creditNoteNumber, detail }: AuditFinding): string {
  const place = [position, counter, invoiceNumber ?? creditNoteNumber].map((part) => part ?? "-").join(" ");
  const constant = detail
    .replace(/[\da-f]{64}/g, "<digest>")
    .replace(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, "<id>");
  return `${code} ${place}: ${constant}`;
}

/** Cells that lost their types may hold bytes, which are other objects after a step. */
const asJson = (report: AuditReport) => JSON.parse(JSON.stringify(report)) as object;

async function codesFound({ acme, head }: TamperedBooks, withHead = true): Promise<string[]> {
  const { findings } = await acme.audit(withHead ? { expect: head } : {});
  return [...new Set(findings.map(({ code }) => code))].sort();
}

describe.each(DATABASES)("books on $name", (database) => {
  describe.each([false, true])("credited: %s", (isCredited) => {
    const damages = DAMAGES.filter(
      ({ only = database.name, credited = false }) => only === database.name && credited === isCredited,
    );
    const write = async () => {
      const written = await writeBooksToTamper(database);
      return isCredited ? creditSome(written) : written;
    };
    let books: TamperedBooks;
    let putBack: () => Promise<void>;
    beforeAll(async () => {
      books = await write();
      await books.raw.dropGuards();
      putBack = await keepTables(books.raw);
    });
    afterAll(() => books.close());

    test.each(damages)("$name: found as $found", async ({ name, sql, hide, found, withHead = false }) => {
      await putBack();
      expect(await codesFound(books)).toEqual([]);
      for (const statement of sql) await books.raw.run(statement);
      await hide?.(books.raw);
      if (withHead) expect(await codesFound(books, false), "without the head").toEqual([]);
      expect(await codesFound(books, withHead)).toEqual([...found].sort());
      const report = await books.acme.audit({ expect: books.head });
      const inSteps = await auditInSteps(books.acme, { expect: books.head, mostEntries: 1 });
      expect(asJson(inSteps), "in steps of one entry").toEqual(asJson(report));
      const lines = report.findings.map(lineOf);
      if (UPDATE) golden[name] = lines;
      expect(lines).toEqual(golden[name]);
    });

    test("with its guards the database refuses every statement of the table", async () => {
      const guarded = await write();
      const passed: string[] = [];
      for (const { name, sql } of damages.filter(({ unguarded = false }) => !unguarded))
        for (const statement of sql) {
          if (!(await changesSomething(guarded, statement))) continue;
          const refused = await guarded.raw.run(statement).then(
            () => undefined,
            (error: unknown) => String(error),
          );
          if (refused === undefined) passed.push(`${name}: ${statement}`);
          else expect(refused, statement).toMatch(/faktura: |constraint/i);
        }
      expect(passed).toEqual([]);
      expect(await codesFound(guarded)).toEqual([]);
      await guarded.close();
    });

    test("recomputed digests of untouched books match the stored ones", async () => {
      await putBack();
      await chainAnew(books.raw);
      expect(await codesFound(books)).toEqual([]);
    });
  });

  test("rows that a panel has inserted are no finding, and get their places with the next write", async () => {
    const own = await writeBooksToTamper(database);
    const [last] = await own.raw.rows("SELECT id, document FROM faktura_invoices WHERE counter = 16");
    const id = randomUUID();
    const document = String(last!["document"]).replace(String(last!["id"]), id).replace("-0016", "-0017");
    await own.raw.run(
      `INSERT INTO faktura_invoices (company_id, counter, id, invoice_number, issue_date, source, document)
       VALUES ('acme', 17, '${id}', 'INV-202611-0017', '2026-11-20', 'panel', '${document}')`,
    );
    expect(await own.acme.audit({ expect: own.head })).toMatchObject({ unchained: 1, findings: [], invoices: 7 });
    await own.acme.recordPayment(id, { amount: 238 });
    const { head, ...report } = await own.acme.audit({ expect: own.head });
    expect(report).toMatchObject({ unchained: 0, findings: [] });
    expect(head.position).toBe(own.head.position + 2);
    await own.close();
  });
});

/** A statement of a damage may be about what the one before it has moved. */
async function changesSomething({ raw }: TamperedBooks, statement: string): Promise<boolean> {
  const target = /^(?:UPDATE (\S+) SET .* (WHERE .*)|DELETE FROM (\S+)( WHERE .*)?)$/s.exec(statement);
  if (target === null) return true;
  const [, updated, where, deleted, whereDeleted = ""] = target;
  return (await raw.rows(`SELECT 1 FROM ${updated ?? deleted} ${where ?? whereDeleted}`)).length > 0;
}

test.each(DATABASES)("guards that are gone from $name are found of each company, before all else", async (database) => {
  const { store, raw } = await database.open();
  await raw.dropGuards();
  const { findings } = await createInvoicing({ store }).company("acme").audit();
  expect(findings.length).toBeGreaterThan(20);
  expect(new Set(findings.map(({ code }) => code))).toEqual(new Set(["guard_missing"]));
  await Promise.all([raw.close(), store.close()]);
});

test("the table of damages, and what befalls the guards and series, leads to every code that there is", () => {
  const found = new Set([...DAMAGES.flatMap(({ found }) => found), "guard_missing", "series_mismatch"]);
  expect(AUDIT_FINDING_CODES.filter((code) => !found.has(code))).toEqual([]);
});
