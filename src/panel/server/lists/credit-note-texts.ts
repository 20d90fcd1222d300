import type { Company, CreditNote } from "faktura";
import { keyedMutex } from "../keyed-mutex.ts";
import { foldedText } from "../records/named-records.ts";
import { creditNoteGroups } from "./credit-note-list.ts";

/** How many credit notes are kept, of all companies together: some 400 bytes each. Older ones of a company are not found. */
const MOST_KEPT = 100_000;

/** A credit note as a search shows it. */
export type ShownCreditNote = Pick<
  CreditNote,
  "id" | "creditNoteNumber" | "clientName" | "issueDate" | "total" | "currency"
>;

interface KeptCreditNote extends ShownCreditNote {
  /** What is compared, without case and accents. */
  readonly text: string;
}

/**
 * What a search compares of credit notes, because the library does not look them up by words. They never change, so each is
 * read once. Those of companies that were searched last are kept.
 */
export class CreditNoteTexts {
  readonly #kept = new Map<string, readonly KeptCreditNote[]>();
  readonly #inTurn = keyedMutex();

  /** Those that have all words, newest first. `isAll` is `false` if older ones were not compared. */
  async found(company: Company, companyId: string, words: readonly string[]) {
    const kept = await this.#inTurn(companyId, () => this.#upToDate(company, companyId));
    const data = kept.filter(({ text }) => words.every((word) => text.includes(word)));
    return { data: data.map(({ text: _, ...shown }): ShownCreditNote => shown), isAll: kept.length < MOST_KEPT };
  }

  async #upToDate(company: Company, companyId: string): Promise<readonly KeptCreditNote[]> {
    const known = this.#kept.get(companyId) ?? [];
    const upToDate = await extended(company, known);
    this.#kept.delete(companyId);
    this.#kept.set(companyId, upToDate);
    let count = [...this.#kept.values()].reduce((sum, { length }) => sum + length, 0);
    for (const [least, { length }] of this.#kept) {
      if (count <= MOST_KEPT) break;
      this.#kept.delete(least);
      count -= length;
    }
    return upToDate;
  }
}

/** With those that came since. Of books that were restored to an earlier state, all are read again. */
async function extended(company: Company, known: readonly KeptCreditNote[]): Promise<readonly KeptCreditNote[]> {
  const added: KeptCreditNote[] = [];
  for await (const group of creditNoteGroups(company)) {
    const end = group.findIndex(({ id }) => id === known[0]?.id);
    added.push(...group.slice(0, end === -1 ? undefined : end).map(keptOf));
    if (end !== -1) return added.length === 0 ? known : [...added, ...known].slice(0, MOST_KEPT);
    if (added.length >= MOST_KEPT) break;
  }
  return added;
}

/** A search finds its number, its client, the invoices that it corrects, and its reason. */
function keptOf(creditNote: CreditNote): KeptCreditNote {
  const { id, creditNoteNumber, clientName, issueDate, total, currency } = creditNote;
  const { corrects, correctedInvoices = [], reason = "" } = creditNote;
  const numbers = [creditNoteNumber, corrects?.invoiceNumber ?? "", ...correctedInvoices.map(({ number }) => number)];
  const text = foldedText([...numbers, clientName, reason].join(" "));
  return { id, creditNoteNumber, clientName, issueDate, total, currency, text };
}
