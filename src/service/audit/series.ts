import type { ReportFinding } from "../../domain/books/audit-finding.ts";
import type { CalendarDay } from "../../domain/calendar.ts";
import { isSameNumber } from "../../domain/invoice/number.ts";
import { readStored, type StoredContinuation } from "../../domain/invoice/stored-document.ts";
import type { AuditedInvoice, BooksHead, JournalReader } from "../../ports/journal.ts";
import type { AuditStart } from "./start.ts";

/** How a document names its series. Documents of the first series are not parsed for it. */
const NAMES_SERIES = '"series":';

/** Checks the named series: each numbers its invoices without gaps, and every invoice that names one is in it. */
export class SeriesAudit {
  readonly #journal: JournalReader;
  readonly #companyId: string;
  readonly #head: BooksHead;
  readonly #report: ReportFinding;
  /** Whether earlier invoices were not read, so that it is not known where each series was. */
  readonly #isContinued: boolean;
  state = {
    /** How many invoices of named series have come. */
    count: 0,
    /** The last number that an invoice had among those of named series. */
    inSeries: 0,
    /** Where each series ends, by name. */
    ends: new Map<string, { readonly number: number; readonly notBefore: CalendarDay | null }>(),
  };

  constructor(start: AuditStart, journal: JournalReader, companyId: string, head: BooksHead, report: ReportFinding) {
    this.#isContinued = start.invoice !== undefined;
    this.state.count = this.state.inSeries = start.inSeries;
    this.#journal = journal;
    this.#companyId = companyId;
    this.#head = head;
    this.#report = report;
  }

  /** The number that the next invoice has in its series, after those that were added. */
  numberOf({ counter, series }: AuditedInvoice): number {
    return series?.number ?? counter - this.state.count;
  }

  /** Adds an entry that continues a named series. Until its first invoice, a later one corrects it. */
  continueFrom(series: string, { lastCounter, lastIssueDate }: StoredContinuation, position: number): void {
    const end = this.state.ends.get(series);
    if (end !== undefined && end.notBefore === null) {
      const detail = `the series ${JSON.stringify(series)} was continued after its first invoice`;
      this.#report({ code: "continuation_mismatch", position, detail });
    } else this.state.ends.set(series, { number: lastCounter, notBefore: lastIssueDate });
  }

  /** Adds the next invoice, in the order of counters. */
  async add(invoice: AuditedInvoice): Promise<void> {
    this.compareName(invoice);
    const { series, issueDate } = invoice;
    if (series === undefined) return;
    const found = (detail: string) => this.#found(detail, invoice);
    this.state.count += 1;
    if (series.place !== this.state.inSeries + 1) {
      found(`it is number ${series.place} of the invoices in named series, after number ${this.state.inSeries}`);
    }
    this.state.inSeries = series.place;
    const last = this.state.ends.get(series.name);
    const isKnown = last !== undefined || !this.#isContinued;
    if (isKnown && series.number !== (last?.number ?? 0) + 1) {
      found(`it has number ${series.number} of ${inWords(series.name)}, after number ${last?.number ?? 0}`);
    }
    const notBefore = last?.notBefore ?? null;
    // A damaged cell holds anything. Comparing it as a day could throw.
    if (notBefore !== null && typeof issueDate === "string" && issueDate < notBefore) {
      found(`it is dated ${issueDate}, but its series continues from ${notBefore}`);
    }
    this.state.ends.set(series.name, { number: series.number, notBefore: null });
    await this.#findDoubled(invoice, series.number);
  }

  /** Compares the series that an invoice's document names with its row. */
  compareName(invoice: AuditedInvoice): void {
    const { series, document } = invoice;
    if (series === undefined && !(typeof document === "string" && document.includes(NAMES_SERIES))) return;
    const named = readStored("invoice.issued", document).content?.series;
    if (named === series?.name) return;
    this.#found(`its document is of ${inWords(named)}, but its row is in ${inWords(series?.name)}`, invoice);
  }

  #found(detail: string, { counter, invoiceNumber, place }: AuditedInvoice): void {
    this.#report({ code: "series_mismatch", invoiceNumber, counter, position: place?.position, detail });
  }

  /** Checks that there are no rows in series after the last invoice. */
  end(): void {
    const { inSeries } = this.#head;
    if (inSeries <= this.state.inSeries) return;
    const detail = `the last row in a series is number ${inSeries}, but the last invoice in one has number ${this.state.inSeries}`;
    this.#report({ code: "series_mismatch", detail });
  }

  /** Equal numbers have equal counters, within their series. */
  async #findDoubled({ invoiceNumber, counter }: AuditedInvoice, number: number): Promise<void> {
    const [creditNote] = await this.#journal.creditNotesAfter(this.#companyId, number - 1, 1);
    if (creditNote === undefined) return;
    const { creditNoteNumber } = creditNote;
    if (!isSameNumber(creditNoteNumber, invoiceNumber)) return;
    const detail = `the credit note ${creditNoteNumber} has the same number`;
    this.#report({ code: "number_doubled", invoiceNumber, counter, creditNoteNumber, detail });
  }
}

function inWords(series: string | undefined): string {
  return series === undefined ? "the first series" : `the series ${JSON.stringify(series)}`;
}
