import type { ReportFinding } from "../../domain/books/audit-finding.ts";
import { FIRST_DIGEST, issuedAtIn } from "../../domain/books/journal.ts";
import { readStored } from "../../domain/invoice/stored-document.ts";
import type { StoredInvoice } from "../../ports/invoice-repository.ts";
import type { AuditedInvoice } from "../../ports/journal.ts";
import { cellText, readable } from "./entry.ts";
import { type ChainedEntry, entryOfInvoice, isChained, UNCHAINED } from "./journal.ts";
import type { AuditedBooks } from "./options.ts";
import { findLastCounter } from "./pages.ts";
import type { AuditStart } from "./start.ts";

/**
 * The invoices from before an audit's start that later entries name. They are read again, and their entries compared with those
 * before and after them, because the chain up to the start is not read.
 */
export class OlderInvoices {
  readonly #books: AuditedBooks;
  readonly #companyId: string;
  readonly #start: AuditStart;
  readonly #report: ReportFinding;
  state = {
    /** By id, how many of the entries that were read name each. */
    named: new Map<string, number>(),
    /** The ids of later invoices that have entries. */
    later: new Map<string, true>(),
    /** How many of the named ones were checked. */
    checked: 0,
  };
  /** Those to check, also if they are named meanwhile. */
  #unchecked: Iterator<[string, number], undefined> | undefined;

  constructor(books: AuditedBooks, companyId: string, start: AuditStart, report: ReportFinding) {
    this.#books = books;
    this.#companyId = companyId;
    this.#start = start;
    this.#report = report;
  }

  /** Adds an invoice that was read, so that it is not read again. */
  addLater({ id, entries }: AuditedInvoice): void {
    if (this.#start.invoice !== undefined && entries.length > 0) this.state.later.set(id, true);
  }

  /** Adds an invoice that an entry names. */
  addNamed(id: string): void {
    if (this.#start.invoice !== undefined && !this.state.later.has(id))
      this.state.named.set(id, (this.state.named.get(id) ?? 0) + 1);
  }

  /** The older invoice with this number, whatever the case of its letters. */
  async findByNumber(number: string): Promise<StoredInvoice | undefined> {
    const found =
      this.#start.invoice &&
      (await readable(this.#books.reader.findByNumber(this.#companyId, number), () => undefined));
    return found && found.counter <= this.#start.invoice!.counter ? found : undefined;
  }

  /** The older invoice with this number, which is read again. */
  async findSettled(number: string): Promise<StoredInvoice | undefined> {
    const found = await this.findByNumber(number);
    const id = found?.document.id;
    if (id !== undefined && !this.state.named.has(id)) this.state.named.set(id, 0);
    return found;
  }

  /** Passes the next one to `check`, which may name others, or to `skip` how many entries name it. Returns whether there was one. */
  async checkNext(
    check: (invoice: AuditedInvoice) => Promise<void>,
    skip: (entries: number) => void,
  ): Promise<boolean> {
    if (this.#unchecked === undefined) {
      this.#unchecked = this.state.named.entries();
      for (let checked = 0; checked < this.state.checked; checked += 1) this.#unchecked.next();
    }
    const { value, done } = this.#unchecked.next();
    if (done) return false;
    this.state.checked += 1;
    const [id, count] = value;
    const found = await readable(this.#books.reader.find(this.#companyId, id), () => {
      this.#report({
        code: "document_unreadable",
        detail: `the invoice ${cellText(id)}, or an entry about it, is not JSON`,
      });
      skip(count);
      return undefined;
    });
    if (found === undefined) return true; // without an invoice, the entries are reported later
    const rows = await this.#books.journal.invoicesAfter(this.#companyId, Math.max(found.counter - 2, 0), 3);
    const invoice = rows.find((row) => row.id === id);
    if (invoice === undefined) return true;
    await this.#checkChain(invoice, rows);
    await check(invoice);
    return true;
  }

  /** Compares the invoice's own entry, and those about it from before the start, with the ones before and after. */
  async #checkChain(invoice: AuditedInvoice, neighbours: readonly AuditedInvoice[]): Promise<void> {
    const { place, invoiceNumber, counter, entries } = invoice;
    const about = { invoiceNumber, counter };
    if (place === null) this.#report({ code: "entry_missing", ...about, detail: "it has no position in the journal" });
    else await this.#checkAround(place.position, about, neighbours);
    const { position: end } = this.#start.head;
    for (const { position } of entries.filter((entry) => entry.position <= end))
      await this.#checkAround(position, about);
  }

  async #checkAround(position: number, about: object, neighbours: readonly AuditedInvoice[] = []): Promise<void> {
    const end = this.#start.head.position;
    const rows = new Map<number, ChainedEntry>();
    const entries = await this.#books.journal.entriesAfter(this.#companyId, position - 2, 3);
    for (const entry of entries) rows.set(entry.position, entry);
    const add = (invoices: readonly AuditedInvoice[]) => {
      for (const each of invoices) {
        const entry = entryOfInvoice(each, issuedAt(each));
        if (entry !== undefined) rows.set(entry.position, entry);
      }
    };
    add(neighbours);
    const needed = [position - 1, position, position + 1].filter((each) => each >= 1 && each <= end);
    if (!needed.every((each) => rows.has(each))) add(await this.#invoicesFrom(position - 1));
    for (const at of needed) {
      const before = at === 1 ? FIRST_DIGEST : rows.get(at - 1)?.digest;
      const entry = rows.get(at);
      if (entry === undefined) {
        const detail = `position ${at} of the journal is missing`;
        this.#report({ code: "entry_missing", ...about, position, detail });
      } else if (at >= position && before !== undefined && !isChained(before, entry))
        this.#report({ code: "digest_mismatch", ...about, position: at, detail: UNCHAINED });
    }
  }

  /** The three invoices from a position on: between them may be no gap, or one of a host's counter. */
  async #invoicesFrom(position: number): Promise<readonly AuditedInvoice[]> {
    const { journal } = this.#books;
    const counter = await findLastCounter(
      async (after) => (await journal.invoicesAfter(this.#companyId, after, 1))[0],
      this.#start.invoice!.counter,
      ({ place }) => place !== null && place.position < position,
    );
    return journal.invoicesAfter(this.#companyId, counter, 3);
  }
}

/** When an invoice was issued; `undefined` if its document is not JSON. */
function issuedAt({ document, issueDate }: AuditedInvoice): string | undefined {
  const { json } = readStored("invoice.issued", document);
  return json === undefined ? undefined : issuedAtIn(json, cellText(issueDate));
}
