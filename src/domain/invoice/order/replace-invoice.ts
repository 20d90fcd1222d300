import { amountAsNumber, exactSum } from "../../money/decimal.ts";
import { type FieldError, Refusal } from "../../refusal.ts";
import { isAdvanceType } from "../document-types.ts";
import type { InvoiceDraft } from "../draft.ts";
import type { InvoiceDocument } from "../generated/invoice.ts";
import type { InvoiceOrder } from "../generated/order.ts";
import { type InvoiceState, refundable } from "../invoice-state.ts";
import { isSameNumber } from "../number.ts";
import { convertTax } from "../tax-currency.ts";

/** An invoice of the books that a corrected invoice names. */
export interface ReplaceableInvoice {
  readonly document: InvoiceDocument;
  readonly state: InvoiceState;
}

/**
 * The draft of a corrected invoice (`384`) that takes the place of an invoice of the books: with its date and, as prepaid, what
 * was paid and prepaid on it. To replace it again, as it is by then, changes what the first time gave.
 *
 * @param named the invoices of the books among `order.precedingInvoices`, each once; without any, nothing is replaced
 * @throws Refusal `request_invalid` if it cannot be replaced
 */
export function replaceInvoice(draft: InvoiceDraft, named: readonly ReplaceableInvoice[]): InvoiceDraft {
  const [replaced] = named;
  if (replaced === undefined) return draft;
  requireReplaceable(draft, named);
  const { document, state } = replaced;
  const { order, profile } = draft;
  const { invoiceNumber: number, issueDate } = document;
  const received = amountAsNumber(refundable(document, state));
  // Veri*factu does not apply to invoices under the number of another state.
  const isSpanish = profile.country === "ES" && draft.vat.registration === undefined;
  return {
    ...draft,
    replaces: number,
    order: {
      ...order,
      prepaidAmount: received === 0 ? undefined : received,
      precedingInvoices: order.precedingInvoices!.map((each) => {
        return isSameNumber(each.number.trim(), number) ? { ...each, number, issueDate } : each;
      }),
      national: isSpanish ? withReplacedAmounts(order.national, document) : order.national,
    },
  };
}

/** The amounts of the replaced invoice that Veri*factu requires, unless the order states them. They exclude VAT of other states. */
function withReplacedAmounts(national: InvoiceOrder["national"], document: InvoiceDocument): InvoiceOrder["national"] {
  const { currency, exchangeRate, taxCurrency, taxTotalInTaxCurrency, subtotal, surchargeTotal, vatBreakdown } =
    document;
  if (currency !== "EUR" && taxCurrency !== "EUR") return national;
  const inEuros = (amount: number) => (currency === "EUR" ? amount : convertTax(amount, exchangeRate!, "EUR"));
  const own = vatBreakdown.filter(({ rateCountry }) => rateCountry === null || rateCountry === "ES");
  const surcharge = surchargeTotal === undefined ? {} : { surcharge: inEuros(surchargeTotal) };
  // Both taxes were converted at once, so as in the record, VAT is what the surcharge leaves of them.
  const isConverted = currency !== "EUR" && own.length === vatBreakdown.length;
  const taxes = isConverted
    ? [taxTotalInTaxCurrency!, -(surcharge.surcharge ?? 0)]
    : [inEuros(amountAsNumber(exactSum(own.map(({ taxAmount }) => taxAmount))))];
  const replaced = { net: inEuros(subtotal), tax: amountAsNumber(exactSum(taxes)), ...surcharge };
  return { ...national, es: { replaced, ...national?.es } };
}

/** @throws Refusal `request_invalid` */
function requireReplaceable(draft: InvoiceDraft, named: readonly ReplaceableInvoice[]): void {
  const { advances, prepaidAmount, precedingInvoices = [] } = draft.order;
  const errors = named.flatMap((each, index): FieldError[] => {
    const { invoiceNumber, issueDate } = each.document;
    const at = precedingInvoices.findIndex(({ number }) => isSameNumber(number.trim(), invoiceNumber));
    const given = precedingInvoices[at]!.issueDate;
    const pointer = `/precedingInvoices/${at}`;
    if (given !== undefined && given !== issueDate)
      return [
        { pointer: `${pointer}/issueDate`, detail: `must be ${issueDate}, that of the invoice; or leave it out` },
      ];
    const second = `is your second invoice here, but a corrected invoice replaces one; issue one for each, or credit them`;
    const detail = index > 0 ? second : faultOf(each, draft);
    return detail === undefined ? [] : [{ pointer: `${pointer}/number`, detail }];
  });
  const { invoiceNumber } = named[0]!.document;
  if (advances !== undefined) {
    const detail = `cannot be deducted by an invoice that replaces ${invoiceNumber}; credit that, and issue the final invoice anew`;
    errors.push({ pointer: "/advances", detail });
  }
  // Replacing it again finds the amount that the first time gave.
  if (draft.replaces === undefined && prepaidAmount !== undefined) {
    const detail = `must be left out: what was paid and prepaid on ${invoiceNumber} counts as prepaid`;
    errors.push({ pointer: "/prepaidAmount", detail });
  }
  if (errors.length > 0) throw new Refusal("request_invalid", "The invoice cannot be replaced.", errors);
}

function faultOf({ document, state }: ReplaceableInvoice, draft: InvoiceDraft): string | undefined {
  const { profile, currency, vat } = draft;
  const isPolish = (registered: string | undefined) => (registered ?? profile.country) === "PL";
  if (isPolish(vat.registration?.country) || isPolish(document.registrationCountry))
    return "is your invoice, which law in Poland corrects by what differs; call credit(), or issue a debit note (383)";
  if (isAdvanceType(document.documentType))
    return "is for a payment in advance, which is not replaced; credit it, and issue another one";
  if (document.advances !== undefined)
    return "deducts advances, which are not replaced; credit it in full, and issue the final invoice anew";
  if (state.status === "CANCELLED") return "is cancelled, so there is nothing to replace; leave documentType out";
  if (state.settledBy !== null) return `is already replaced by ${state.settledBy}; name that instead`;
  if (state.creditedTotal !== 0)
    return "has credit notes, so it is not replaced as a whole; credit the rest, and issue a new invoice";
  if (state.discountTaken !== 0)
    return "has a cash discount, so it is not replaced as a whole; credit the rest, and issue a new invoice";
  if (document.currency !== currency)
    return `is in ${document.currency}, and this invoice in ${currency}; credit it, and issue a new invoice`;
  if (isOfOtherClient(document, draft))
    return `is of another client, ${document.clientName}; credit it, and issue a new invoice`;
  return undefined;
}

/** A name or a VAT number alone may be what is corrected. Two names without a VAT number that they share are two clients. */
function isOfOtherClient(document: InvoiceDocument, { order, clientVatNumber }: InvoiceDraft): boolean {
  if (document.clientNumber !== undefined && order.clientNumber !== undefined)
    return document.clientNumber !== order.clientNumber;
  const hasSameNumber = clientVatNumber !== undefined && document.clientVatNumber === clientVatNumber;
  return !hasSameNumber && document.clientName !== order.clientName;
}
