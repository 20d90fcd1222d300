import { Refusal } from "../refusal.ts";
import { article194Law } from "./article-194.ts";
import { type ClassifiedSale, isGoodsForCompany } from "./sale-facts.ts";
import type { VatRegistration } from "./types.ts";

/**
 * The registration under whose number goods are sold; `undefined` if it is the company's own number.
 *
 * @throws Refusal `request_invalid` if the seller lacks the registration that the places of the goods require, or the sale
 *   does not say who imports them
 * @see Directive 2006/112/EC, articles 31 to 33 (place), 59c (threshold), 138, 146, 194, 226(3) and 369g(2)
 */
export function registrationUsed(sale: ClassifiedSale): VatRegistration | undefined {
  const { goods, row, seller, client, clientInEu } = sale;
  if (goods === undefined) return undefined;
  const { treatment } = row;
  const { registrations, company, importer, isImportedBySeller } = goods;
  if (treatment === "outside-scope" && clientInEu && importer === undefined) {
    const detail = `must be client or seller for goods from ${seller.name}`;
    throw new Refusal("request_invalid", `importer ${detail}.`, [{ pointer: "/importer", detail }]);
  }
  const { numbersOf } = treatment === "domestic" && row.rateOf === "client" ? client : seller;
  const isOwn = numbersOf === company.numbersOf;
  const isEstablishedElsewhere = [...registrations.values()].some(({ establishment }) => establishment);
  if (isForConsumer(sale) && treatment === "origin" && (!isOwn || isEstablishedElsewhere)) {
    throw faultyPlace(sale, `is taxed in ${client.name} (articles 33 and 59c): register there or for OSS`);
  }
  const isOwedByClient = treatment === "reverse-charge" && !isImportedBySeller;
  if (isOwn || treatment === "outside-scope" || isOwedByClient) return undefined;
  if (treatment === "not-registered" && goods.exemptIn?.[numbersOf]) return undefined;
  if (treatment === "not-registered") throw faultyPlace(sale, "needs vatRegistered");
  const registration = registrations.get(numbersOf);
  if (registration !== undefined) return registration;
  const mayBeOwed = treatment === "domestic" && sale.clientHasVatNumber && article194Law(numbersOf) === undefined;
  const hint = mayBeOwed ? ", with vatCategory AE if the client owes the VAT (article 194)" : "";
  throw faultyPlace(sale, `needs a number of ${seller.name} in registrations`, hint);
}

/** Whether goods are for a consumer rather than for a company, with a VAT number or without. */
function isForConsumer(sale: ClassifiedSale): boolean {
  return !sale.clientHasVatNumber && !isGoodsForCompany(sale);
}

function faultyPlace({ goods, seller, client }: ClassifiedSale, why: string, hint = ""): Refusal {
  const detail = `means a sale from ${seller.name} to ${client.name}, which ${why}; otherwise order with autoVat: false${hint}`;
  const field = goods!.isImportedBySeller ? "importer" : goods!.field;
  return new Refusal("request_invalid", `${field} ${detail}.`, [{ pointer: `/${field}`, detail }]);
}
