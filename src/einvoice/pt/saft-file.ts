import type { CalendarDay } from "../../domain/calendar.ts";
import type { Address } from "../../domain/generated/company-profile.ts";
import { centsText, type DecimalText, decimalText, plus } from "../../domain/money/decimal-text.ts";
import { timeZoneOf } from "../../domain/vat/territory/time-zone.ts";
import { isCreditNote } from "../document.ts";
import { localTimeText } from "../local-time.ts";
import { documentOf, group, leaf, type Xml } from "../xml.ts";
import {
  FINAL_CONSUMER,
  isDebit,
  type PortugueseDocument,
  type PortugueseDocumentLine,
} from "./portuguese-document.ts";
import type { SaftPtProgram, SaftPtRecord } from "./records.ts";
import type { PortugueseTax } from "./taxes.ts";

/** What the head of a file says beside the company. */
export interface SaftPtHead {
  /** The first issue date. */
  readonly start: CalendarDay;
  /** The last issue date. */
  readonly end: CalendarDay;
  /** The day on which the file is made. */
  readonly created: CalendarDay;
  /** Who makes the program. */
  readonly producer: {
    /** `ProductCompanyTaxID`: the tax number. */
    readonly nif: string;
    /** `ProductID`: the names of program and producer, with a slash between them. */
    readonly product: string;
    /** `ProductVersion`, 1 to 30 characters. */
    readonly version: string;
  };
  /** `SourceID`: the user who issued the documents, 1 to 30 characters. */
  readonly user: string;
  /** `TaxAccountingBasis`. Absent: `F`, a program for invoices. */
  readonly basis?: "F" | "I" | "P" | "S" | undefined;
}

/** A signed document, and what happened to it. */
export interface SaftPtEntry {
  readonly given: PortugueseDocument;
  readonly record: SaftPtRecord;
  /** When it was cancelled, and why. */
  readonly cancelled?: { readonly at: string; readonly reason: string | null } | undefined;
}

/** What the tax authority writes of an address that is not known. */
const UNKNOWN = "Desconhecido";

/** The elements below take as many characters; what is longer is cut. */
const text = (name: string, value: string | undefined, max: number) => {
  const line = value?.replace(/\s+/g, " ").trim();
  return leaf(name, line === undefined ? undefined : [...line].slice(0, max).join("").trim());
};

/** SAF-T (PT) 1.04_01 of invoices, in Windows-1252. Characters that it does not have are written by their numbers. */
export function saftFile(entries: readonly SaftPtEntry[], program: SaftPtProgram, head: SaftPtHead): Uint8Array {
  const customers = new Map(entries.map(({ given }) => [customerId(given), given]));
  const lines = entries.flatMap(({ given }) => given.lines);
  const products = new Map(lines.map((line) => [productCode(line), line]));
  const taxes = new Map(lines.map(({ tax }) => [JSON.stringify(tax), tax]));
  const xml = documentOf(
    "AuditFile",
    { xmlns: "urn:OECD:StandardAuditFile-Tax:PT_1.04_01" },
    entries.length === 0 ? "" : header(entries.at(-1)!.given, program, head),
    group(
      "MasterFiles",
      ...[...customers].map(([id, given]) => customer(id, given)),
      ...[...products].map(([code, line]) => product(code, line)),
      group("TaxTable", ...[...taxes.values()].map((tax) => group("TaxTableEntry", ...taxCells(tax, true)))),
    ),
    group("SourceDocuments", salesInvoices(entries, head)),
  );
  const encoded = xml.replace('encoding="UTF-8"', 'encoding="Windows-1252"');
  // Of U+0080 to U+009F, Windows-1252 has others.
  const plain = encoded.replace(/[^\0-\x7f\xa0-\xff]/gu, (character) => `&#${character.codePointAt(0)};`);
  return Uint8Array.from(plain, (character) => character.charCodeAt(0));
}

function header(
  { document: { seller }, sellerNif }: PortugueseDocument,
  program: SaftPtProgram,
  head: SaftPtHead,
): Xml {
  const registration = seller.registrationNumber ?? "";
  return group(
    "Header",
    leaf("AuditFileVersion", "1.04_01"),
    leaf("CompanyID", /^[^^]+ [0-9/]+$/.test(registration) && registration.length <= 50 ? registration : sellerNif),
    leaf("TaxRegistrationNumber", sellerNif),
    leaf("TaxAccountingBasis", head.basis ?? "F"),
    text("CompanyName", seller.name, 100),
    text("BusinessName", seller.tradingName, 60),
    address("CompanyAddress", seller.address, "PT"),
    leaf("FiscalYear", head.start.slice(0, 4)),
    leaf("StartDate", head.start),
    leaf("EndDate", head.end),
    leaf("CurrencyCode", "EUR"),
    leaf("DateCreated", head.created),
    leaf("TaxEntity", "Global"),
    leaf("ProductCompanyTaxID", head.producer.nif),
    leaf("SoftwareCertificateNumber", decimalText(program.certificate)),
    leaf("ProductID", head.producer.product),
    leaf("ProductVersion", head.producer.version),
    text("Email", seller.email, 254),
  );
}

function address(name: string, given: Address = {}, country: string | undefined): Xml {
  const lines = [given.line1, given.line2, given.line3].filter((line) => line !== undefined).join(", ");
  return group(
    name,
    text("AddressDetail", lines.trim() || UNKNOWN, 210),
    text("City", given.city?.trim() || UNKNOWN, 50),
    text("PostalCode", given.postalCode?.trim() || UNKNOWN, 20),
    text("Region", given.region, 50),
    leaf("Country", country ?? UNKNOWN),
  );
}

/** A client without a number of its own is known by its tax number, and without either by name and address. */
function customerId({ document, clientNif }: PortugueseDocument): string {
  const { clientNumber, clientName, clientAddress, clientCountry } = document;
  const own = clientNumber ?? (clientNif === FINAL_CONSUMER ? undefined : clientNif);
  return own?.trim() || JSON.stringify([clientName, clientAddress, clientCountry]);
}

function customer(id: string, { document, clientNif }: PortugueseDocument): Xml {
  return group(
    "Customer",
    leaf("CustomerID", keyOf(id, 30)),
    leaf("AccountID", UNKNOWN),
    leaf("CustomerTaxID", clientNif),
    text("CompanyName", document.clientName, 100),
    address("BillingAddress", document.clientAddress, document.clientCountry),
    leaf("SelfBillingIndicator", document.selfBilled === true ? "1" : "0"),
  );
}

const productCode = ({ product: code }: PortugueseDocumentLine) => code.trim();

function product(code: string, { productType, description }: PortugueseDocumentLine): Xml {
  return group(
    "Product",
    leaf("ProductType", productType),
    leaf("ProductCode", keyOf(code, 60)),
    text("ProductDescription", description, 200),
    leaf("ProductNumberCode", keyOf(code, 60)),
  );
}

/** A key in as many characters: one that is longer, or has several lines, ends in a number that is made of it. */
function keyOf(key: string, max: number): string {
  if (/^[^\s"[]+(?: [^\s"[]+)*$/.test(key) && [...key].length <= max) return key;
  const sum = [...key].reduce(
    (hash, character) => (hash * 33n + BigInt(character.codePointAt(0)!)) % (1n << 61n),
    5381n,
  );
  return sum.toString(36);
}

function salesInvoices(entries: readonly SaftPtEntry[], head: SaftPtHead): Xml {
  const valid = entries.filter(({ cancelled }) => cancelled === undefined);
  const sumOf = (isWanted: boolean) => {
    const lines = valid.flatMap(({ given }) => given.lines.filter((line) => isDebit(given, line) === isWanted));
    return centsText(lines.reduce<DecimalText>((sum, { amount }) => plus(sum, amount), "0"));
  };
  return group(
    "SalesInvoices",
    leaf("NumberOfEntries", String(entries.length)),
    leaf("TotalDebit", sumOf(true)),
    leaf("TotalCredit", sumOf(false)),
    ...entries.map((entry) => invoice(entry, head)),
  );
}

function invoice({ given, record, cancelled }: SaftPtEntry, { user }: SaftPtHead): Xml {
  const { document, number, vat, net, gross } = given;
  const { issueDate, seller, currency, total, exchangeRate } = document;
  const statusAt =
    cancelled === undefined ? record.enteredAt : localTimeText(cancelled.at, timeZoneOf(seller)).slice(0, 19);
  return group(
    "Invoice",
    leaf("InvoiceNo", record.invoiceNo),
    leaf("ATCUD", record.atcud),
    group(
      "DocumentStatus",
      leaf("InvoiceStatus", cancelled === undefined ? (document.selfBilled === true ? "S" : "N") : "A"),
      leaf("InvoiceStatusDate", statusAt),
      text("Reason", cancelled?.reason ?? undefined, 50),
      text("SourceID", user, 30),
      leaf("SourceBilling", "P"),
    ),
    leaf("Hash", record.hash),
    leaf("HashControl", record.hashControl),
    leaf("Period", String(Number(issueDate.slice(5, 7)))),
    leaf("InvoiceDate", issueDate),
    leaf("InvoiceType", number!.type),
    group(
      "SpecialRegimes",
      leaf("SelfBillingIndicator", document.selfBilled === true ? "1" : "0"),
      leaf("CashVATSchemeIndicator", seller.cashAccounting === true ? "1" : "0"),
      leaf("ThirdPartiesBillingIndicator", "0"),
    ),
    text("SourceID", user, 30),
    leaf("SystemEntryDate", record.enteredAt),
    leaf("CustomerID", keyOf(customerId(given), 30)),
    ...given.lines.map((each, index) => line(given, each, index)),
    group(
      "DocumentTotals",
      leaf("TaxPayable", centsText(vat)),
      leaf("NetTotal", centsText(net)),
      leaf("GrossTotal", centsText(gross)),
      currency === "EUR"
        ? ""
        : group(
            "Currency",
            leaf("CurrencyCode", currency),
            leaf("CurrencyAmount", centsText(decimalText(total))),
            leaf("ExchangeRate", decimalText(exchangeRate!.rate)),
          ),
    ),
    ...given.withholdings.map(({ type, reason, amount }) =>
      group(
        "WithholdingTax",
        leaf(
          "WithholdingTaxType",
          ["IRS", "IRC", "IS"].find((each) => each === type),
        ),
        text("WithholdingTaxDescription", reason, 60),
        leaf("WithholdingTaxAmount", centsText(amount)),
      ),
    ),
  );
}

function line(given: PortugueseDocument, each: PortugueseDocumentLine, index: number): Xml {
  const { document, corrected } = given;
  const reason = isCreditNote(document) ? document.reason : undefined;
  const isCorrection = corrected.length > 0 && ["NC", "ND"].includes(given.number!.type);
  return group(
    "Line",
    leaf("LineNumber", String(index + 1)),
    leaf("ProductCode", keyOf(productCode(each), 60)),
    text("ProductDescription", each.description, 200),
    leaf("Quantity", each.quantity),
    text("UnitOfMeasure", each.unit, 20),
    leaf("UnitPrice", each.unitPrice),
    leaf("TaxPointDate", document.taxPointDate),
    ...(isCorrection
      ? corrected.map((number) => group("References", text("Reference", number, 60), text("Reason", reason, 50)))
      : []),
    text("Description", each.description, 200),
    leaf(isDebit(given, each) ? "DebitAmount" : "CreditAmount", centsText(each.amount)),
    group("Tax", ...taxCells(each.tax, false)),
    text("TaxExemptionReason", each.exemptionReason, 60),
    leaf("TaxExemptionCode", each.exemptionCode),
  );
}

const NAMES = { NOR: "Taxa normal", INT: "Taxa intermédia", RED: "Taxa reduzida", ISE: "Isento", NS: "Não sujeito" };

function taxCells({ type, region, code, percent }: PortugueseTax, isDescribed: boolean): Xml[] {
  return [
    leaf("TaxType", type),
    leaf("TaxCountryRegion", region),
    leaf("TaxCode", code),
    leaf("Description", isDescribed ? NAMES[code!] : undefined),
    leaf("TaxPercentage", percent),
  ];
}
