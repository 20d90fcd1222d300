import type { ChangeAuthor } from "../../domain/books/journal.ts";
import { subjectOfCredit } from "../../domain/invoice/credit/credit-document.ts";
import type { CreditNote } from "../../domain/invoice/generated/credit-note.ts";
import type { InvoiceWithPayments } from "../../domain/invoice/generated/invoice.ts";
import { type GivenPortalNumber, isNewPortalNumber, portalNumbersOf } from "../../domain/invoice/portal-number.ts";
import { presentCreditNote } from "../../domain/invoice/present.ts";
import type { StoredPortalNumber } from "../../domain/invoice/stored-document.ts";
import type { LockedBooks } from "../commit/locked-books.ts";
import { uuidV7 } from "../commit/uuid-v7.ts";
import type { CompanyContext } from "../context.ts";
import { requireCreditNote } from "../credit-notes/read.ts";
import { presentWithPayments, requireInvoice, requireInvoiceId } from "../invoices/read.ts";
import { parseRequest, requestInvalid } from "../schemas/parse.ts";
import { portalNumberRequestSchema } from "../schemas/requests.ts";

/** The number that a state's portal gave a document when it took it. */
export interface PortalNumberRequest {
  /**
   * The portal, a name of your choice: 1 to 40 lower-case letters, digits and hyphens, such as `ksef`, `sdi` or
   * `ro-efactura`. FA(3) looks for `ksef`, whose numbers are checked if the
   * format `ksef` was passed.
   */
  readonly portal: string;
  /** As the portal gave it; 1 to 200 characters. */
  readonly number: string;
  /** The number that was recorded by mistake, and which this one corrects. Absent: none was recorded. */
  readonly replaces?: string | undefined;
}

/**
 * Records the number that a portal gave an invoice, in the journal. The issued document does not change. Recording the same
 * number again changes nothing.
 *
 * @throws Refusal `request_invalid`, also if another number of the portal is recorded and `replaces` does not name it;
 *   `invoice_not_found`
 */
export async function recordPortalNumber(
  context: CompanyContext,
  invoiceId: string,
  request: PortalNumberRequest,
): Promise<InvoiceWithPayments> {
  requireInvoiceId(invoiceId);
  const given = parseNumber(context, request);
  const { answer } = await context.write<Recorded<InvoiceWithPayments>>({
    needs: { keys: [], invoiceIds: [invoiceId] },
    decide: (books) => {
      requireInvoice(books.invoice(invoiceId));
      const isNew = addNumber(books, { invoiceId, creditNoteId: null }, given, context.author);
      return { answer: presentWithPayments(books.invoice(invoiceId)!), isNew };
    },
    committed({ answer, isNew }) {
      if (isNew) context.emit("portal_number.recorded", answer);
    },
  });
  return answer;
}

/**
 * Records the number that a portal gave a credit note, like {@link recordPortalNumber}.
 *
 * @throws Refusal `request_invalid`, `credit_note_not_found`
 */
export async function recordCreditNotePortalNumber(
  context: CompanyContext,
  creditNoteId: string,
  request: PortalNumberRequest,
): Promise<CreditNote> {
  const given = parseNumber(context, request);
  const { document } = await requireCreditNote(context, creditNoteId);
  const invoiceId = subjectOfCredit(document);
  const isOfInvoice = document.corrects !== undefined;
  const { answer } = await context.write<Recorded<CreditNote> & { readonly invoice?: InvoiceWithPayments }>({
    needs: { keys: [], invoiceIds: [invoiceId], creditNotes: !isOfInvoice },
    decide: (books) => {
      const isNew = addNumber(books, { invoiceId, creditNoteId }, given, context.author);
      const answer = presentCreditNote(document, books.portalNumbersOf(invoiceId));
      return isOfInvoice
        ? { answer, isNew, invoice: presentWithPayments(books.invoice(invoiceId)!) }
        : { answer, isNew };
    },
    committed({ answer, invoice, isNew }) {
      if (isNew) context.emit("portal_number.recorded", invoice, answer);
    },
  });
  return answer;
}

/** The request. The number of a portal of one of the formats must be what that portal can give. @throws Refusal `request_invalid` */
function parseNumber({ formats }: CompanyContext, request: PortalNumberRequest): GivenPortalNumber {
  const given = parseRequest(portalNumberRequestSchema, request, "pointer");
  const portal = formats.find((format) => format.portal?.id === given.portal)?.portal;
  if (portal === undefined || portal.isNumber(given.number)) return given;
  throw requestInvalid([{ pointer: "/number", detail: `must be ${portal.form}` }]);
}

/** The document with its numbers, and whether the request added one. */
interface Recorded<Document> {
  readonly answer: Document;
  readonly isNew: boolean;
}

/** Adds the number to the books, unless the document has it already. Returns whether it was added. */
function addNumber(
  books: LockedBooks,
  { invoiceId, creditNoteId }: Pick<StoredPortalNumber, "invoiceId" | "creditNoteId">,
  given: GivenPortalNumber,
  author: ChangeAuthor,
): boolean {
  if (!isNewPortalNumber(portalNumbersOf(books.portalNumbersOf(invoiceId), creditNoteId), given)) return false;
  const { portal, number, replaces = null } = given;
  const id = uuidV7(books.now);
  books.addPortalNumber({ id, invoiceId, creditNoteId, portal, number, replaces }, author);
  return true;
}
