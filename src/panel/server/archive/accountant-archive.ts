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
import { formatsIn } from "../../locale-formats.ts";
import { RETURN_SECTIONS } from "../../return-sections.ts";
import type { ArchiveCheck } from "../../wire.ts";
import type { Call } from "../calls/call.ts";
import { creditNoteColumns, invoiceColumns } from "../calls/csv-calls.ts";
import { reportOf, sectionTable } from "../calls/return-calls.ts";
import { handedOnFile } from "../document-file.ts";
import { creditNoteGroups, listedCreditNotes } from "../lists/credit-note-list.ts";
import { type CsvColumn, csvAmount, csvContent, separatorOf } from "../lists/csv.ts";
import { byNumber, listContext, listedInvoices, todayOf } from "../lists/invoice-list.ts";
import type { PanelBooks } from "../panel-books.ts";
import { ArchivedDocuments, einvoiceGap, numberOf } from "./archived-documents.ts";
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
  const { company, companyId, texts, query } = call;
  const { from = "", to = "" } = query;
  const accounts = await books.accounts.find(companyId);
  const rows = await company.accountingRows({ from, to, accounts: accounts ?? NO_ACCOUNTS });
  const batches = batchesOf(rows, { from, to }, accounts?.datev, books.clock.now());
  const report = await reportOf(books.figures.ofCompany(company, companyId), query);
  const sections = RETURN_SECTIONS.map((section) => sectionTable(section, report, call));
  const { archive, csv, returns } = texts;
  const listed = { from, to };
  const today = await todayOf(company, books.clock);
  const invoices = listedInvoices(company, listed, listContext(companyId, books.sendings, books.clock));
  const creditNotes = listedCreditNotes(company, listed);
  const table = async <Row>(name: string, columns: readonly CsvColumn<Row>[], groups: Groups<Row>) => {
    return { name: `${name} ${from} ${to}.csv`, content: await csvContent(call, columns, groups) };
  };
  const files: ArchivedFile[] = [
    {
      name: `${archive.rows} ${from} ${to}.csv`,
      content: new TextEncoder().encode(`\uFEFF${accountingCsv(rows, separatorOf(call))}`),
    },
    await table(archive.payments, paymentColumns(call), [rows.filter(({ kind }) => kind === "payment")]),
    await table(csv.invoices, invoiceColumns(texts, today), invoices),
    await table(csv.creditNotes, creditNoteColumns(texts), creditNotes),
    ...batches.filter(({ faults }) => faults.length === 0).map(({ file }) => file()),
  ];
  for (const { title, columns, rows: own } of sections) {
    if (own.length > 0) files.push(await table(`${returns.title}/${title}`, columns, [own]));
  }
  const missing = [
    ...lackingAccounts(rows, batches, accounts, call),
    ...(accounts && !accounts.datev && (await isOfDatev(company)) ? [archive.noDatev] : []),
    ...report.oss.ratesNeeded.map(({ currency, period }) => archive.noRate(currency, period)),
  ];
  return {
    files,
    missing,
    declared: new Set(rows.filter(({ kind }) => kind === "invoice").map(({ number }) => number)),
  };
}

type Groups<Row> = AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>;

/** What the rows lack. A company without accounts is told once that its rows have none. */
function lackingAccounts(
  rows: readonly AccountingRow[],
  batches: readonly Batch[],
  accounts: AccountMap | undefined,
  call: Call,
): string[] {
  const { noAccounts, noBatch } = call.texts.archive;
  const faults = [...accountingFaults(rows), ...batches.flatMap((batch) => batch.faults)];
  const isTold = ({ code }: AccountingFault) => accounts !== undefined || !code.endsWith("_account_missing");
  const lines = [
    ...(accounts === undefined ? [noAccounts] : []),
    ...faults.filter(isTold).map((fault) => faultText(fault, call)),
    ...batches.filter((batch) => batch.faults.length > 0).map(({ span }) => noBatch(span.from, span.to)),
  ];
  return [...new Set(lines)];
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

/** A batch of a month, what its rows lack, and its file if that is nothing. */
interface Batch extends DatevBatch {
  readonly faults: readonly AccountingFault[];
  readonly file: () => ArchivedFile;
}

/** A batch for each month that has rows. */
function batchesOf(
  rows: readonly AccountingRow[],
  days: DatevBatch["span"],
  settings: DatevBatch["settings"] | undefined,
  createdAt: Date,
): Batch[] {
  if (settings === undefined) return [];
  const months = [...new Set(rows.map(({ on }) => on.slice(0, 7)))].sort();
  return months.map((month) => {
    const end = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).toISOString().slice(0, 10);
    const first = `${month}-01`;
    const span = { from: first > days.from ? first : days.from, to: end < days.to ? end : days.to };
    const batch = { span, settings, createdAt };
    const own = rows.filter(({ on }) => on.startsWith(month));
    const name = `EXTF_Buchungsstapel_${span.from}_${span.to}.csv`;
    return { ...batch, faults: accountingFaults(own, batch), file: () => ({ name, content: datevBatch(own, batch) }) };
  });
}

async function isOfDatev(company: Call["company"]): Promise<boolean> {
  return OF_DATEV.includes((await company.profile()).country);
}

function faultText({ code, subject, facts }: AccountingFault, { texts, language }: Call): string {
  const { faults, kinds } = texts.archive;
  if (facts === undefined) return faults[code](subject);
  const { kind, treatment, taxRate, country } = facts;
  const rate = taxRate === null ? [] : [formatsIn(language).rateText(taxRate)];
  const sale = [kinds[kind], texts.words.treatments[treatment], ...rate, ...(country ? [country] : [])];
  return faults[code](sale.join(", "));
}
