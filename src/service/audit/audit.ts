import type { AuditFinding, ReportFinding } from "../../domain/books/audit-finding.ts";
import type { AuditedCreditNote, AuditedInvoice, StoredEntry } from "../../ports/journal.ts";
import { AdvancesAudit } from "./advances.ts";
import { BillingAudit } from "./billing-cursor.ts";
import { CreditSeriesAudit } from "./credit-series.ts";
import { DoubledNumbersAudit } from "./doubled-numbers.ts";
import { cellText, checkEntry, isOfCreditNoteAlone, readEntry } from "./entry.ts";
import { auditInvoice } from "./invoice.ts";
import { entryOfInvoice, JournalAudit } from "./journal.ts";
import { OlderInvoices } from "./older-invoices.ts";
import type { AuditedBooks, AuditReport, AuditSettings, AuditStep } from "./options.ts";
import { type AuditOptions, type AuditStepOptions, requireAuditOptions, requireStepOptions } from "./options.ts";
import { findMisplaced, findOrphan, reportUnseen } from "./orphan-entries.ts";
import { Pages } from "./pages.ts";
import { type BegunAudit, beginAudit, parseRest, restOf, type StepState } from "./rest.ts";
import { SequenceAudit } from "./sequence.ts";
import { SeriesAudit } from "./series.ts";
import { type AuditStart, BEGINNING, numberOf } from "./start.ts";

export const MOST_FINDINGS = 1000;

/**
 * Reads the books of one company from the first entry to the last and reports everything that differs from what was
 * written. It reads short pages, up to the entry that was the last when it began, and keeps two pages in memory. Writers
 * can continue meanwhile.
 *
 * @throws TypeError that names an unknown or invalid option
 */
export async function auditBooks(
  books: AuditedBooks,
  companyId: string,
  options: AuditOptions = {},
): Promise<AuditReport> {
  const settings = requireAuditOptions(options);
  const audit = new Audit(books, await beginAudit(books, companyId, settings), settings);
  await audit.goOn(Number.POSITIVE_INFINITY);
  return audit.report;
}

/**
 * A step of such an audit, which reads a limited number of entries. All steps together find what {@link auditBooks} finds.
 *
 * @throws TypeError that names an unknown or invalid option
 */
export async function auditStep(
  books: AuditedBooks,
  companyId: string,
  options: AuditStepOptions = {},
): Promise<AuditStep> {
  const { rest, mostEntries, ...settings } = requireStepOptions(options);
  const kept = rest === undefined ? undefined : parseRest(rest, companyId);
  const audit = new Audit(books, kept?.begun ?? (await beginAudit(books, companyId, settings)), settings, kept);
  return (await audit.goOn(mostEntries)) ? { report: audit.report } : { rest: restOf(audit) };
}

/** The pages that an audit reads. */
function pagesOf({ journal }: AuditedBooks, { companyId, start, head }: BegunAudit, pageSize: number) {
  const entries = () =>
    new Pages<StoredEntry>(
      (after, limit) => journal.entriesAfter(companyId, after, limit),
      ({ position }) => position,
      { pageSize, after: start.head.position, last: head.position },
    );
  const creditNotes = (after: number) =>
    new Pages<AuditedCreditNote>(
      (after, limit) => journal.creditNotesAfter(companyId, after, limit),
      ({ counter }) => counter,
      { pageSize, after, last: head.lastCreditNote },
    );
  const lastCounter = start.invoice?.counter ?? 0;
  const invoices = new Pages<AuditedInvoice>(
    (after, limit) => journal.invoicesAfter(companyId, after, limit),
    ({ counter }) => counter,
    { pageSize, after: lastCounter, last: head.lastCounter },
  );
  const [credits, doubled] = [creditNotes(start.lastCreditNote), creditNotes(lastCounter - start.inSeries)];
  return { invoices, entries: entries(), credits, doubled, orphans: entries() };
}

/** What is checked from invoice to invoice. */
function checksOf(books: AuditedBooks, begun: BegunAudit, pages: ReturnType<typeof pagesOf>, report: ReportFinding) {
  const { companyId, start, head, expected, cursor } = begun;
  const older = new OlderInvoices(books, companyId, start, report);
  return {
    older,
    journal: new JournalAudit(start, head, expected, report),
    sequence: new SequenceAudit(start, head, report),
    series: new SeriesAudit(start, books.journal, companyId, head, report),
    credits: new CreditSeriesAudit(start, pages.credits, report),
    advances: new AdvancesAudit(books.reader, companyId, older, report),
    doubled: new DoubledNumbersAudit(pages.doubled, report),
    billing: new BillingAudit(cursor, report),
  };
}

class Audit {
  readonly #books: AuditedBooks;
  readonly #settings: Omit<AuditSettings, "expected" | "since">;
  readonly #checks: ReturnType<typeof checksOf>;
  readonly #pages: ReturnType<typeof pagesOf>;
  readonly begun: BegunAudit;
  /** All that keeps something for the next step. */
  readonly parts: StepState["parts"];
  state = {
    /** How many of the tasks of {@link goOn} are done. */
    tasks: 0,
    findings: [] as AuditFinding[],
    findingCount: 0,
    invoices: 0,
    entries: 0,
    unchained: 0,
    olderInvoices: 0,
    /** Entries about invoices: how many the journal has, minus how many came with their invoices. */
    unmatched: 0,
  };

  constructor(
    books: AuditedBooks,
    begun: BegunAudit,
    settings: Omit<AuditSettings, "expected" | "since">,
    kept?: StepState,
  ) {
    this.#books = books;
    this.#settings = settings;
    this.begun = begun;
    this.#pages = pagesOf(books, begun, settings.pageSize);
    this.#checks = checksOf(books, begun, this.#pages, this.#report);
    const { doubled: _, ...checks } = this.#checks; // its pages keep all
    this.parts = [this, ...Object.values(checks), ...Object.values(this.#pages)];
    for (const [place, part] of this.parts.entries()) part.state = kept?.parts[place]?.state ?? part.state;
    if (kept === undefined) for (const detail of begun.faults) this.#report({ code: "guard_missing", detail });
  }

  /** Reads at most so many entries. Returns whether the audit is at its end. */
  async goOn(mostEntries: number): Promise<boolean> {
    const { invoices, entries, credits, doubled } = this.#pages;
    await Promise.all([invoices.begin(), entries.begin(), credits.begin(), doubled.begin()]);
    /** One after another. Each does a little, and returns whether there is more for it to do. */
    const tasks = [
      () => this.#readNext(),
      () => this.#checkOlder(),
      () => this.#endRows(),
      () => this.#checks.advances.checkNext(),
      () => this.#end(),
      () => this.#findOrphan(),
    ];
    for (let read = 0; read < mostEntries; read += 1) {
      while (this.state.tasks < tasks.length && !(await tasks[this.state.tasks]!())) this.state.tasks += 1;
      if (this.state.tasks === tasks.length) return true;
    }
    return false;
  }

  /** Adds the next invoice or entry. */
  async #readNext(): Promise<boolean> {
    const { invoices, entries } = this.#pages;
    const [invoice, entry] = [invoices.current, entries.current];
    if (entry !== undefined && (invoice === undefined || this.#comesBefore(entry, invoice))) {
      await this.#addEntry(entry);
      this.#reportProgress(await entries.next());
    } else if (invoice !== undefined) {
      await this.#checks.series.add(invoice);
      const number = this.#checks.series.numberOf(invoice);
      const isChained = this.#addInvoice(invoice, number);
      this.#checks.sequence.add(invoice);
      await this.#checks.advances.add(invoice);
      this.#checks.older.addLater(invoice);
      if (invoice.series === undefined) await this.#checks.doubled.add(invoice, number);
      this.#checks.billing.add(invoice, isChained);
      this.#reportProgress(await invoices.next());
    }
    return invoice !== undefined || entry !== undefined;
  }

  async #checkOlder(): Promise<boolean> {
    const { start } = this.begun;
    const isOne = await this.#checks.older.checkNext(
      async (invoice) => {
        this.#checks.series.compareName(invoice);
        await this.#checks.advances.add(invoice);
        const number = start.inSeries === 0 ? invoice.counter : numberOf(invoice);
        this.#checkInvoice(invoice, number, start);
      },
      (entries) => {
        this.state.unmatched -= entries;
      },
    );
    if (isOne) this.state.olderInvoices += 1;
    return isOne;
  }

  async #endRows(): Promise<boolean> {
    const { start, companyId } = this.begun;
    await this.#checks.billing.findPassed(start, this.#books.journal, companyId);
    this.#checks.journal.end();
    this.#checks.sequence.end();
    this.#checks.series.end();
    await this.#checks.credits.end();
    return false;
  }

  async #end(): Promise<boolean> {
    const { head, companyId } = this.begun;
    this.#checks.billing.end(this.#checks.sequence, head.countedByHost);
    await findMisplaced(this.#books.journal, companyId, MOST_FINDINGS, this.#report);
    return false;
  }

  /** If entries and invoices do not match, reads the entries again. */
  async #findOrphan(): Promise<boolean> {
    const { orphans } = this.#pages;
    if (orphans.state.rows === 0 && this.state.unmatched === 0) return false;
    if (orphans.current === undefined) await orphans.begin();
    const entry = orphans.current;
    if (entry === undefined) {
      if (this.state.unmatched !== 0) reportUnseen(this.state.unmatched, this.#report);
      return false;
    }
    if (await findOrphan(this.#books.reader, this.begun.companyId, entry, this.#report)) this.state.unmatched -= 1;
    await orphans.next();
    return true;
  }

  async #addEntry(entry: StoredEntry): Promise<void> {
    this.state.entries += 1;
    if (entry.invoiceId !== null && !isOfCreditNoteAlone(entry)) {
      this.state.unmatched += 1;
      this.#checks.older.addNamed(entry.invoiceId);
    }
    this.#checks.journal.add(entry);
    const { position } = entry;
    const { entry: read, fault } = checkEntry(entry);
    if (fault !== undefined) {
      const detail = `it is not a valid entry of kind ${cellText(entry.kind)}: ${fault}`;
      this.#report({ code: "entry_unreadable", position, detail });
    }
    if (read?.kind === "numbering.continued") {
      if (read.series === undefined) this.#checks.sequence.continueFrom(read, position);
      else this.#checks.series.continueFrom(read.series, read, position);
    }
    if (read?.kind === "dates.resumed") {
      this.#checks.sequence.resumeDates(read, entry);
      this.#checks.credits.resumeDates(read.resumedOn);
    }
    if (read?.kind === "credit_note.applied") this.#checks.credits.apply(read, position);
    const creditNote = read?.kind === "credit_note.issued" ? read : undefined;
    if (entry.kind === "credit_note.issued") await this.#checks.credits.add(entry, creditNote);
    const { creditNoteNumber } = creditNote ?? {};
    const doubled = creditNoteNumber && (await this.#checks.older.findByNumber(creditNoteNumber));
    if (doubled) {
      const detail = `the invoice ${doubled.document.invoiceNumber} has the same number`;
      this.#report({ code: "number_doubled", counter: doubled.counter, creditNoteNumber, detail });
    }
  }

  /** Returns whether the invoice had a position in the journal when the audit began. */
  #addInvoice(invoice: AuditedInvoice, number: number): boolean {
    const { invoiceNumber, counter, place } = invoice;
    const { head } = this.begun;
    this.state.invoices += 1;
    const at = this.#checkInvoice(invoice, number, BEGINNING);
    if (place === null || place.position > head.position) {
      this.state.unchained += 1;
      return false;
    }
    this.state.entries += 1;
    this.#checks.journal.add(entryOfInvoice(invoice, at)!);
    if (this.state.unchained > 0) {
      const before =
        this.state.unchained === 1 ? "1 invoice before it has" : `${this.state.unchained} invoices before it have`;
      const detail = `${before} no position in the journal`;
      this.#report({ code: "entry_missing", invoiceNumber, counter, position: place.position, detail });
      this.state.unchained = 0;
    }
    return true;
  }

  /** Checks an invoice by itself, and counts its entries that the audit reads. Returns when it was issued, if it says so. */
  #checkInvoice(invoice: AuditedInvoice, number: number, start: AuditStart): string | undefined {
    const { invoiceNumber, counter, place, entries } = invoice;
    const { head } = this.begun;
    const isRead = ({ position }: StoredEntry) => position > start.head.position && position <= head.position;
    this.state.unmatched -= entries.filter(isRead).length;
    return auditInvoice(invoice, number, (code, detail) => {
      this.#report({ code, invoiceNumber, counter, position: place?.position, detail });
    });
  }

  readonly #report = (finding: AuditFinding): void => {
    this.state.findingCount += 1;
    if (this.state.findings.length < MOST_FINDINGS) this.state.findings.push(finding);
    this.#settings.onFinding(finding);
  };

  #reportProgress(hasReadPage: boolean): void {
    if (!hasReadPage) return;
    this.#settings.onProgress({ read: this.state.entries, total: this.begun.head.position });
  }

  /** At the end of the audit. */
  get report(): AuditReport {
    const { companyId, since, start, guarded, head } = this.begun;
    const { invoices, entries, unchained, findings, findingCount, olderInvoices } = this.state;
    const { position, digest, countedByHost } = head;
    const counts = { companyId, invoices, entries, unchained, countedByHost, guarded };
    const report = { ...counts, head: { position, digest }, findings, findingCount };
    return since === undefined ? report : { ...report, since: start.head, olderInvoices };
  }

  /**
   * Whether the entry comes before the invoice. An invoice without a position comes after the entries that were written
   * before it. These follow each other without a gap, because an invoice that lost its position leaves one. After a gap,
   * an entry comes first only if its content says so.
   */
  #comesBefore(entry: StoredEntry, { place, counter }: AuditedInvoice): boolean {
    if (place !== null && place.position <= this.begun.head.position) return entry.position < place.position;
    const read = ["numbering.continued", "dates.resumed"].includes(entry.kind) ? readEntry(entry) : undefined;
    if (read?.kind === "numbering.continued" && read.series === undefined) return true;
    return read?.kind === "dates.resumed" ? read.lastCounter < counter : this.#checks.journal.isNext(entry);
  }
}
