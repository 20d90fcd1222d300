import {
  type AccountingFault,
  type AccountingRow,
  type AccountMap,
  accountingCsv,
  accountingFaults,
  type DatevBatch,
  datevBatch,
  type IssuedDocument,
} from "faktura";
import { formatsIn } from "../locale-formats.ts";
import { RETURN_SECTIONS } from "../return-sections.ts";
import type { ArchiveCheck } from "../wire.ts";
import { ArchivedDocuments, einvoiceGap, numberOf } from "./archived-documents.ts";
import type { Call } from "./calls/call.ts";
import { creditNoteColumns, invoiceColumns } from "./calls/csv-calls.ts";
import { reportOf, sectionTable } from "./calls/return-calls.ts";
import { handedOnFile } from "./document-file.ts";
import { creditNoteGroups, listedCreditNotes } from "./lists/credit-note-list.ts";
import { type CsvColumn, csvAmount, csvContent, separatorOf } from "./lists/csv.ts";
import { byNumber, listContext, listedInvoices, todayOf } from "./lists/invoice-list.ts";
import type { PanelBooks } from "./panel-books.ts";
import type { ArchivedFile } from "./zip.ts";

/** How much of what is missing a page shows. */
const SHOWN = 100;

/** Countries whose accountants import DATEV's batches. */
const OF_DATEV = ["DE", "AT"];

/** The accounts of a company that has entered none. Its clients have numbers all the same. */
const NO_ACCOUNTS: AccountMap = { sales: [], payments: [], debtors: { first: "10000" } };

/** What of the archive of some days cannot be written, before it is. */
export async function archiveCheck(call: Call, books: PanelBooks): Promise<ArchiveCheck> {
  const { missing, declared } = await booksOf(call, books);
  for await (const { document } of documentsOf(call, declared)) {
    const lacking = einvoiceGap(handedOnFile(document, books.formats), numberOf(document), call.texts.archive);
    if (lacking !== undefined) missing.push(lacking);
  }
  return { missing: missing.slice(0, SHOWN), total: missing.length };
}

/** What an accountant needs of some days. Documents are read and written one by one, because there can be many. */
export async function* accountantArchive(call: Call, books: PanelBooks): AsyncGenerator<ArchivedFile> {
  const archived = new ArchivedDocuments(call.companyId, books, call.texts.archive);
  const { files, missing, declared } = await booksOf(call, books);
  archived.missing.push(...missing);
  for (const file of files.splice(0)) yield archived.counted(file);
  for await (const { folder, document } of documentsOf(call, declared)) {
    yield* archived.filesOf(document, `${folder}/`, { isOne: false });
  }
  yield* archived.missingFile();
}

/** The documents of these days, and the other invoices that are booked in them. */
async function* documentsOf(
  { company, query: { from, to }, texts: { csv } }: Call,
  declared: Set<string>,
): AsyncGenerator<{ folder: string; document: IssuedDocument }> {
  for await (const document of company.listAll({ from, to })) {
    declared.delete(document.invoiceNumber);
    yield { folder: csv.invoices, document };
  }
  for (const number of declared) {
    const document = await byNumber(company, number);
    if (document !== undefined) yield { folder: csv.invoices, document };
  }
  for await (const group of creditNoteGroups(company, { from, to })) {
    for (const document of group) yield { folder: csv.creditNotes, document };
  }
}

/** The files that are tables, what they lack, and the numbers of the invoices that they book. */
async function booksOf(call: Call, books: PanelBooks) {
  const { company, companyId, texts } = call;
  const { from = "", to = "" } = call.query;
  const accounts = await books.accounts.find(companyId);
  const rows = await company.accountingRows({ from, to, accounts: accounts ?? NO_ACCOUNTS });
  const batches = batchesOf(rows, from, to, accounts?.datev, books.clock.now());
  const faulty = batches.filter((batch) => accountingFaults(batch.rows, batch).length > 0);
  const faults = new Map([
    ...accountingFaults(rows).map((fault) => [fault.detail, fault] as const),
    ...faulty.flatMap((batch) => accountingFaults(batch.rows, batch)).map((fault) => [fault.detail, fault] as const),
  ]);
  const { country } = await company.profile();
  const { archive } = texts;
  const named = accounts === undefined ? [] : [...faults.values()].map((fault) => faultText(fault, call));
  const missing = [
    ...(accounts === undefined ? [archive.noAccounts] : named),
    ...faulty.map(({ span }) => archive.noBatch(span.from, span.to)),
    ...(accounts !== undefined && accounts.datev === undefined && OF_DATEV.includes(country) ? [archive.noDatev] : []),
  ];
  const content = new TextEncoder().encode(`\uFEFF${accountingCsv(rows, separatorOf(call))}`);
  const payments = rows.filter(({ kind }) => kind === "payment");
  const files: ArchivedFile[] = [
    ...(await reportFiles(call, missing)),
    { name: `${archive.rows} ${from} ${to}.csv`, content },
    {
      name: `${archive.payments} ${from} ${to}.csv`,
      content: await csvContent(call, paymentColumns(call), [payments]),
    },
    ...(await listFiles(call, books)),
    ...batches
      .filter((batch) => !faulty.includes(batch) && batch.rows.length > 0)
      .map((batch) => {
        return {
          name: `EXTF_Buchungsstapel_${batch.span.from}_${batch.span.to}.csv`,
          content: datevBatch(batch.rows, batch),
        };
      }),
  ];
  return {
    files,
    missing,
    declared: new Set(rows.filter(({ kind }) => kind === "invoice").map(({ number }) => number)),
  };
}

/** The sections of the VAT report that have rows. */
async function reportFiles(call: Call, missing: string[]): Promise<ArchivedFile[]> {
  const { query, texts } = call;
  const report = await reportOf(call.company, query);
  for (const { currency, period } of report.oss.ratesNeeded) missing.push(texts.archive.noRate(currency, period));
  const tables = RETURN_SECTIONS.map((section) => sectionTable(section, report, call)).filter(
    ({ rows }) => rows.length > 0,
  );
  return Promise.all(
    tables.map(async ({ name, columns, rows }) => {
      return { name: `${texts.returns.title}/${name}.csv`, content: await csvContent(call, columns, [rows]) };
    }),
  );
}

/** The lists of these days. */
async function listFiles(call: Call, { clock, sendings }: PanelBooks): Promise<ArchivedFile[]> {
  const { company, companyId, texts } = call;
  const { from, to } = call.query;
  const [query, today] = [{ from: from!, to: to! }, await todayOf(company, clock)];
  const invoices = listedInvoices(company, query, listContext(companyId, sendings, clock));
  const creditNotes = listedCreditNotes(company, query);
  const { csv } = texts;
  return [
    {
      name: `${csv.invoices} ${from} ${to}.csv`,
      content: await csvContent(call, invoiceColumns(texts, today), invoices),
    },
    {
      name: `${csv.creditNotes} ${from} ${to}.csv`,
      content: await csvContent(call, creditNoteColumns(texts), creditNotes),
    },
  ];
}

function paymentColumns({ texts: { csv, archive } }: Call): CsvColumn<AccountingRow>[] {
  return [
    [archive.paidOn, ({ on }) => on],
    [csv.invoiceNumber, ({ number }) => number],
    [csv.client, ({ clientName }) => clientName],
    [archive.debtor, ({ debtor }) => debtor ?? undefined],
    [archive.account, ({ account }) => account ?? undefined],
    [archive.method, ({ method }) => method ?? undefined],
    [csv.reference, ({ reference }) => reference ?? undefined],
    [csv.currency, ({ currency }) => currency],
    [archive.amount, ({ amount, currency }) => csvAmount(-amount, currency)],
  ];
}

/** A batch for each month, with its rows. */
function batchesOf(
  rows: readonly AccountingRow[],
  from: string,
  to: string,
  settings: DatevBatch["settings"] | undefined,
  createdAt: Date,
): (DatevBatch & { readonly rows: readonly AccountingRow[] })[] {
  if (settings === undefined) return [];
  const batches = [];
  for (let first = from; first <= to; ) {
    const [year, month] = [Number(first.slice(0, 4)), Number(first.slice(5, 7))];
    const end = new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
    const span = { from: first, to: end < to ? end : to };
    batches.push({ span, settings, createdAt, rows: rows.filter(({ on }) => on >= span.from && on <= span.to) });
    first = new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
  }
  return batches;
}

function faultText({ code, subject, facts }: AccountingFault, { texts, language }: Call): string {
  const { faults, kinds } = texts.archive;
  if (facts === undefined) return faults[code](subject);
  const { kind, treatment, taxRate, country } = facts;
  const rate = taxRate === null ? [] : [formatsIn(language).rateText(taxRate)];
  return faults[code](
    [kinds[kind], texts.words.treatments[treatment], ...rate, ...(country ? [country] : [])].join(", "),
  );
}
