import type { AuditFinding } from "../../domain/books/audit-finding.ts";
import type { AuditedCreditNote, AuditedInvoice, BooksHead, StoredEntry } from "../../ports/journal.ts";
import { BillingAudit } from "./billing-cursor.ts";
import { CreditSeriesAudit } from "./credit-series.ts";
import { DoubledNumbersAudit } from "./doubled-numbers.ts";
import { cellText, checkEntry, isOfCreditNoteAlone, readEntry } from "./entry.ts";
import { auditInvoice } from "./invoice.ts";
import { JournalAudit } from "./journal.ts";
import type { AuditedBooks, AuditReport } from "./options.ts";
import { type AuditOptions, type AuditSettings, requireAuditOptions } from "./options.ts";
import { findMisplaced, findOrphans } from "./orphan-entries.ts";
import { Pages } from "./pages.ts";
import { SequenceAudit } from "./sequence.ts";
import { SeriesAudit } from "./series.ts";

export const MOST_FINDINGS = 1000;

/**
 * Reads the books of one company from the first entry to the last and reports everything that differs from what was
 * written. It reads short pages, up to the entry that was the last when it began, and keeps two pages in memory. Writers
 * can continue meanwhile.
 *
 * @throws TypeError that names an unknown or invalid option
 */
export function auditBooks(books: AuditedBooks, companyId: string, options: AuditOptions = {}): Promise<AuditReport> {
  return new Audit(books, companyId, requireAuditOptions(options)).run();
}

/** The checks that entries of the journal are for. */
interface EntryAudits {
  readonly journal: JournalAudit;
  readonly sequence: SequenceAudit;
  readonly series: SeriesAudit;
  readonly credits: CreditSeriesAudit;
}

class Audit {
  readonly #books: AuditedBooks;
  readonly #companyId: string;
  readonly #settings: AuditSettings;
  readonly #findings: AuditFinding[] = [];
  #findingCount = 0;
  #invoices = 0;
  #entries = 0;
  #unchained = 0;
  /** Entries about invoices: how many the journal has, minus how many came with their invoices. */
  #unmatched = 0;

  constructor(books: AuditedBooks, companyId: string, settings: AuditSettings) {
    this.#books = books;
    this.#companyId = companyId;
    this.#settings = settings;
  }

  async run(): Promise<AuditReport> {
    const companyId = this.#companyId;
    const [{ journal: reader }, { expected, pageSize }] = [this.#books, this.#settings];
    for (const detail of (await reader.faults?.()) ?? []) this.#report({ code: "guard_missing", detail });
    const guarded = (await reader.guarded?.()) ?? true;
    // Read before the head, so that the head is never behind the cursor.
    const billing = new BillingAudit(await reader.billing(companyId), this.#report);
    const head = await reader.head(companyId);
    const sequence = new SequenceAudit(head, this.#report);
    const series = new SeriesAudit(reader, companyId, head, this.#report);
    const journal = new JournalAudit(head, expected, this.#report);
    const invoices = new Pages<AuditedInvoice>(
      (after, limit) => reader.invoicesAfter(companyId, after, limit),
      ({ counter }) => counter,
      { pageSize, last: head.lastCounter },
    );
    const entries = this.#entryPages(head);
    const credits = new CreditSeriesAudit(this.#creditNotePages(head), this.#report);
    const doubled = new DoubledNumbersAudit(this.#creditNotePages(head), this.#report);
    await Promise.all([invoices.begin(), entries.begin(), credits.begin(), doubled.begin()]);
    for (;;) {
      const [invoice, entry] = [invoices.current, entries.current];
      if (entry !== undefined && (invoice === undefined || comesBefore(entry, invoice, head, journal))) {
        await this.#addEntry(entry, { journal, sequence, series, credits });
        this.#reportProgress(await entries.next(), head);
      } else if (invoice !== undefined) {
        await series.add(invoice);
        const number = series.numberOf(invoice);
        const isChained = this.#addInvoice(invoice, number, journal, head);
        sequence.add(invoice);
        if (invoice.series === undefined) await doubled.add(invoice, number);
        billing.add(invoice, isChained);
        this.#reportProgress(await invoices.next(), head);
      } else break;
    }
    journal.end();
    sequence.end();
    series.end();
    await credits.end();
    billing.end(sequence, head.countedByHost);
    await findMisplaced(this.#books.journal, companyId, MOST_FINDINGS, this.#report);
    if (this.#unmatched !== 0) await this.#findOrphans(head);
    return this.#reportOf(head, guarded);
  }

  #entryPages(head: BooksHead): Pages<StoredEntry> {
    const { journal } = this.#books;
    const read = (after: number, limit: number) => journal.entriesAfter(this.#companyId, after, limit);
    const { pageSize } = this.#settings;
    return new Pages<StoredEntry>(read, ({ position }) => position, { pageSize, last: head.position });
  }

  #creditNotePages(head: BooksHead): Pages<AuditedCreditNote> {
    const { journal } = this.#books;
    const read = (after: number, limit: number) => journal.creditNotesAfter(this.#companyId, after, limit);
    const { pageSize } = this.#settings;
    return new Pages<AuditedCreditNote>(read, ({ counter }) => counter, { pageSize, last: head.lastCreditNote });
  }

  #findOrphans(head: BooksHead): Promise<void> {
    return findOrphans(this.#books.reader, this.#companyId, this.#entryPages(head), this.#unmatched, this.#report);
  }

  async #addEntry(entry: StoredEntry, { journal, sequence, series, credits }: EntryAudits): Promise<void> {
    this.#entries += 1;
    if (entry.invoiceId !== null && !isOfCreditNoteAlone(entry)) this.#unmatched += 1;
    journal.add(entry);
    const { position } = entry;
    const { entry: read, fault } = checkEntry(entry);
    if (fault !== undefined) {
      const detail = `it is not a valid entry of kind ${cellText(entry.kind)}: ${fault}`;
      this.#report({ code: "entry_unreadable", position, detail });
    }
    if (read?.kind === "numbering.continued") {
      if (read.series === undefined) sequence.continueFrom(read, position);
      else series.continueFrom(read.series, read, position);
    }
    if (read?.kind === "dates.resumed") {
      sequence.resumeDates(read, entry);
      credits.resumeDates(read.resumedOn);
    }
    if (read?.kind === "credit_note.applied") credits.apply(read, position);
    const creditNote = read?.kind === "credit_note.issued" ? read : undefined;
    if (entry.kind === "credit_note.issued") await credits.add(entry, creditNote);
  }

  /** Returns whether the invoice had a position in the journal when the audit began. */
  #addInvoice(invoice: AuditedInvoice, number: number, journal: JournalAudit, head: BooksHead): boolean {
    const { invoiceNumber, counter, place, source, actor, document, entries } = invoice;
    this.#invoices += 1;
    this.#unmatched -= entries.filter(({ position }) => position >= 1 && position <= head.position).length;
    const at = auditInvoice(invoice, number, (code, detail) => {
      this.#report({ code, invoiceNumber, counter, position: place?.position, detail });
    });
    if (place === null || place.position > head.position) {
      this.#unchained += 1;
      return false;
    }
    this.#entries += 1;
    journal.add({ ...place, kind: "invoice.issued", source, at, actor, document, invoice });
    if (this.#unchained > 0) {
      const before = this.#unchained === 1 ? "1 invoice before it has" : `${this.#unchained} invoices before it have`;
      const detail = `${before} no position in the journal`;
      this.#report({ code: "entry_missing", invoiceNumber, counter, position: place.position, detail });
      this.#unchained = 0;
    }
    return true;
  }

  readonly #report = (finding: AuditFinding): void => {
    this.#findingCount += 1;
    if (this.#findings.length < MOST_FINDINGS) this.#findings.push(finding);
    this.#settings.onFinding(finding);
  };

  #reportProgress(hasReadPage: boolean, head: BooksHead): void {
    if (hasReadPage) this.#settings.onProgress({ read: this.#entries, total: head.position });
  }

  #reportOf({ position, digest, countedByHost }: BooksHead, guarded: boolean): AuditReport {
    return {
      companyId: this.#companyId,
      invoices: this.#invoices,
      entries: this.#entries,
      unchained: this.#unchained,
      countedByHost,
      guarded,
      head: { position, digest },
      findings: this.#findings,
      findingCount: this.#findingCount,
    };
  }
}

/**
 * Whether the entry comes before the invoice. An invoice without a position comes after the entries that were written
 * before it. These follow each other without a gap, because an invoice that lost its position leaves one. After a gap,
 * an entry comes first only if its content says so.
 */
function comesBefore(
  entry: StoredEntry,
  { place, counter }: AuditedInvoice,
  head: BooksHead,
  journal: JournalAudit,
): boolean {
  if (place !== null && place.position <= head.position) return entry.position < place.position;
  const read = ["numbering.continued", "dates.resumed"].includes(entry.kind) ? readEntry(entry) : undefined;
  if (read?.kind === "numbering.continued" && read.series === undefined) return true;
  return read?.kind === "dates.resumed" ? read.lastCounter < counter : journal.isNext(entry);
}
