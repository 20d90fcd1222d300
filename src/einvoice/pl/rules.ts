import type { CalendarDay } from "../../domain/calendar.ts";
import { isCorrectedType } from "../../domain/invoice/document-types.ts";
import { type DecimalText, differBy, divided } from "../../domain/money/decimal-text.ts";
import type { EinvoiceGap, RuleRow } from "../rules/gap-rule.ts";
import type { KsefOrderedItem } from "./advances.ts";
import type { KsefInvoice } from "./ksef-invoice.ts";
import { lengthOf } from "./ksef-text.ts";
import { computedAmount, type KsefLine, LINE_TOLERANCE } from "./lines.ts";
import { isNip, type KsefAddress } from "./parties.ts";
import { POLISH_VAT } from "./rates.ts";
import { writeKsef } from "./write-ksef.ts";

type Row = RuleRow<KsefInvoice>;

/** The largest file without attachments, in bytes. */
const MAX_BYTES = 1_000_000;

/** That a file without other gaps is too long for KSeF. */
export function sizeGaps(invoice: KsefInvoice): EinvoiceGap[] {
  // A character has three bytes at most, or four for two of a string.
  const xml = writeKsef(invoice);
  if (xml.length * 3 <= MAX_BYTES || new TextEncoder().encode(xml).length <= MAX_BYTES) return [];
  const detail = "KSeF takes files of at most 1,000,000 bytes. Issue several invoices, or shorten their texts.";
  return [{ rule: "Faktura", field: "items", detail }];
}

/** Currencies of the library that the schema does not list. */
const UNKNOWN_CURRENCIES = ["SLE", "VED", "ZWG"];

/** Whether a number has at most so many decimals, and so many digits before them. */
function fits(value: DecimalText | undefined, decimals: number, digits: number): boolean {
  if (value === undefined) return true;
  return !differBy(0, divided(value, 1, decimals), value) && value.replace(/^-|\..*$/g, "").length <= digits;
}

/** The amounts that have two decimals at most. */
function amountsOf({ lines, sums, total, settlement }: KsefInvoice): (DecimalText | undefined)[] {
  const { charges = [], deductions = [], due } = settlement ?? {};
  return [
    ...[total, due],
    ...sums.flatMap(({ netAmount, vat }) => [netAmount, vat]),
    ...lines.flatMap(({ netAmount, grossAmount }) => [netAmount, grossAmount]),
    ...[...charges, ...deductions].map(({ amount }) => amount),
  ];
}

const HEAD_ROWS: readonly Row[] = [
  [
    "DataWytworzeniaFa",
    "issueDate",
    "takes documents that were made since 2025-09-01. Send this one outside of KSeF",
    ({ createdAt }) => createdAt < "2025-09-01",
  ],
  [
    "KodWaluty",
    "currency",
    "has currencies with two decimals at most, and none of SLE, VED and ZWG. Issue the invoice in another currency",
    (invoice) =>
      UNKNOWN_CURRENCIES.includes(invoice.currency) || !amountsOf(invoice).every((value) => fits(value, 2, 99)),
  ],
  [
    "Zamowienie",
    "national.pl.orderedItems",
    "asks of a payment in advance for all that was ordered, at its full price. Set national.pl.orderedItems",
    ({ advanceKind, orderedItems }) => advanceKind === "ZAL" && orderedItems.length === 0,
  ],
  [
    "Zamowienie",
    "national.pl.orderedItems",
    "lists what was ordered of a payment in advance only. Leave national.pl.orderedItems out, or set documentType to 386",
    ({ advanceKind, orderedItems }) => advanceKind !== "ZAL" && orderedItems.length > 0,
  ],
  [
    "ZamowienieWiersz",
    "national.pl.orderedItems",
    "has six decimals of a quantity, eight of a price, and the rates that the payment in advance charges. Correct national.pl.orderedItems",
    ({ orderedItems }) => !orderedItems.every(isWritableItem),
  ],
  [
    "FakturaZaliczkowa",
    "advances",
    "needs the KSeF number of each advance. Record it with recordPortalNumber before you issue the final invoice, state it in portalNumbers of precedingInvoices, or pass advanceKsefNumbers: the numbers, or none for an advance that is not in KSeF",
    ({ advances }) => advances.some(({ ksefNumber }) => ksefNumber === undefined),
  ],
  [
    "RodzajFaktury",
    "documentType",
    "corrects invoices by what differs, not by a new invoice (384). Credit the invoice, or issue a debit note (383)",
    ({ documentType }) => isCorrectedType(documentType),
  ],
];

function isWritableItem({ quantity, price, netAmount, rate }: KsefOrderedItem): boolean {
  return rate !== undefined && fits(quantity, 6, 16) && fits(price, 8, 14) && fits(netAmount, 2, 16);
}

const isTooLong = (text: string | undefined, max: number) => text !== undefined && lengthOf(text) > max;

function addressRows(
  rule: string,
  field: string,
  own: string,
  addressOf: (of: KsefInvoice) => KsefAddress | undefined,
): Row[] {
  return [
    [rule, field, `needs an address. Set ${own}`, (invoice) => addressOf(invoice) === undefined],
    [
      rule,
      field,
      `has room for 512 characters of a street. Shorten ${own}`,
      (invoice) => isTooLong(addressOf(invoice)?.line1, 512),
    ],
  ];
}

const SELLER_ROWS: readonly Row[] = [
  [
    "Podmiot1/NIP",
    "seller.vatNumber",
    "needs the seller's Polish tax number (NIP) with a right check digit. Set vatNumber in the company's profile, or taxNumber without VAT registration. An invoice under the number of another state is not for KSeF",
    ({ seller: { id } }) => id.kind === "nip" && !isNip(id.id),
  ],
  ...addressRows(
    "Podmiot1/Adres",
    "seller.address",
    "address in the company's profile",
    ({ seller }) => seller.address,
  ),
  [
    "PodmiotUpowazniony",
    "seller.taxRepresentative",
    "needs the Polish VAT number and the address of a tax representative. Correct taxRepresentative in the company's profile",
    ({ representative }) =>
      representative !== undefined &&
      (representative.id.kind !== "nip" || !isNip(representative.id.id) || representative.address === undefined),
  ],
];

const CLIENT_ROWS: readonly Row[] = [
  [
    "Podmiot2/NIP",
    "clientVatNumber",
    "needs a Polish tax number (NIP) with a right check digit. Correct clientVatNumber",
    ({ client: { id } }) => id.kind === "nip" && !isNip(id.id),
  ],
  [
    "Podmiot2/NrVatUE",
    "clientVatNumber",
    "needs the client's VAT number, of 1 to 12 letters and digits behind its prefix, for sales within the EU. Set clientVatNumber",
    ({ client: { id }, isWithinEu }) =>
      (isWithinEu && id.kind !== "eu") || (id.kind === "eu" && !/^[A-Z0-9]{1,12}$/.test(id.id)),
  ],
  [
    "Podmiot2/NrID",
    "clientVatNumber",
    "has room for 50 letters and digits of a number. Correct clientVatNumber",
    ({ client: { id } }) => id.kind === "other" && !/^[A-Za-z0-9]{1,50}$/.test(id.id),
  ],
  ...addressRows("Podmiot2/Adres", "clientAddress", "clientCountry and clientAddress", ({ client }) => client.address),
  [
    "Podmiot3/NIP",
    "national.pl.localUnit",
    "needs the tax number (NIP) of the unit with a right check digit. Correct national.pl.localUnit",
    ({ thirdParties }) => hasWrongUnit(thirdParties, "8"),
  ],
  [
    "Podmiot3/NIP",
    "national.pl.groupMember",
    "needs the tax number (NIP) of the member with a right check digit. Correct national.pl.groupMember",
    ({ thirdParties }) => hasWrongUnit(thirdParties, "10"),
  ],
];

/** An internal identifier begins with a NIP. */
function hasWrongUnit(thirdParties: KsefInvoice["thirdParties"], of: "8" | "10"): boolean {
  return thirdParties.some(({ role, id }) => role === of && "id" in id && !isNip(id.id.slice(0, 10)));
}

/** Whether it is not the one invoice that can be written. */
function isUnclear(corrected: KsefInvoice["corrected"]): boolean {
  return corrected.length !== 1 || corrected[0]?.date === undefined;
}

const CORRECTION_ROWS: readonly Row[] = [
  [
    "DaneFaKorygowanej",
    "precedingInvoices",
    "needs the one invoice that a debit note corrects, with its date. Set precedingInvoices",
    ({ documentType, corrected }) => documentType === "383" && isUnclear(corrected),
  ],
  [
    "DaneFaKorygowanej",
    "correctedInvoices",
    "can be written for one invoice with its date, because each needs a KSeF number. Name one in correctedInvoices; write a credit note over several, or over a period, in KSeF itself",
    ({ isCorrection, documentType, corrected }) => isCorrection && documentType !== "383" && isUnclear(corrected),
  ],
  [
    "NrKSeFFaKorygowanej",
    "correctedKsefNumber",
    "needs the KSeF number of the invoice that is corrected. Record it for that invoice with recordPortalNumber, or pass correctedKsefNumber: the number, or none if that invoice is not in KSeF",
    ({ isCorrection, correctedKsefNumber }) => isCorrection && correctedKsefNumber === undefined,
  ],
];

const TAX_ROWS: readonly Row[] = [
  [
    "P_12",
    "items[].taxRate",
    "has the Polish rates, those of OSS with up to six decimals, and no categories L and M. Correct the VAT of the lines",
    ({ lines }) => lines.some(({ rate }) => rate === undefined || (rate.isOss && !fits(rate.code, 6, 3))),
  ],
  [
    "P_PMarzy",
    "items[].exemption",
    "has one margin scheme on an invoice. Issue an invoice for each of them",
    ({ lines }) => new Set(lines.flatMap(({ marginScheme: scheme = [] }) => scheme)).size > 1,
  ],
  [
    "P_19A",
    "items[].exemption",
    "needs the provision that exempts a sale, in at most 256 characters. Set its reason, or exemptionNote in the company's profile",
    ({ annotations: { exemption } }) =>
      exemption !== undefined && (exemption.reason === "" || isTooLong(exemption.reason, 256)),
  ],
  [
    "KursWaluty",
    "exchangeRate",
    "needs the exchange rate to PLN, with up to six decimals, for VAT in another currency. Set exchangeRate",
    needsExchangeRate,
  ],
];

/** VAT is stated in PLN, and whether split payment of it is owed depends on the value in PLN. */
function needsExchangeRate({ currency, exchangeRate, sums }: KsefInvoice): boolean {
  if (currency === "PLN") return false;
  if (exchangeRate !== undefined) return !fits(exchangeRate, 6, 16) || exchangeRate === "0";
  return sums.some(({ name }) => POLISH_VAT.includes(name));
}

const LINE_ROWS: readonly Row[] = [
  [
    "P_8B",
    "items[].quantity",
    "has six decimals of a quantity. State another quantity or unit",
    ({ lines }) => !lines.every(({ quantity }) => fits(quantity, 6, 99)),
  ],
  [
    "P_9A",
    "items[].unitPrice",
    "has eight decimals of a price, and quantity × price must give the amount of the line. State another quantity or unit",
    ({ lines }) => lines.some(isMiscounted),
  ],
  [
    "P_11",
    "items[].quantity",
    "has room for 16 digits of a quantity and of an amount, and for 14 of a price. Correct the quantities and prices",
    ({ lines, total }) => !fits(total, 99, 16) || !lines.every(hasRoom),
  ],
  [
    "DodatkowyOpis",
    "items",
    "has room for 10,000 further texts. Shorten the descriptions, notes and attributes",
    ({ lines, notes }) => lines.reduce((count, line) => count + line.notes.length, notes.length) > 10_000,
  ],
];

function isMiscounted(line: KsefLine): boolean {
  const computed = computedAmount(line);
  return computed !== undefined && differBy(LINE_TOLERANCE, computed, line.grossAmount ?? line.netAmount);
}

function hasRoom({ quantity, price, discount, netAmount, grossAmount = "0" }: KsefLine): boolean {
  return (
    [quantity, netAmount, grossAmount].every((value) => fits(value, 99, 16)) &&
    [price, discount].every((value) => fits(value, 99, 14))
  );
}

function dateRows(): Row[] {
  const before = (
    rule: string,
    field: string,
    first: CalendarDay,
    dayOf: (invoice: KsefInvoice) => CalendarDay | undefined,
  ): Row => [rule, field, `has dates from ${first}. Correct ${field}`, (invoice) => (dayOf(invoice) ?? first) < first];
  return [
    before("P_6", "supplyDate", "2006-01-01", ({ supplyDate }) => supplyDate),
    [
      "OkresFa",
      "period",
      "needs both days of a period. Set period.start and period.end",
      ({ period }) => period !== undefined && (period.start === undefined || period.end === undefined),
    ],
    before("OkresFa", "period", "2006-01-01", ({ period }) => period?.start),
    before("Termin", "dueDate", "2016-07-01", ({ payment }) => payment?.dueDate),
    before("DaneFaKorygowanej", "precedingInvoices", "2006-01-01", ({ corrected }) => corrected[0]?.date),
  ];
}

const PAYMENT_ROWS: readonly Row[] = [
  [
    "NrRB",
    "seller.accounts",
    "has accounts of 10 to 34 characters. Correct iban or accounts in the company's profile",
    ({ payment }) => (payment?.accounts ?? []).some(({ number }) => number.length < 10 || number.length > 34),
  ],
];

/** What the schema refuses, KSeF by its own checks, and what FA(3) cannot say. `rule` is the element of FA(3). */
export const KSEF_RULES: readonly Row[] = [
  ...HEAD_ROWS,
  ...SELLER_ROWS,
  ...CLIENT_ROWS,
  ...CORRECTION_ROWS,
  ...TAX_ROWS,
  ...LINE_ROWS,
  ...dateRows(),
  ...PAYMENT_ROWS,
];
