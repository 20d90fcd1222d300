import type { InvoiceItem, LineDiscount } from "faktura";
import { html, nothing, type TemplateResult } from "lit-html";
import { amountText, periodText, quantityText, rateText } from "./format.ts";
import type { PrintedDocument } from "./printed-document.ts";

/** The lines: (6) description and quantity, (8) the unit price without VAT and the discount, (9) the rate. */
export function lineTable({ items, currency, prices }: PrintedDocument): TemplateResult {
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
        ${items.map((item) => {
          const { description, quantity, unit, unitPrice, unitPriceGross, taxRate, netAmount, grossAmount } = item;
          return html`
            <tr>
              <th scope="row">${description}${detailsOf(item, currency)}</th>
              <td class="amount">${quantityText(quantity, unit)}</td>
              <td class="amount">
                ${amountText(unitPriceGross ?? unitPrice, currency)}
                ${isGross ? html`<small>${amountText(unitPrice, currency)} net</small>` : nothing}
              </td>
              <td class="amount">${rateText(taxRate)}</td>
              <td class="amount">${amountText(grossAmount ?? netAmount, currency)}</td>
            </tr>
          `;
        })}
      </tbody>
    </table>
  `;
}

type PrintedDetails = Pick<InvoiceItem, "sku" | "period" | "note" | "discount">;

/** What is printed below the description of a line. */
function detailsOf({ sku, period, note, discount }: PrintedDetails, currency: string): readonly TemplateResult[] {
  const details = [
    sku && `Article ${sku}`,
    period && periodText(period),
    note,
    discount && discountText(discount, currency),
  ];
  return details.filter(Boolean).map((detail) => html`<small>${detail}</small>`);
}

function discountText({ percent, amount = 0, reason }: LineDiscount, currency: string): string {
  const off = percent === undefined ? amountText(amount, currency) : rateText(percent);
  return reason === undefined ? `Discount: ${off}` : `Discount: ${off} (${reason})`;
}
