import type { InvoiceItem, LineDiscount } from "faktura";
import { html, nothing, type TemplateResult } from "lit-html";
import type { PrintedDocument } from "./printed-document.ts";
import type { PrintedLanguage } from "./printed-language.ts";

/** The lines: (6) description and quantity, (8) the unit price without VAT and the discount, (9) the rate. */
export function lineTable({ items, currency, prices }: PrintedDocument, language: PrintedLanguage): TemplateResult {
  const { printed: words, formats } = language;
  const { amountText, quantityText, rateText } = formats;
  const isGross = prices === "gross";
  const [priceName, amountName] = isGross ? [words.grossPrice, words.gross] : [words.netPrice, language.words.net];
  return html`
    <table class="lines">
      <caption class="heard">${words.lines}</caption>
      <thead>
        <tr>
          <th scope="col">${words.description}</th>
          <th scope="col" class="amount">${words.quantity}</th>
          <th scope="col" class="amount">${priceName}</th>
          <th scope="col" class="amount">${language.words.vat}</th>
          <th scope="col" class="amount">${amountName}</th>
        </tr>
      </thead>
      <tbody>
        ${items.map((item) => {
          const { description, quantity, unit, unitPrice, unitPriceGross, taxRate, netAmount, grossAmount } = item;
          return html`
            <tr>
              <th scope="row">${description}${detailsOf(item, currency, language)}</th>
              <td class="amount" data-name=${words.quantity}>${quantityText(quantity, unit)}</td>
              <td class="amount" data-name=${priceName}>
                ${amountText(unitPriceGross ?? unitPrice, currency)}
                ${isGross ? html`<small>${words.netOf(amountText(unitPrice, currency))}</small>` : nothing}
              </td>
              <td class="amount" data-name=${language.words.vat}>${rateText(taxRate)}</td>
              <td class="amount" data-name=${amountName}>${amountText(grossAmount ?? netAmount, currency)}</td>
            </tr>
          `;
        })}
      </tbody>
    </table>
  `;
}

type PrintedDetails = Pick<
  InvoiceItem,
  | ("sku" | "standardId" | "buyerSku" | "attributes" | "originCountry" | "purchaseOrderLine" | "invoicedObject")
  | ("period" | "note" | "discount")
>;

/** What is printed below the description of a line. */
function detailsOf(
  { sku, standardId, attributes = [], originCountry, period, note, discount, ...given }: PrintedDetails,
  currency: string,
  { printed: words, formats }: PrintedLanguage,
): readonly TemplateResult[] {
  const discountText = ({ percent, amount = 0, reason }: LineDiscount) => {
    const off = percent === undefined ? formats.amountText(amount, currency) : formats.rateText(percent);
    return words.discount(off, reason);
  };
  const details = [
    sku && words.article(sku),
    standardId && words.article(standardId.id),
    given.buyerSku && `${words.yourArticle}: ${given.buyerSku}`,
    ...attributes.map(({ name, value }) => `${name}: ${value}`),
    originCountry && `${words.origin}: ${formats.countryText(originCountry)}`,
    given.purchaseOrderLine && `${words.orderLine}: ${given.purchaseOrderLine}`,
    given.invoicedObject && `${words.invoicedObject}: ${given.invoicedObject.id}`,
    period && formats.periodText(period),
    note,
    discount && discountText(discount),
  ];
  return details.filter(Boolean).map((detail) => html`<small>${detail}</small>`);
}
