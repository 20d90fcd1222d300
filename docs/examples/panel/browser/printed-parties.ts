import type { Address } from "faktura";
import { html, nothing, type TemplateResult } from "lit-html";
import { countryText } from "./format.ts";
import type { PrintedDocument } from "./printed-document.ts";

/** Seller and client, and if the invoice has them, the tax representative and the place of delivery. */
export function partiesOf(invoice: PrintedDocument): TemplateResult {
  return html`
    <div class="parties">${seller(invoice)} ${client(invoice)} ${taxRepresentative(invoice)} ${delivery(invoice)}</div>
  `;
}

/** The seller: (3) VAT number, (5) name and address. */
function seller({ seller }: PrintedDocument): TemplateResult {
  const { name, tradingName, address, country, vatNumber, taxNumber, registrationNumber, email, contact } = seller;
  return html`
    <section aria-label="Seller">
      <p class="name">${name}</p>
      ${fact("Trading as", tradingName)}
      ${addressLines(address, country)}
      ${fact("VAT number", vatNumber)} ${fact("Tax number", taxNumber)} ${fact("Registration number", registrationNumber)}
      ${line(email)} ${fact("Contact", contact && [contact.name, contact.phone, contact.email].filter(Boolean).join(", "))}
    </section>
  `;
}

/** The client: (4) VAT number, (5) name and address. */
function client(invoice: PrintedDocument): TemplateResult {
  const { clientName, clientAddress, clientCountry, clientVatNumber, clientRegistrationNumber } = invoice;
  return html`
    <section aria-label="Client">
      <p class="label">To</p>
      <p class="name">${clientName}</p>
      ${addressLines(clientAddress, clientCountry)}
      ${fact("VAT number", clientVatNumber)} ${fact("Registration number", clientRegistrationNumber)}
      ${fact("Client number", invoice.clientNumber)} ${line(invoice.clientEmail)}
    </section>
  `;
}

/** (15) the tax representative, who owes the seller's VAT: VAT number, name and address. */
function taxRepresentative({ seller }: PrintedDocument): TemplateResult | typeof nothing {
  if (seller.taxRepresentative === undefined) return nothing;
  const { name, address, country, vatNumber } = seller.taxRepresentative;
  return html`
    <section aria-label="Tax representative">
      <p class="label">Tax representative of the seller</p>
      <p class="name">${name}</p>
      ${addressLines(address, country)} ${fact("VAT number", vatNumber)}
    </section>
  `;
}

function delivery({ deliverTo }: PrintedDocument): TemplateResult | typeof nothing {
  if (deliverTo === undefined) return nothing;
  return html`
    <section aria-label="Delivery">
      <p class="label">Delivered to</p>
      ${line(deliverTo.name)} ${addressLines(deliverTo.address, deliverTo.country)}
    </section>
  `;
}

function addressLines(address: Address = {}, country: string | undefined): readonly TemplateResult[] {
  const { line1, line2, postalCode, city, region } = address;
  const town = [postalCode, city].filter(Boolean).join(" ");
  const lines = [line1, line2, town, region, country && countryText(country)];
  return lines.filter(Boolean).map((text) => html`<p>${text}</p>`);
}

function line(text: string | undefined): TemplateResult | typeof nothing {
  return text === undefined ? nothing : html`<p>${text}</p>`;
}

function fact(label: string, value: string | undefined): TemplateResult | typeof nothing {
  return value === undefined ? nothing : html`<p><span class="label">${label}</span> ${value}</p>`;
}
