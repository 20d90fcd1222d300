import { issuedAtOf } from "../../domain/books/journal.ts";
import type { CompanyProfile } from "../../domain/generated/company-profile.ts";
import type { CompanyProfiles } from "../../ports/company-directory.ts";
import type { InvoiceReader, UsedKey } from "../../ports/invoice-repository.ts";
import type { CompanySequences } from "../../ports/number-sequence.ts";
import type { ChainedRow, LockedHead, OpenRow } from "../engine/dialect.ts";
import { sequencesOf } from "../engine/number-sequence.ts";
import { creditNoteSeries } from "./credit-notes.ts";
import { findByNumber, findInvoices } from "./invoices.ts";
import { findResumption, seriesHeads } from "./series.ts";
import { allRows, firstRow, type RunSteps, type Steps, writeRows } from "./steps.ts";
import { asTexts, type SqlSyntax } from "./syntax.ts";

/** The company's profile; `undefined` if none was saved. */
export function* findProfile({ tables }: SqlSyntax, companyId: string): Steps<CompanyProfile | undefined> {
  const text = `SELECT profile FROM ${tables.companies} WHERE company_id = $1`;
  const row = yield* firstRow<{ profile: string }>(text, companyId);
  return row && (JSON.parse(row.profile) as CompanyProfile);
}

/** The profiles of a store. `save` creates or replaces one. */
export function companyProfiles(read: RunSteps, write: RunSteps): Pick<CompanyProfiles, "profile" | "save"> {
  return {
    profile: (companyId) => read(findProfile, companyId),
    save: (companyId, profile) =>
      write(({ tables }) =>
        writeRows(
          `INSERT INTO ${tables.companies} (company_id, profile) VALUES ($1, $2)
           ON CONFLICT (company_id) DO UPDATE SET profile = excluded.profile`,
          [companyId, JSON.stringify(profile)],
        ),
      ),
  };
}

/** The uses of these idempotency keys; keys that the company has not used are left out. */
export function* findKeys({ tables, among }: SqlSyntax, companyId: string, keys: readonly string[]): Steps<UsedKey[]> {
  type Row = Omit<UsedKey, "creditNoteId"> & { readonly creditNoteId: string | null };
  const rows = yield* allRows<Row>(
    `SELECT key, fingerprint, invoice_id AS "invoiceId", credit_note_id AS "creditNoteId" FROM ${tables.keys} WHERE company_id = $1 AND ${among("key", "$2")}`,
    ...[companyId, keys],
  );
  return rows.map(({ key, fingerprint, invoiceId, creditNoteId }) => {
    const used = { key, fingerprint, invoiceId };
    return creditNoteId === null ? used : { ...used, creditNoteId };
  });
}

/** Reads single invoices of a store, and uses of keys. */
export function invoiceReader(read: RunSteps): Pick<InvoiceReader, "find" | "findByNumber" | "findKey"> {
  return {
    find: (companyId, id) =>
      read(function* (sql) {
        return (yield* findInvoices(sql, companyId, [id]))[0];
      }),
    findByNumber: (companyId, invoiceNumber) => read(findByNumber, companyId, invoiceNumber),
    findKey: (companyId, key) =>
      read(function* (sql) {
        return (yield* findKeys(sql, companyId, [key]))[0];
      }),
  };
}

/** The company's last invoice that has a position in the journal. */
export function* lastChained(sql: SqlSyntax, companyId: string): Steps<ChainedRow | undefined> {
  const row = yield* firstRow<Record<"counter" | "journal_position" | "digest", string>>(
    `SELECT ${asTexts(sql, "i", "counter", "journal_position")}, i.digest FROM ${sql.tables.invoices} AS i
     WHERE i.company_id = $1 AND i.journal_position IS NOT NULL ORDER BY i.counter DESC LIMIT 1`,
    companyId,
  );
  if (row === undefined) return undefined;
  return { counter: Number(row.counter), entry: { position: Number(row.journal_position), digest: row.digest } };
}

/** The first `limit` invoices after this counter, with everything that their journal entries need. */
export function* openRows(sql: SqlSyntax, companyId: string, after: number, limit: number): Steps<OpenRow[]> {
  const { tables, text, day, integer } = sql;
  type Row = Record<"counter" | "issue_date" | "document", string> & Pick<OpenRow, "source" | "actor">;
  const rows = yield* allRows<Row>(
    `SELECT ${text("i.counter")} AS counter, ${day("i.issue_date")} AS issue_date, i.source, i.actor, i.document
     FROM ${tables.invoices} AS i WHERE i.company_id = $1 AND i.counter > ${integer("$2")}
     ORDER BY i.counter LIMIT ${integer("$3")}`,
    ...[companyId, after, limit],
  );
  return rows.map(({ counter, issue_date, source, actor, document }) => {
    return { counter: Number(counter), source, actor, document, issuedAt: issuedAtOf(document, issue_date) };
  });
}

/** Where the company's sequences end, after its invoices do at `head`. `names` is absent if a host's own counter numbers. */
export function* sequencesAfter(
  sql: SqlSyntax,
  companyId: string,
  head: LockedHead,
  names: readonly string[] | undefined,
): Steps<CompanySequences> {
  const resumption = yield* findResumption(sql, companyId);
  const series = names && (yield* seriesHeads(sql, companyId, names));
  return sequencesOf(head, resumption, series, yield* creditNoteSeries(sql, companyId));
}
