import type { PaymentAccount } from "../domain/generated/company-profile.ts";
import type { EinvoiceDocument } from "./document.ts";
import type { PaymentMeansTerms, TransferTerms } from "./terms.ts";

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

/** BG-16. Unless the document states its means, it is paid by credit transfer to the seller's accounts, if there are any. */
export function paymentInstructions(document: EinvoiceDocument): PaymentMeansTerms | undefined {
  const { payment, paymentReference: reference, currency } = document;
  const accounts = accountsOf(document);
  if (payment === undefined && accounts.length === 0 && reference === undefined) return undefined;
  const isSepa = currency === "EUR" && accounts.every(({ isIban }) => isIban);
  const absent = accounts.length === 0 ? NOT_STATED : isSepa ? SEPA_TRANSFER : TRANSFER;
  const means = payment?.means ?? absent!;
  return {
    means,
    reference,
    // SEPA only knows IBANs (BR-DE-19).
    transfers: isMeansOf("transfer", means) ? accounts.filter(({ isIban }) => isIban || means !== SEPA_TRANSFER) : [],
    meansText: payment?.meansText,
    cardLast4: isMeansOf("card", means) ? payment?.cardLast4 : undefined,
    cardHolder: payment?.cardHolder,
    directDebit: isMeansOf("directDebit", means) ? directDebitOf(document) : undefined,
  };
}

/** The accounts for the document's currency: `iban`, and those that are not for another currency. */
function accountsOf({ seller, payee, currency: paid }: EinvoiceDocument): TransferTerms[] {
  const { iban, accountName, bic, accounts = [] } = seller;
  const first: PaymentAccount[] = iban === undefined ? [] : [{ iban, name: accountName, bic }];
  const others = accounts.filter(({ currency = paid }) => currency === paid);
  return [...first, ...others].map(({ iban, account = "", name = payee?.name ?? seller.name, bic }) => ({
    account: iban === undefined ? account : withoutSpaces(iban),
    isIban: iban !== undefined,
    accountName: name,
    bic,
  }));
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
