import type { Address } from "faktura";
import { html, nothing, type TemplateResult } from "lit-html";
import type { LocaleFormats } from "./locale-formats.ts";
import type { PrintedDocument } from "./printed-document.ts";
import type { PrintedLanguage } from "./printed-language.ts";

/** Seller and client, and if the invoice has them, the tax representative the place of delivery and the payee. */
export function partiesOf(invoice: PrintedDocument, language: PrintedLanguage): TemplateResult {
  return html`
    <div class="parties">
      ${seller(invoice, language)} ${client(invoice, language)} ${taxRepresentative(invoice, language)}
      ${delivery(invoice, language)} ${payee(invoice, language)}
    </div>
  `;
}

/** The seller: (3) VAT number, (5) name and address. */
function seller({ seller }: PrintedDocument, { printed: words, formats }: PrintedLanguage): TemplateResult {
  const { name, tradingName, address, country, vatNumber, taxNumber, registrationNumber, email, contact } = seller;
  return html`
    <section aria-label=${words.seller}>
      <p class="name" dir="auto">${name}</p>
      ${fact(words.tradingAs, tradingName)}
      ${addressLines(address, country, formats)}
      ${fact(words.vatNumber, vatNumber)} ${fact(words.taxNumber, taxNumber)} ${fact(words.registrationNumber, registrationNumber)}
      ${line(email)} ${fact(words.contact, contact && [contact.name, contact.phone, contact.email].filter(Boolean).join(", "))}
    </section>
  `;
}

/** The client: (4) VAT number, (5) name and address. */
function client(invoice: PrintedDocument, { printed: words, formats }: PrintedLanguage): TemplateResult {
  const { clientName, clientAddress, clientCountry, clientVatNumber, clientRegistrationNumber } = invoice;
  return html`
    <section aria-label=${words.client}>
      <p class="label">${words.to}</p>
      <p class="name" dir="auto">${clientName}</p>
      ${fact(words.tradingAs, invoice.clientTradingName)} ${line(invoice.clientContact?.name)}
      ${addressLines(clientAddress, clientCountry, formats)}
      ${fact(words.vatNumber, clientVatNumber)} ${fact(words.registrationNumber, clientRegistrationNumber)}
      ${fact(words.clientNumber, invoice.clientNumber)} ${line(invoice.clientEmail)}
    </section>
  `;
}

/** (15) the tax representative, who owes the seller's VAT: VAT number, name and address. */
function taxRepresentative(
  { seller }: PrintedDocument,
  { printed: words, formats }: PrintedLanguage,
): TemplateResult | typeof nothing {
  if (seller.taxRepresentative === undefined) return nothing;
  const { name, address, country, vatNumber } = seller.taxRepresentative;
  return html`
    <section aria-label=${words.taxRepresentative}>
      <p class="label">${words.representativeOf}</p>
      <p class="name" dir="auto">${name}</p>
      ${addressLines(address, country, formats)} ${fact(words.vatNumber, vatNumber)}
    </section>
  `;
}

function delivery(
  { deliverTo }: PrintedDocument,
  { printed: words, formats }: PrintedLanguage,
): TemplateResult | typeof nothing {
  if (deliverTo === undefined) return nothing;
  return html`
    <section aria-label=${words.delivery}>
      <p class="label">${words.deliveredTo}</p>
      ${line(deliverTo.name)} ${addressLines(deliverTo.address, deliverTo.country, formats)} ${line(deliverTo.identifier?.id)}
    </section>
  `;
}

/** Who is paid instead of the seller. */
function payee(
  { payee: given }: PrintedDocument,
  { printed: words }: PrintedLanguage,
): TemplateResult | typeof nothing {
  if (given === undefined) return nothing;
  return html`
    <section aria-label=${words.payee}>
      <p class="label">${words.payee}</p>
      ${line(given.name)} ${fact(words.registrationNumber, given.registrationNumber)}
    </section>
  `;
}

function addressLines(
  address: Address = {},
  country: string | undefined,
  formats: LocaleFormats,
): readonly TemplateResult[] {
  const { line1, line2, line3, postalCode, city, region } = address;
  const town = [postalCode, city].filter(Boolean).join(" ");
  const lines = [line1, line2, line3, town, region, country && formats.countryText(country)];
  return lines.filter(Boolean).map((text) => html`<p dir="auto">${text}</p>`);
}

function line(text: string | undefined): TemplateResult | typeof nothing {
  return text === undefined ? nothing : html`<p dir="auto">${text}</p>`;
}

function fact(label: string, value: string | undefined): TemplateResult | typeof nothing {
  return value === undefined ? nothing : html`<p><span class="label">${label}</span> ${value}</p>`;
}
