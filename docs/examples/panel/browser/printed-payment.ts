import type { InvoiceWithPayments, PaymentAccount } from "faktura";
import { html, nothing, type TemplateResult } from "lit-html";
import type { PrintedLanguage } from "./printed-language.ts";

/** Codes of UNTDID 4461 for a direct debit. */
const DIRECT_DEBITS = ["49", "59"];

/** Codes of UNTDID 4461 for a card: bank card, credit card, debit card. */
const CARDS = ["48", "54", "55"];

/** What was paid, what is still to be paid and how, and what the law makes the seller print. */
export function paymentFooter(invoice: InvoiceWithPayments, language: PrintedLanguage): TemplateResult {
  const { printed: words, formats } = language;
  const { amountText } = formats;
  const { seller, prepaidAmount, amountPaid, creditedTotal, currency, paymentTerms } = invoice;
  const paragraphs = [
    prepaidAmount !== undefined && words.prepaid(amountText(prepaidAmount, currency)),
    amountPaid !== 0 && words.paid(amountText(amountPaid, currency)),
    creditedTotal !== 0 && words.credited(amountText(creditedTotal, currency)),
    ...(invoice.status === "SENT" && invoice.amountDue > 0 ? howToPay(invoice, language) : []),
    paymentTerms,
  ];
  return html`
    <footer>
      ${paragraphs.filter(Boolean).map((text) => html`<p>${text}</p>`)}
      ${seller.legalNote === undefined ? nothing : html`<p class="legal-note">${seller.legalNote}</p>`}
    </footer>
  `;
}

function howToPay(
  { seller, payment, paymentReference, amountDue, currency }: InvoiceWithPayments,
  { printed: words, formats }: PrintedLanguage,
): string[] {
  const amount = formats.amountText(amountDue, currency);
  const reference = paymentReference === undefined ? [] : [words.paymentReference(paymentReference)];
  if (payment !== undefined && DIRECT_DEBITS.includes(payment.means)) {
    const creditor = seller.creditorId === undefined ? [] : [words.creditorId(seller.creditorId)];
    return [words.collect(amount, payment.debitedAccount, payment.mandateReference), ...creditor, ...reference];
  }
  if (payment !== undefined && CARDS.includes(payment.means))
    return [words.charge(amount, payment.cardLast4), ...reference];
  const { iban, bic, accountName, accounts = [] } = seller;
  const own: PaymentAccount[] = iban === undefined ? [] : [{ iban, bic, name: accountName }];
  const others = accounts.filter((account) => account.currency === undefined || account.currency === currency);
  const all = [...own, ...others].map(({ iban, account, bic, name }) => {
    const bank = [bic && `BIC ${bic}`, name && words.accountHolder(name)].filter(Boolean).join(", ");
    return `${iban ?? account}${bank === "" ? "" : ` (${bank})`}`;
  });
  return [words.pleasePay(amount, all.length === 0 ? undefined : all.join("; ")), ...reference];
}
