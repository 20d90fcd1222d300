import type { EinvoiceDocument } from "./document.ts";
import type { PaymentMeansTerms } from "./terms.ts";

/** Means of payment (UNTDID 4461) that need a separate group: BG-17, BG-18, BG-19. */
export const MEANS = {
  transfer: ["30", "58"],
  card: ["48", "54", "55"],
  directDebit: ["49", "59"],
} as const satisfies Record<string, readonly string[]>;

/** Whether a means of payment is one of {@link MEANS}. */
export function isMeansOf(kind: keyof typeof MEANS, means: string | undefined): boolean {
  return MEANS[kind].some((code) => code === means);
}

/** Credit transfer, SEPA credit transfer, and a means that is not stated. */
const [TRANSFER, SEPA_TRANSFER, NOT_STATED] = ["30", "58", "1"];

/** BG-16. Unless the document states its means, it is paid by credit transfer to the seller's account, if there is one. */
export function paymentInstructions(document: EinvoiceDocument): PaymentMeansTerms | undefined {
  const { payment, paymentReference: reference, seller, currency } = document;
  const { iban } = seller;
  if (payment === undefined && iban === undefined && reference === undefined) return undefined;
  const absent = iban === undefined ? NOT_STATED : currency === "EUR" ? SEPA_TRANSFER : TRANSFER;
  const means = payment?.means ?? absent!;
  return {
    means,
    reference,
    transfer: isMeansOf("transfer", means) ? transferOf(document) : undefined,
    meansText: payment?.meansText,
    cardLast4: isMeansOf("card", means) ? payment?.cardLast4 : undefined,
    cardHolder: payment?.cardHolder,
    directDebit: isMeansOf("directDebit", means) ? directDebitOf(document) : undefined,
  };
}

function transferOf({ seller, payee }: EinvoiceDocument): PaymentMeansTerms["transfer"] {
  const { iban, name, accountName = payee?.name ?? name, bic } = seller;
  return iban === undefined ? undefined : { iban: withoutSpaces(iban), accountName, bic };
}

/** The creditor's identifier belongs to a mandate or an account, so it is never written without one. */
function directDebitOf({ payment, seller }: EinvoiceDocument): PaymentMeansTerms["directDebit"] {
  const { mandateReference, debitedAccount } = payment ?? {};
  if (mandateReference === undefined && debitedAccount === undefined) return undefined;
  const account = debitedAccount === undefined ? undefined : withoutSpaces(debitedAccount);
  return { mandateReference, creditorId: seller.creditorId, debitedAccount: account };
}

function withoutSpaces(iban: string): string {
  return iban.replaceAll(" ", "");
}
