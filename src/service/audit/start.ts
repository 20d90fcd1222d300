import { FIRST_DIGEST, type JournalHead } from "../../domain/books/journal.ts";
import { parseInvoiceNumber } from "../../domain/invoice/number.ts";
import type { AuditedInvoice, BooksHead, JournalReader } from "../../ports/journal.ts";
import { findLastCounter } from "./pages.ts";

/** Where an audit begins, and what the books had come to there. */
export interface AuditStart {
  /** The head that the first entry to be read follows. */
  readonly head: JournalHead;
  /** The digest that is stored at the head's position; `undefined` if there is no such entry. */
  readonly digest: string | undefined;
  /** The last invoice up to there. Absent: the audit reads the whole books. */
  readonly invoice?: Pick<AuditedInvoice, "counter" | "issueDate">;
  /** How many invoices up to there are in named series. */
  readonly inSeries: number;
  /** The counter of the last credit note up to there; 0 if there is none. */
  readonly lastCreditNote: number;
}

const FIRST_HEAD = { position: 0, digest: FIRST_DIGEST };

/** The beginning of the books. */
export const BEGINNING: AuditStart = { head: FIRST_HEAD, digest: FIRST_DIGEST, inSeries: 0, lastCreditNote: 0 };

/** Where an audit begins after the head `since`: at the beginning, if no invoice comes before. Reads few rows. */
export async function findStart(
  journal: JournalReader,
  companyId: string,
  since: JournalHead,
  head: BooksHead,
): Promise<AuditStart> {
  const counter = await findLastCounter(
    async (after) => (await journal.invoicesAfter(companyId, after, 1))[0],
    head.lastCounter,
    ({ place }) => place !== null && place.position <= since.position,
  );
  if (counter === 0) return BEGINNING;
  const [invoice] = await journal.invoicesAfter(companyId, counter - 1, 1);
  const lastCreditNote = await findLastCounter(
    async (after) => (await journal.creditNotesAfter(companyId, after, 1))[0],
    head.lastCreditNote,
    ({ position }) => position <= since.position,
  );
  const [entry] = await journal.entriesAfter(companyId, since.position - 1, 1);
  const { digest } = [entry, invoice!.place].find((each) => each?.position === since.position) ?? {};
  const inSeries = invoice!.series?.place ?? counter - numberOf(invoice!);
  const { issueDate } = invoice!;
  return { head: since, digest, invoice: { counter, issueDate }, inSeries, lastCreditNote };
}

/** The number of an invoice in its series. Counters are ahead of the first series by the invoices of the others. */
export function numberOf({ series, invoiceNumber, counter }: AuditedInvoice): number {
  const written = typeof invoiceNumber === "string" ? parseInvoiceNumber(invoiceNumber)?.counter : undefined;
  return series?.number ?? written ?? counter;
}
