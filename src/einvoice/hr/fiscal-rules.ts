import { differBy } from "../../domain/money/decimal-text.ts";
import type { RuleRow } from "../rules/gap-rule.ts";
import type { FiscalInvoice } from "./fiscal-invoice.ts";
import { isOib } from "./oib.ts";

const PREFIX =
  "has numbers of three parts. Choose a prefix of business premises, cash register and year, such as POSL1/12/2026";

/** The largest amount whose cents, with a minus, fit into the QR code. */
const LARGEST = 9_999_999.99;

/**
 * What keeps a document from being fiscalised, as far as the document shows. `rule` is the element of the message.
 *
 * @see Tax Administration, Fiskalizacija, Tehnička specifikacija za korisnike 2.6, and its schema 1.9
 */
// biome-ignore format: a table
export const FISCAL_RULES: readonly RuleRow<FiscalInvoice>[] = [
  ["Oib", "seller.vatNumber", "needs the company's personal number (OIB) with a right check digit. Set vatNumber, or taxNumber, in the company's profile",
    ({ oib }) => !isOib(oib)],
  ["DatVrijeme", "seller.timeZone", "has the time of issue in Croatia, which is on another day than the issue date. Set timeZone to Europe/Zagreb in the company's profile",
    ({ isOnIssueDate }) => !isOnIssueDate],
  ["BrRac", "seller.invoicePrefix", PREFIX,
    ({ number, isCreditNote }) => number === undefined && !isCreditNote],
  ["BrRac", "seller.creditNotePrefix", PREFIX,
    ({ number, isCreditNote }) => number === undefined && isCreditNote],
  ["BrOznRac", "seller.invoicePrefix", "has numbers that begin with 1 each year. Choose a prefix with the year of the issue date, or a series with one",
    ({ number, isCreditNote }) => number?.isOfYear === false && !isCreditNote],
  ["BrOznRac", "seller.creditNotePrefix", "has numbers that begin with 1 each year. Choose a prefix with the year of the issue date and, after it, how many credit notes are of earlier years, such as POSL1/13/2027/35",
    ({ number, isCreditNote }) => number?.isOfYear === false && isCreditNote],
  ["OznNapUr", "national.hr.register", "needs the cash register, because the prefix names none. Set national.hr.register",
    ({ number }) => number !== undefined && number.register === undefined],
  ["Pdv", "items", "has no field for reverse charges, margin schemes and the VAT of other states, and rates of at most two decimals. Correct the VAT of the lines",
    ({ hasOther, taxes }) => hasOther || taxes.some(({ rate }) => !/^\d{1,3}(?:\.\d{1,2})?$/.test(rate))],
  ["IznosUkupno", "advances", "has no field for advances. Deduct them in lines with a negative quantity",
    ({ hasAdvances }) => hasAdvances],
  ["IznosUkupno", "currency", "has amounts in euros. Set currency to EUR",
    ({ currency }) => currency !== "EUR"],
  ["IznosUkupno", "items", "has room for ten characters of the total in cents. Correct the quantities and prices",
    ({ total }) => differBy(LARGEST, total, 0)],
  ["NacinPlac", "payment", "needs the way of payment. Set payment.means: 10 cash, 48 card, 30 transfer, ZZZ others or several",
    ({ payment }) => payment === undefined],
  ["NacinPlac", "payment.means", "takes invoices to businesses in Croatia only if they are paid in cash, by card or otherwise. Send an electronic invoice for a transfer",
    ({ payment, clientOib }) => payment === "T" && clientOib !== undefined],
  ["OibOper", "seller.national.hr.operator", "needs the operator and the operator's OIB. Set national.hr.operator in the company's profile, or in the order",
    ({ operator }) => !isOib(operator?.oib ?? "")],
  ["OibPrimateljaRacuna", "national.hr.fiscalized", "is for consumers. Send businesses an electronic invoice or, if this one is not sent as that, set national.hr.fiscalized",
    ({ isSentOtherwise }) => isSentOtherwise],
  ["OibPrimateljaRacuna", "clientVatNumber", "needs an OIB with a right check digit. Correct clientVatNumber",
    ({ clientOib }) => clientOib !== undefined && !isOib(clientOib)],
];
