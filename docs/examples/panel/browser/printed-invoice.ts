import type { Address, InvoiceWithPayments, LineDiscount } from "faktura";
import { html, nothing, type TemplateResult } from "lit-html";
import { amountText, countryText, dayText, quantityText, rateText } from "./format.ts";
import { amountList, breakdownTable } from "./totals.ts";

/**
 * An invoice as it is printed on A4.
 *
 * @see Directive 2006/112/EC, article 226; the numbers in the comments are its points
 */
export function printedInvoice(invoice: InvoiceWithPayments): TemplateResult {
  const { invoiceNumber, status, cancellationReason, currency, vatBreakdown, vatNote, note } = invoice;
  // (2) the number is the title.
  return html`
    <article class="invoice" aria-labelledby="invoice-title">
      <header>
        <h1 id="invoice-title">Invoice ${invoiceNumber}</h1>
        ${
          status === "CANCELLED"
            ? html`<p class="cancelled">Cancelled${cancellationReason === undefined ? nothing : `: ${cancellationReason}`}</p>`
            : nothing
        }
      </header>
      <div class="parties">${seller(invoice)} ${client(invoice)}</div>
      ${facts(invoice)} ${lineTable(invoice)}
      <div class="sums">${breakdownTable(vatBreakdown, currency)} ${totals(invoice)}</div>
      ${vatNote === "" ? nothing : html`<p class="vat-note">${vatNote}</p>`}
      ${note === undefined ? nothing : html`<p class="note">${note}</p>`} ${paymentTerms(invoice)}
    </article>
  `;
}

/** The seller: (3) VAT number, (5) name and address. */
function seller({ seller }: InvoiceWithPayments): TemplateResult {
  const { name, address, country, vatNumber, taxNumber, registrationNumber, email } = seller;
  return html`
    <section aria-label="Seller">
      <p class="name">${name}</p>
      ${addressLines(address, country)}
      ${fact("VAT number", vatNumber)} ${fact("Tax number", taxNumber)} ${fact("Registration number", registrationNumber)}
      ${email === undefined ? nothing : html`<p>${email}</p>`}
    </section>
  `;
}

/** The client: (4) VAT number, (5) name and address. */
function client(invoice: InvoiceWithPayments): TemplateResult {
  const { clientName, clientAddress, clientCountry, clientVatNumber, clientRegistrationNumber, clientEmail } = invoice;
  return html`
    <section aria-label="Client">
      <p class="label">To</p>
      <p class="name">${clientName}</p>
      ${addressLines(clientAddress, clientCountry)}
      ${fact("VAT number", clientVatNumber)} ${fact("Registration number", clientRegistrationNumber)}
      ${clientEmail === undefined ? nothing : html`<p>${clientEmail}</p>`}
    </section>
  `;
}

function addressLines(address: Address = {}, country: string | undefined): readonly TemplateResult[] {
  const { line1, line2, postalCode, city, region } = address;
  const town = [postalCode, city].filter(Boolean).join(" ");
  const lines = [line1, line2, town, region, country && countryText(country)];
  return lines.filter(Boolean).map((line) => html`<p>${line}</p>`);
}

function fact(label: string, value: string | undefined): TemplateResult | typeof nothing {
  return value === undefined ? nothing : html`<p><span class="label">${label}</span> ${value}</p>`;
}

/** (1) the date of issue, (7) the date of supply, and the client's references. */
function facts(invoice: InvoiceWithPayments): TemplateResult {
  const { issueDate, taxPointDate, dueDate, buyerReference, purchaseOrderReference } = invoice;
  const named: [string, string | undefined][] = [
    ["Date of issue", dayText(issueDate)],
    ["Date of supply", dayText(taxPointDate)],
    ["Due date", dueDate && dayText(dueDate)],
    ["Your reference", buyerReference],
    ["Your order number", purchaseOrderReference],
  ];
  const given = named.filter(([, value]) => value !== undefined);
  return html`<dl class="facts">${given.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}

/** (6) description and quantity, (8) the unit price without VAT and the discount, (9) the rate. */
function lineTable({ items, currency, prices }: InvoiceWithPayments): TemplateResult {
  const isGross = prices === "gross";
  const kind = isGross ? "Gross" : "Net";
  return html`
    <table class="lines">
      <caption class="heard">Lines</caption>
      <thead>
        <tr>
          <th scope="col">Description</th>
          <th scope="col" class="amount">Quantity</th>
          <th scope="col" class="amount">${kind} price</th>
          <th scope="col" class="amount">VAT</th>
          <th scope="col" class="amount">${kind}</th>
        </tr>
      </thead>
      <tbody>
        ${items.map(
          ({
            description,
            discount,
            quantity,
            unit,
            unitPrice,
            unitPriceGross,
            taxRate,
            netAmount,
            grossAmount,
          }) => html`
            <tr>
              <th scope="row">${description}${discount && html`<small>${discountText(discount, currency)}</small>`}</th>
              <td class="amount">${quantityText(quantity, unit)}</td>
              <td class="amount">
                ${amountText(unitPriceGross ?? unitPrice, currency)}
                ${isGross ? html`<small>${amountText(unitPrice, currency)} net</small>` : nothing}
              </td>
              <td class="amount">${rateText(taxRate)}</td>
              <td class="amount">${amountText(grossAmount ?? netAmount, currency)}</td>
            </tr>
          `,
        )}
      </tbody>
    </table>
  `;
}

function discountText({ percent, amount = 0, reason }: LineDiscount, currency: string): string {
  const off = percent === undefined ? amountText(amount, currency) : rateText(percent);
  return reason === undefined ? `Discount: ${off}` : `Discount: ${off} (${reason})`;
}

/** (8) and (10): the taxable amount and the VAT, by article 230 also in the currency of the seller's state. */
function totals(invoice: InvoiceWithPayments): TemplateResult {
  const { subtotal, taxTotal, total, currency, taxCurrency, taxTotalInTaxCurrency, exchangeRate } = invoice;
  const converted: [string, string][] =
    taxCurrency === undefined || taxTotalInTaxCurrency === undefined || exchangeRate === undefined
      ? []
      : [
          [
            `VAT in ${taxCurrency}, at ${exchangeRate.rate} (${exchangeRate.source})`,
            amountText(taxTotalInTaxCurrency, taxCurrency),
          ],
        ];
  return amountList([
    ["Net", amountText(subtotal, currency)],
    ["VAT", amountText(taxTotal, currency)],
    ...converted,
    ["Total", amountText(total, currency)],
  ]);
}

function paymentTerms({ seller, amountDue, amountPaid, currency, status }: InvoiceWithPayments): TemplateResult {
  return html`
    <footer>
      ${amountPaid === 0 ? nothing : html`<p>Paid: ${amountText(amountPaid, currency)}</p>`}
      ${status === "SENT" ? html`<p>Please pay ${amountText(amountDue, currency)}${seller.iban && ` to ${seller.iban}`}.</p>` : nothing}
    </footer>
  `;
}
