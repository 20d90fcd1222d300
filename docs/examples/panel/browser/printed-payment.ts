import type { InvoiceWithPayments } from "faktura";
import { html, nothing, type TemplateResult } from "lit-html";
import { amountText } from "./format.ts";

/** Codes of UNTDID 4461 for a direct debit. */
const DIRECT_DEBITS = ["49", "59"];

/** Codes of UNTDID 4461 for a card: bank card, credit card, debit card. */
const CARDS = ["48", "54", "55"];

/** What was paid, what is still to be paid and how, and what the law makes the seller print. */
export function paymentFooter(invoice: InvoiceWithPayments): TemplateResult {
  const { seller, prepaidAmount, amountPaid, creditedTotal, currency, paymentTerms } = invoice;
  const paragraphs = [
    prepaidAmount !== undefined && `Paid in advance: ${amountText(prepaidAmount, currency)}`,
    amountPaid !== 0 && `Paid: ${amountText(amountPaid, currency)}`,
    creditedTotal !== 0 && `Credited: ${amountText(creditedTotal, currency)}`,
    ...(invoice.status === "SENT" && invoice.amountDue > 0 ? howToPay(invoice) : []),
    paymentTerms,
  ];
  return html`
    <footer>
      ${paragraphs.filter(Boolean).map((text) => html`<p>${text}</p>`)}
      ${seller.legalNote === undefined ? nothing : html`<p class="legal-note">${seller.legalNote}</p>`}
    </footer>
  `;
}

function howToPay({ seller, payment, paymentReference, amountDue, currency }: InvoiceWithPayments): string[] {
  const amount = amountText(amountDue, currency);
  const reference = paymentReference === undefined ? [] : [`Payment reference: ${paymentReference}`];
  if (payment !== undefined && DIRECT_DEBITS.includes(payment.means)) {
    const { debitedAccount, mandateReference } = payment;
    const from = debitedAccount === undefined ? "from your account" : `from ${debitedAccount}`;
    const mandate = mandateReference === undefined ? "" : ` under the mandate ${mandateReference}`;
    const creditor = seller.creditorId === undefined ? [] : [`Creditor identifier: ${seller.creditorId}`];
    return [`We collect ${amount} ${from}${mandate}.`, ...creditor, ...reference];
  }
  if (payment !== undefined && CARDS.includes(payment.means)) {
    const card = payment.cardLast4 === undefined ? "your card" : `the card ending in ${payment.cardLast4}`;
    return [`We charge ${amount} to ${card}.`, ...reference];
  }
  const { iban, bic, accountName } = seller;
  const bank = [bic && `BIC ${bic}`, accountName && `account holder ${accountName}`].filter(Boolean).join(", ");
  const to = iban === undefined ? "" : ` to ${iban}${bank === "" ? "" : ` (${bank})`}`;
  return [`Please pay ${amount}${to}.`, ...reference];
}
