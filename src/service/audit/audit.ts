import type { AuditFinding } from "../../domain/books/audit-finding.ts";
import type { AuditedCreditNote, AuditedInvoice, BooksHead, StoredEntry } from "../../ports/journal.ts";
import { AdvancesAudit } from "./advances.ts";
import { BillingAudit } from "./billing-cursor.ts";
import { CreditSeriesAudit } from "./credit-series.ts";
import { DoubledNumbersAudit } from "./doubled-numbers.ts";
import { cellText, checkEntry, isOfCreditNoteAlone, readEntry } from "./entry.ts";
import { auditInvoice } from "./invoice.ts";
import { entryOfInvoice, JournalAudit } from "./journal.ts";
import { OlderInvoices } from "./older-invoices.ts";
import type { AuditedBooks, AuditReport } from "./options.ts";
import { type AuditOptions, type AuditSettings, requireAuditOptions } from "./options.ts";
import { findMisplaced, findOrphans } from "./orphan-entries.ts";
import { Pages } from "./pages.ts";
import { SequenceAudit } from "./sequence.ts";
import { SeriesAudit } from "./series.ts";
import { type AuditStart, BEGINNING, findStart, numberOf } from "./start.ts";

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
  readonly older: OlderInvoices;
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
    const [{ journal: reader }, { expected, since, pageSize }] = [this.#books, this.#settings];
    for (const detail of (await reader.faults?.(companyId)) ?? []) this.#report({ code: "guard_missing", detail });
    const guarded = (await reader.guarded?.(companyId)) ?? true;
    // Read before the head, so that the head is never behind the cursor.
    const billing = new BillingAudit(await reader.billing(companyId), this.#report);
    const head = await reader.head(companyId);
    const start = since === undefined ? BEGINNING : await findStart(reader, companyId, since, head);
    const older = new OlderInvoices(this.#books, companyId, start, this.#report);
    const sequence = new SequenceAudit(start, head, this.#report);
    const series = new SeriesAudit(start, reader, companyId, head, this.#report);
    const journal = new JournalAudit(start, head, expected, this.#report);
    const invoices = new Pages<AuditedInvoice>(
      (after, limit) => reader.invoicesAfter(companyId, after, limit),
      ({ counter }) => counter,
      { pageSize, after: start.invoice?.counter ?? 0, last: head.lastCounter },
    );
    const entries = this.#entryPages(start, head);
    const credits = new CreditSeriesAudit(start, this.#creditNotePages(start.lastCreditNote, head), this.#report);
    const advances = new AdvancesAudit(this.#books.reader, companyId, older, this.#report);
    const lastNumber = (start.invoice?.counter ?? 0) - start.inSeries;
    const doubled = new DoubledNumbersAudit(this.#creditNotePages(lastNumber, head), this.#report);
    await Promise.all([invoices.begin(), entries.begin(), credits.begin(), doubled.begin()]);
    for (;;) {
      const [invoice, entry] = [invoices.current, entries.current];
      if (entry !== undefined && (invoice === undefined || comesBefore(entry, invoice, head, journal))) {
        await this.#addEntry(entry, { journal, sequence, series, credits, older });
        this.#reportProgress(await entries.next(), head);
      } else if (invoice !== undefined) {
        await series.add(invoice);
        const number = series.numberOf(invoice);
        const isChained = this.#addInvoice(invoice, number, journal, head);
        sequence.add(invoice);
        await advances.add(invoice);
        older.addLater(invoice);
        if (invoice.series === undefined) await doubled.add(invoice, number);
        billing.add(invoice, isChained);
        this.#reportProgress(await invoices.next(), head);
      } else break;
    }
    const olderInvoices = await older.checkAll(
      async (invoice) => {
        series.compareName(invoice);
        await advances.add(invoice);
        const number = start.inSeries === 0 ? invoice.counter : numberOf(invoice);
        this.#checkInvoice(invoice, number, start, head);
      },
      (entries) => {
        this.#unmatched -= entries;
      },
    );
    await billing.findPassed(start, reader, companyId);
    journal.end();
    sequence.end();
    series.end();
    await credits.end();
    await advances.end();
    billing.end(sequence, head.countedByHost);
    await findMisplaced(this.#books.journal, companyId, MOST_FINDINGS, this.#report);
    if (this.#unmatched !== 0) await this.#findOrphans(start, head);
    const report = this.#reportOf(head, guarded);
    return since === undefined ? report : { ...report, since: start.head, olderInvoices };
  }

  #entryPages(start: AuditStart, head: BooksHead): Pages<StoredEntry> {
    const { journal } = this.#books;
    const read = (after: number, limit: number) => journal.entriesAfter(this.#companyId, after, limit);
    const { pageSize } = this.#settings;
    return new Pages<StoredEntry>(read, ({ position }) => position, {
      pageSize,
      after: start.head.position,
      last: head.position,
    });
  }

  #creditNotePages(after: number, head: BooksHead): Pages<AuditedCreditNote> {
    const { journal } = this.#books;
    const read = (after: number, limit: number) => journal.creditNotesAfter(this.#companyId, after, limit);
    const { pageSize } = this.#settings;
    return new Pages<AuditedCreditNote>(read, ({ counter }) => counter, {
      pageSize,
      after,
      last: head.lastCreditNote,
    });
  }

  #findOrphans(start: AuditStart, head: BooksHead): Promise<void> {
    const entries = this.#entryPages(start, head);
    return findOrphans(this.#books.reader, this.#companyId, entries, this.#unmatched, this.#report);
  }

  async #addEntry(entry: StoredEntry, { journal, sequence, series, credits, older }: EntryAudits): Promise<void> {
    this.#entries += 1;
    if (entry.invoiceId !== null && !isOfCreditNoteAlone(entry)) {
      this.#unmatched += 1;
      older.addNamed(entry.invoiceId);
    }
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
    const { creditNoteNumber } = creditNote ?? {};
    const doubled = creditNoteNumber && (await older.findByNumber(creditNoteNumber));
    if (doubled) {
      const detail = `the invoice ${doubled.document.invoiceNumber} has the same number`;
      this.#report({ code: "number_doubled", counter: doubled.counter, creditNoteNumber, detail });
    }
  }

  /** Returns whether the invoice had a position in the journal when the audit began. */
  #addInvoice(invoice: AuditedInvoice, number: number, journal: JournalAudit, head: BooksHead): boolean {
    const { invoiceNumber, counter, place } = invoice;
    this.#invoices += 1;
    const at = this.#checkInvoice(invoice, number, BEGINNING, head);
    if (place === null || place.position > head.position) {
      this.#unchained += 1;
      return false;
    }
    this.#entries += 1;
    journal.add(entryOfInvoice(invoice, at)!);
    if (this.#unchained > 0) {
      const before = this.#unchained === 1 ? "1 invoice before it has" : `${this.#unchained} invoices before it have`;
      const detail = `${before} no position in the journal`;
      this.#report({ code: "entry_missing", invoiceNumber, counter, position: place.position, detail });
      this.#unchained = 0;
    }
    return true;
  }

  /** Checks an invoice by itself, and counts its entries that the audit reads. Returns when it was issued, if it says so. */
  #checkInvoice(invoice: AuditedInvoice, number: number, start: AuditStart, head: BooksHead): string | undefined {
    const { invoiceNumber, counter, place, entries } = invoice;
    const isRead = ({ position }: StoredEntry) => position > start.head.position && position <= head.position;
    this.#unmatched -= entries.filter(isRead).length;
    return auditInvoice(invoice, number, (code, detail) => {
      this.#report({ code, invoiceNumber, counter, position: place?.position, detail });
    });
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
