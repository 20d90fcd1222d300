import type { CalendarDay } from "../../domain/calendar.ts";
import { type DecimalText, differBy, plus } from "../../domain/money/decimal-text.ts";
import type { RuleRow } from "../rules/gap-rule.ts";
import type { VerifactuClientId } from "./client.ts";
import type { VerifactuDetail } from "./details.ts";
import { isNif, isPersonalNif } from "./nif.ts";
import { isTakenTogether } from "./operations.ts";
import { isTooLarge } from "./simplified-invoice.ts";
import type { VerifactuInvoice } from "./verifactu-invoice.ts";

type Row = RuleRow<VerifactuInvoice>;

/** Printable ASCII without those that the tax agency refuses (errors 1104, 1130, 1287). */
const NUMBER = /^(?! )[ !#-&(-;?-~]{1,60}(?<! )$/;

/** The first day of invoices in the system (error 1152). */
const FIRST_DAY: CalendarDay = "2024-10-28";

/** A record has as many details. */
const MOST_DETAILS = 12;

const HEAD_ROWS: readonly Row[] = [
  [
    "IDEmisorFactura",
    "seller.vatNumber",
    "needs the company's Spanish NIF with a right check. Set vatNumber, or taxNumber, in the company's profile. An invoice under the number of another state gets no record",
    ({ id }) => !isNif(id.nif),
  ],
  [
    "NumSerieFactura",
    "seller.invoicePrefix",
    "has numbers of 1 to 60 printable ASCII characters without \" ' < > =. Correct the prefix in the company's profile",
    ({ id }) => !NUMBER.test(id.number),
  ],
  [
    "FechaExpedicionFactura",
    "issueDate",
    `has invoices from ${FIRST_DAY}. Earlier ones get no record: pass since`,
    ({ id }) => id.date < FIRST_DAY,
  ],
];

/** How the record identifies the client. */
const idOf = ({ client }: VerifactuInvoice): VerifactuClientId | undefined => client?.id;

/** Its type, or `nif`; `undefined` if there is no client. */
function idTypeOf(invoice: VerifactuInvoice): string | undefined {
  const id = idOf(invoice);
  return id === undefined || !("nif" in id) ? id?.type : "nif";
}

const CLIENT_ROWS: readonly Row[] = [
  [
    "Destinatarios",
    "clientVatNumber",
    "needs the client's identification in this invoice. Set clientVatNumber, or national.es.clientId",
    (invoice) => !invoice.isClientKnown && needsClient(invoice),
  ],
  [
    "Destinatarios/NIF",
    "clientVatNumber",
    "needs the client's NIF with a right check. Correct clientVatNumber",
    (invoice) => {
      const id = idOf(invoice);
      return id !== undefined && "nif" in id && !isNif(id.nif);
    },
  ],
  [
    "Destinatarios/IDOtro",
    "national.es.clientId",
    "needs a VAT number of another member state in type 02, a country in the others, and 1 to 20 characters. In Spain, the type is 03, or 07 with a person's NIF. Correct clientVatNumber or national.es.clientId",
    (invoice) => {
      const id = idOf(invoice);
      return id !== undefined && !("nif" in id) && !isOtherId(id);
    },
  ],
  [
    "Destinatarios/IDType",
    "national.es.correctionType",
    "takes type R2 only of clients with a NIF or a VAT number, and R3 only of those with a NIF. Correct national.es.correctionType",
    (invoice) => {
      const idType = idTypeOf(invoice) ?? "nif";
      if (invoice.type === "R2") return !["nif", "07", "02"].includes(idType);
      return invoice.type === "R3" && !["nif", "07"].includes(idType);
    },
  ],
];

/** Errors 1189, 1197 and 1289. A self-billed invoice names its client too, because the client issues it. */
function needsClient({ type, isSelfBilled, details }: VerifactuInvoice): boolean {
  const isFull = type !== "F2" && type !== "R5";
  return isFull || isSelfBilled || details.some(({ code }) => code === "S2" || code === "E5");
}

/** Errors 1101 to 1126, 1131, 1232 to 1234, 1254 and 1255. */
function isOtherId({ type, country, id }: Exclude<VerifactuClientId, { nif: string }>): boolean {
  if (type === "02") return /^(?!ES|GB)[A-Z]{2}[A-Z0-9]{2,18}$/.test(id);
  if (country === undefined || id === "" || [...id].length > 20) return false;
  if (type === "07") return country === "ES" && isPersonalNif(id);
  return country !== "ES" || type === "03";
}

const SIMPLIFIED_ROWS: readonly Row[] = [
  [
    "TipoFactura",
    "clientVatNumber",
    "has simplified invoices of up to EUR 3,000 with VAT. Set clientVatNumber, or national.es.clientId",
    (invoice) => !invoice.isClientKnown && isTooLarge(invoice),
  ],
  [
    "TipoFactura",
    "national.es.invoiceType",
    "has simplified invoices of up to EUR 3,000 with VAT, and none that are self-billed, with a reverse charge or for supplies within the EU. Remove national.es.invoiceType",
    (invoice) => invoice.isClientKnown && invoice.client === undefined && (isTooLarge(invoice) || needsClient(invoice)),
  ],
];

const CORRECTION_ROWS: readonly Row[] = [
  [
    "FacturasRectificadas",
    "precedingInvoices",
    "needs the invoices that a debit note or a corrected invoice corrects. Set precedingInvoices",
    ({ method, earlier, isByPeriod }) => method !== undefined && earlier.length === 0 && !isByPeriod,
  ],
  [
    "IDFacturaRectificada",
    "precedingInvoices",
    "needs the number and the date of each earlier invoice, in 1 to 60 printable ASCII characters. Correct precedingInvoices, or correctedInvoices of a credit note",
    ({ earlier }) => earlier.some(({ number, date }) => date === undefined || !NUMBER.test(number)),
  ],
  [
    "ImporteRectificacion",
    "national.es.replaced",
    "needs the amounts that a corrected invoice replaces, in euros with two decimals. Set national.es.replaced, or issue a credit note",
    ({ method, replaced }) =>
      method === "S" &&
      (replaced === undefined || ![replaced.net, replaced.tax, replaced.surcharge ?? 0].every(isAmount)),
  ],
];

function operationRows(): Row[] {
  const any = (isBroken: (detail: VerifactuDetail) => boolean) => (invoice: VerifactuInvoice) =>
    invoice.details.some(isBroken);
  return [
    [
      "OperacionExenta",
      "items[].national.es.exemption",
      "needs the reason why a line is without VAT, and has no margin schemes. Set national.es.exemption of the line",
      any(({ code }) => code === undefined),
    ],
    [
      "CuotaRepercutida",
      "items[].national.es.exemption",
      "has no VAT on lines that are exempt, not subject, or of a client that owes the VAT. Remove national.es.exemption of the line",
      any(({ code, vat }) => code !== undefined && code !== "S1" && vat !== "0"),
    ],
    [
      "ClaveRegimen",
      "items[].national.es.regime",
      "does not take this regime with the VAT of the line. Correct national.es.regime of the line",
      any((detail) => !isTakenTogether(detail)),
    ],
    [
      "Destinatarios/IDOtro",
      "clientVatNumber",
      "takes supplies within the EU (E5) only to clients without a Spanish NIF. Correct clientVatNumber",
      (invoice) => idTypeOf(invoice) === "nif" && invoice.details.some(({ code }) => code === "E5"),
    ],
    [
      "TipoImpositivo",
      "items[].taxRate",
      "has the Spanish rates of VAT, and of IGIC and IPSI those with two decimals. Correct the VAT of the lines",
      ({ details, operationDate, id }) => details.some((detail) => !hasRate(detail, operationDate ?? id.date)),
    ],
    [
      "TipoRecargoEquivalencia",
      "items[].national.es.surchargeRate",
      "has other rates of the equivalence surcharge at this rate of VAT. Correct national.es.surchargeRate of the line",
      any(({ rate = "", surchargeRate }) => surchargeRate !== undefined && !SURCHARGES[rate]?.includes(surchargeRate)),
    ],
  ];
}

/** The rates of VAT in Spain that records take, and the days on which they applied (errors 1124, 1194, 1235). */
const RATES: Readonly<Record<DecimalText, readonly [since: CalendarDay, until: CalendarDay]>> = {
  "0": ["2000-01-01", "9999-12-31"],
  "4": ["2000-01-01", "9999-12-31"],
  "10": ["2012-09-01", "9999-12-31"],
  "21": ["2012-09-01", "9999-12-31"],
  "5": ["2022-07-01", "2024-09-30"],
  "2": ["2024-10-01", "2024-12-31"],
  "7.5": ["2024-10-01", "2024-12-31"],
};

/** The rates of the equivalence surcharge that records take, by rate of VAT (error 1127). */
const SURCHARGES: Readonly<Record<DecimalText, readonly DecimalText[]>> = {
  "4": ["0.5"],
  "10": ["1.4"],
  "21": ["5.2", "1.75"],
  "5": ["0.5", "0.62"],
  "2": ["0.26"],
  "7.5": ["1"],
};

function hasRate({ code, tax, rate = "0" }: VerifactuDetail, day: CalendarDay): boolean {
  if (code !== "S1") return true;
  if (tax !== "01") return /^\d{1,3}(?:\.\d{1,2})?$/.test(rate);
  const [since, until] = RATES[rate] ?? ["9999-12-31", "0000-01-01"];
  return since <= day && day <= until;
}

const AMOUNT_ROWS: readonly Row[] = [
  [
    "Desglose",
    "items",
    `has room for ${MOST_DETAILS} kinds of VAT in one invoice. Issue several invoices`,
    ({ details }) => details.length > MOST_DETAILS,
  ],
  ["ImporteTotal", "exchangeRate", "has amounts in euros. Set exchangeRate to EUR", ({ isInEuros }) => !isInEuros],
  [
    "ImporteTotal",
    "items",
    "has room for 12 digits of an amount. Correct the quantities and prices",
    ({ details, total }) => [total, ...details.map(({ base }) => base)].some((amount) => !isAmount(amount)),
  ],
];

const LARGEST = 999_999_999_999.99;

/** Whether an amount has at most twelve digits, and two decimals. */
function isAmount(amount: number | DecimalText): boolean {
  return !differBy(LARGEST, amount, 0) && /^-?\d+(?:\.\d{1,2})?$/.test(plus(amount, 0));
}

/**
 * The checks of the tax agency that a record would not pass, as far as the document shows. `rule` is the element of the record.
 *
 * @see AEAT, Validaciones y errores de Veri*factu, 1.2.2 of 2026-04-08, and its list of errors of 2026-09
 */
export const VERIFACTU_RULES: readonly Row[] = [
  ...HEAD_ROWS,
  ...CLIENT_ROWS,
  ...SIMPLIFIED_ROWS,
  ...CORRECTION_ROWS,
  ...operationRows(),
  ...AMOUNT_ROWS,
];
