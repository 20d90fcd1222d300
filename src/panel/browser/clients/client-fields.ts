import { html, type TemplateResult } from "lit-html";
import type { ClientEntry } from "../../wire.ts";
import { COUNTRIES, currencyOptions, languageOptions, SUPPLIES } from "../fields/choices.ts";
import { inputField, selectField } from "../fields/fields.ts";
import { nationalInputs } from "../fields/national-fields.ts";
import { addressSchemes, identifierSchemes, registers } from "../settings/address-schemes.ts";
import { countryText } from "../texts/format.ts";
import { texts } from "../texts/language.ts";

const words = texts.newInvoice;

export const CHOOSE = { value: "", label: texts.fields.choose };

/** "Not stated" is a choice that somebody makes, and never the silent default. */
export const UNSTATED = { value: "unstated", label: texts.fields.notStated };

const NONE = { value: "", label: texts.fields.none };

const AS_SETTINGS = { value: "", label: words.asInSettings };

const LANGUAGES = [AS_SETTINGS, ...languageOptions()];

const IS_COMPANY = [CHOOSE, { value: "yes", label: words.company }, { value: "no", label: words.consumer }, UNSTATED];

/**
 * The fields of a client's page, for a company of this country. They have the names of the same fields of an order. `vatState` is
 * what is known of the VAT number.
 */
export function clientFields(country: string, vatState: string): TemplateResult {
  return html`
    <fieldset>
      <legend>${words.client}</legend>
      ${partyFields(inputField({ pointer: "/clientName", label: words.name, required: true, maxLength: 200 }), country, vatState)}
    </fieldset>
    <fieldset>
      <legend>${texts.clients.defaults}</legend>
      ${selectField({ pointer: "/supply", label: words.supplyType }, [CHOOSE, ...SUPPLIES])}
      ${inputField({ pointer: "/paymentDays", label: texts.terms.ofClient, maxLength: 3, hint: texts.terms.ofClientHint })}
      ${inputField({ pointer: "/paymentTerms", label: words.paymentTerms, maxLength: 1000 })}
      ${inputField({ pointer: "/buyerReference", label: words.clientReference, maxLength: 200 })}
      ${selectField({ pointer: "/currency", label: words.currency, isSet: true }, [AS_SETTINGS, ...currencyOptions()])}
      ${languageField()}
    </fieldset>
  `;
}

/** A saved client as an option: its name, and what tells it from others. */
export function clientOption({ name, city, country, vatNumber }: ClientEntry) {
  const details = [city, country && countryText(country), vatNumber].filter((text) => text !== "");
  return { name, details: details.join(", ") };
}

/** The language in which a client's invoices are printed. */
export function languageField(): TemplateResult {
  return selectField({ pointer: "/clientLanguage", label: words.language, isSet: true }, LANGUAGES);
}

/** The fields that say who the client is, after that of its name. */
export function partyFields(name: TemplateResult, country: string, vatState: string): TemplateResult {
  const hint = vatState === "" ? {} : { hint: vatState };
  return html`
    ${name}
    ${selectField({ pointer: "/clientCountry", label: words.country, required: true }, [CHOOSE, ...COUNTRIES])}
    ${selectField({ pointer: "/isCompany", label: words.clientType, required: true }, IS_COMPANY)}
    ${inputField({ pointer: "/clientVatNumber", label: words.vatNumber, maxLength: 40, ...hint })}
    ${inputField({ pointer: "/clientAddress/line1", label: words.street, maxLength: 200 })}
    ${inputField({ pointer: "/clientAddress/postalCode", label: words.postalCode, maxLength: 20 })}
    ${inputField({ pointer: "/clientAddress/city", label: words.city, maxLength: 100 })}
    <details class="wide">
      <summary>${words.moreOfClient}</summary>
      <div class="fields">
        ${selectField({ pointer: "/clientElectronicAddress/scheme", label: words.addressScheme }, [NONE, ...addressSchemes()])}
        ${inputField({ pointer: "/clientElectronicAddress/id", label: words.electronicAddress, maxLength: 100 })}
        ${inputField({ pointer: "/clientTradingName", label: words.tradingName, maxLength: 200 })}
        ${inputField({ pointer: "/clientContact/name", label: words.contactName, maxLength: 200 })}
        ${inputField({ pointer: "/clientContact/phone", label: words.contactPhone, maxLength: 50 })}
        ${inputField({ pointer: "/clientContact/email", label: words.contactEmail, type: "email", maxLength: 254 })}
        ${inputField({ pointer: "/clientAddress/line2", label: words.addressLine2, maxLength: 200 })}
        ${inputField({ pointer: "/clientAddress/line3", label: words.addressLine3, maxLength: 200 })}
        ${inputField({ pointer: "/clientAddress/region", label: words.region, maxLength: 100 })}
        ${inputField({ pointer: "/clientEmail", label: words.clientEmail, type: "email", maxLength: 254 })}
        ${inputField({ pointer: "/clientNumber", label: words.clientNumber, maxLength: 100 })}
        ${inputField({ pointer: "/clientRegistrationNumber", label: words.registrationNumber, maxLength: 100 })}
        ${selectField({ pointer: "/clientRegistrationScheme", label: words.registrationScheme }, [NONE, ...registers()])}
        ${selectField({ pointer: "/clientIdentifier/scheme", label: words.identifierScheme }, [NONE, ...identifierSchemes()])}
        ${inputField({ pointer: "/clientIdentifier/id", label: words.identifier, maxLength: 100 })}
        ${nationalInputs({ form: "client", country, at: "/national" })}
      </div>
    </details>
  `;
}
