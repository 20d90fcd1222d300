import type { CreditNote } from "../../domain/invoice/generated/credit-note.ts";
import type { InvoiceWithPayments } from "../../domain/invoice/generated/invoice.ts";
import { type GivenPortalNumber, isNewPortalNumber, portalNumbersOf } from "../../domain/invoice/portal-entries.ts";
import type { CompanyContext } from "../context.ts";
import { parseRequest, requestInvalid } from "../schemas/parse.ts";
import { portalNumberRequestSchema } from "../schemas/requests.ts";
import { type AddEntry, recordOfCreditNote, recordOfInvoice } from "./record-entry.ts";

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
  return recordOfInvoice(context, invoiceId, addNumber(parseNumber(context, request)));
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
  return recordOfCreditNote(context, creditNoteId, addNumber(parseNumber(context, request)));
}

/** The request. The number of a portal of one of the formats must be what that portal can give. @throws Refusal `request_invalid` */
function parseNumber({ formats }: CompanyContext, request: PortalNumberRequest): GivenPortalNumber {
  const given = parseRequest(portalNumberRequestSchema, request, "pointer");
  const portal = formats.find((format) => format.portal?.id === given.portal)?.portal;
  if (portal === undefined || portal.isNumber(given.number)) return given;
  throw requestInvalid([{ pointer: "/number", detail: `must be ${portal.form}` }]);
}

/** Adds the number to the books, unless the document has it already. */
function addNumber(given: GivenPortalNumber): AddEntry {
  return {
    event: "portal_number.recorded",
    entryOf: ({ id, invoiceId, creditNoteId }, entries) => {
      if (!isNewPortalNumber(portalNumbersOf(entries, creditNoteId), given)) return undefined;
      const { portal, number, replaces = null } = given;
      return { id, invoiceId, creditNoteId, portal, number, replaces };
    },
  };
}
