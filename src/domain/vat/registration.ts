import { fieldRefusal, type Refusal } from "../refusal.ts";
import { article194Law, owesByArticle194 } from "./article-194.ts";
import type { VatRegistration } from "./generated/vat-registration.ts";
import { vatNumberForm } from "./number/form.ts";
import { parseVatNumber } from "./number/parse.ts";
import { type ClassifiedSale, isGoodsForCompany } from "./sale-facts.ts";
import { countryName } from "./territory/country.ts";
import { isMemberState, vatTerritory } from "./territory/membership.ts";
import type { VatTerritory } from "./territory/territory.ts";

/** Which registration is faulty, by its place from 0, and why. */
interface RegistrationFault {
  readonly index: number;
  readonly field: keyof VatRegistration;
  /** After the field's name. */
  readonly detail: string;
}

const NORTHERN = "; under a number of Northern Ireland (XI), order with autoVat: false";

/** The first fault of a company's registrations; `own` is its country. */
export function registrationFault(
  registrations: readonly VatRegistration[],
  own: string,
): RegistrationFault | undefined {
  for (const [index, { country, vatNumber, since = "", until = "9" }] of registrations.entries()) {
    const isTwice = registrations
      .slice(0, index)
      .some((other) => other.country === country && (other.since ?? "") <= until && since <= (other.until ?? "9"));
    // Since 2021, the United Kingdom is no member state.
    if (!isMemberState(country, "2021-01-01") || country === vatTerritory(own))
      return {
        index,
        field: "country",
        detail: `must be a member state other than the company's own${country === "GB" ? NORTHERN : ""}`,
      };
    if (parseVatNumber(vatNumber, country)?.country !== country)
      return { index, field: "vatNumber", detail: `must be a VAT number with ${vatNumberForm(country)}` };
    if (until < since) return { index, field: "until", detail: "must not be before since" };
    if (isTwice) return { index, field: "country", detail: "is named twice for the same days; end one with until" };
  }
  return undefined;
}

/**
 * The registration under whose number a sale is made; `undefined` if it is the company's own number.
 *
 * @throws Refusal `request_invalid` if the seller lacks the registration that the places of the goods require, or the sale
 *   does not say who imports them
 * @see Directive 2006/112/EC, articles 31 to 33 (place), 59c (threshold), 138, 146, 194, 226(3) and 369g(2)
 */
export function registrationUsed(sale: ClassifiedSale): VatRegistration | undefined {
  const { goods, row, seller, client, sellerInEu, clientInEu, registrations } = sale;
  const { numbersOf } = placeOfNumber(sale);
  if (goods === undefined) return row.treatment === "domestic" ? registrations?.get(numbersOf) : undefined;
  const { treatment } = row;
  const { company, importer, isImportedBySeller, elsewhere } = goods;
  if (elsewhere !== undefined) {
    throw fieldRefusal("placeOfSupply", `is in ${client.name}, but the goods arrive in ${elsewhere.name}`);
  }
  if (treatment === "outside-scope" && clientInEu && importer === undefined) {
    throw fieldRefusal("importer", `must be client or seller for goods from ${seller.name}`);
  }
  if (treatment === "reverse-charge" && !sale.clientHasVatNumber) {
    const why = `because the client owes the VAT (${article194Law(seller.id)})`;
    const detail = `must be a VAT number of a member state, ${why}; for a consumer, set isCompany to false`;
    throw fieldRefusal("clientVatNumber", detail);
  }
  const isOwn = numbersOf === company.numbersOf;
  const isEstablishedElsewhere = [...(registrations?.values() ?? [])].some(({ establishment }) => establishment);
  if (isForConsumer(sale) && treatment === "origin" && (!isOwn || isEstablishedElsewhere)) {
    throw faultyPlace(sale, `is taxed in ${client.name} (articles 33 and 59c): register there or for OSS`);
  }
  const isOwedByClient = treatment === "reverse-charge" && !isImportedBySeller;
  if (isOwn || !sellerInEu || isOwedByClient) return undefined;
  if (treatment === "not-registered" && goods.exemptIn?.[numbersOf]) return undefined;
  const registration = registrations?.get(numbersOf);
  if (registration !== undefined) return registration;
  const isMember = isMemberState(numbersOf, sale.on);
  throw faultyPlace(
    sale,
    isMember
      ? `needs a number of ${countryName(numbersOf)} in registrations`
      : "needs a number of Northern Ireland (XI), and registrations takes those of member states only",
  );
}

/**
 * What to state by hand if a business owes the VAT of goods that are sold within another state whose law was not read; `""`
 * for other sales.
 */
export function article194Hint({ goods, row, seller, clientHasVatNumber, registrations }: ClassifiedSale): string {
  const isOpen =
    clientHasVatNumber &&
    goods !== undefined &&
    row.treatment === "domestic" &&
    registrations?.get(seller.id)?.establishment !== true &&
    owesByArticle194(seller.id, goods) === undefined;
  if (!isOpen) return "";
  const law = article194Law(seller.id);
  return `, with vatCategory AE if the client owes the VAT (article 194${law ? `; ${law}` : ""})`;
}

/** The place whose number a document shows: that of the seller, or of goods' dispatch, or of the client whose VAT is charged at home. */
export function placeOfNumber({ row, seller, client }: ClassifiedSale): VatTerritory {
  return row.treatment === "domestic" && row.rateOf === "client" ? client : seller;
}

/** Whether goods are for a consumer rather than for a company, with a VAT number or without. */
function isForConsumer(sale: ClassifiedSale): boolean {
  return !sale.clientHasVatNumber && !isGoodsForCompany(sale);
}

function faultyPlace(sale: ClassifiedSale, why: string): Refusal {
  const { goods, seller, client } = sale;
  const field = goods!.isImportedBySeller ? "importer" : goods!.field;
  const detail = `means a sale from ${seller.name} to ${client.name}, which ${why}; otherwise order with autoVat: false`;
  return fieldRefusal(field, detail + article194Hint(sale));
}
