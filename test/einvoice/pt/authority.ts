/**
 * Reads files of SAF-T (PT) as the tax authority does: by its schema and by the schema's asserts, and as whoever verifies the
 * chains. Nothing here comes from the library.
 */
import { createVerify, type KeyObject } from "node:crypto";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { NATIONAL_RULES, noFolder, type Rules, rulesOf } from "../../en16931/rules.ts";
import { CENT, isFar, type Part, partOf, reading, schemaCheck, units } from "../read-file.ts";

const FOLDER = NATIONAL_RULES === undefined ? undefined : join(NATIONAL_RULES, "pt");

/** Why files are not checked against the schema; `undefined` if they are. */
export const NO_SCHEMA = noFolder("NATIONAL_RULES", FOLDER);

export const officialFile = (name: string, encoding = "utf-8") =>
  new TextDecoder(encoding).decode(readFileSync(join(FOLDER!, name)));

export const NAMESPACE = "urn:OECD:StandardAuditFile-Tax:PT_1.04_01";

/** A file as text has no other encoding. */
const asText = (xml: string) => xml.replace(/^<\?xml.*?\?>/, "");

const errors = schemaCheck(() => ({ schema: readFileSync(join(FOLDER!, "xsd/SAFTPT1.04_01-xsd10.xsd")), imports: {} }));

/** What the schema says about a file. */
export const schemaErrors = (xml: string): string[] => errors(asText(xml));

let asserts: Rules | undefined;

/** The asserts of the schema that a file breaks, by their lines in it. libxml2 does not know them, so they are Schematron here. */
export function brokenAsserts(xml: string): string[] {
  asserts ??= rulesOf(assertsAsSchematron());
  return asserts(asText(xml)).map(({ id }) => id);
}

function assertsAsSchematron(): string {
  const rows = officialFile("xsd/asserts.tsv")
    .trim()
    .split("\n")
    .slice(1)
    .map((row) => row.split("\t"));
  const patterns = rows.map(([line, where, test]) => {
    const context = where!
      .split("/")
      .map((name) => `ns:${name}`)
      .join("/");
    // Without the schema, amounts have no type: `eq` would compare them as texts.
    const escaped = test!
      .replace(/ eq 0\b/g, " = 0")
      .replaceAll("&", "&amp;")
      .replaceAll("<", "&lt;")
      .replaceAll('"', "&quot;");
    return `<pattern><rule context="${context}"><assert id="L${line}" flag="fatal" test="${escaped}"/></rule></pattern>`;
  });
  const file = join(mkdtempSync(join(tmpdir(), "saft-")), "asserts.sch");
  writeFileSync(
    file,
    `<schema xmlns="http://purl.oclc.org/dsdl/schematron" queryBinding="xslt2"><ns prefix="ns" uri="${NAMESPACE}"/>${patterns.join("")}</schema>`,
  );
  return file;
}

/** Where signed documents are, and how their date and number are called. */
const KINDS = [
  ["SalesInvoices/Invoice", "InvoiceDate", "InvoiceNo"],
  ["MovementOfGoods/StockMovement", "MovementDate", "DocumentNumber"],
  ["WorkingDocuments/WorkDocument", "WorkDate", "DocumentNumber"],
] as const;

export interface SignedDocument {
  readonly date: string;
  readonly enteredAt: string;
  readonly number: string;
  readonly gross: string;
  readonly hash: string;
}

/** All signed documents of a file, in its order. */
export function signedDocuments(xml: string): SignedDocument[] {
  return reading(asText(xml), (document) => {
    const root = partOf(document.root, NAMESPACE);
    return KINDS.flatMap(([path, date, number]) =>
      root.all(`SourceDocuments/${path}`).map((each) => ({
        date: each.text(date)!,
        enteredAt: each.text("SystemEntryDate")!,
        number: each.text(number)!,
        gross: each.text("DocumentTotals/GrossTotal")!,
        hash: each.text("Hash")!,
      })),
    );
  });
}

/** The documents of a file whose signature is not that of themselves and of the document before them in their series. */
export function chainFaults(xml: string, key: KeyObject | string): string[] {
  const last = new Map<string, string>();
  return signedDocuments(xml).flatMap(({ date, enteredAt, number, gross, hash }) => {
    const series = number.slice(0, number.lastIndexOf("/"));
    const text = [date, enteredAt, number, Number(gross).toFixed(2), last.get(series) ?? ""].join(";");
    last.set(series, hash);
    return createVerify("RSA-SHA1").update(text).verify(key, hash, "base64") ? [] : [number];
  });
}

/** What does not add up in a file. */
export function sumFaults(xml: string): string[] {
  return reading(asText(xml), (document) => {
    const sales = partOf(document.root, NAMESPACE).all("SourceDocuments/SalesInvoices")[0]!;
    const invoices = sales.all("Invoice");
    const valid = invoices.filter((each) => each.text("DocumentStatus/InvoiceStatus") !== "A");
    const sum = (parts: readonly Part[], path: string) => parts.reduce((all, each) => all + units(each.text(path)), 0n);
    const lines = valid.flatMap((each) => each.all("Line"));
    const faults = ["DebitAmount", "CreditAmount"].filter((side) =>
      isFar(sum(lines, side), units(sales.text(side === "DebitAmount" ? "TotalDebit" : "TotalCredit")), CENT),
    );
    if (sales.text("NumberOfEntries") !== String(invoices.length)) faults.push("NumberOfEntries");
    return [...faults, ...invoices.flatMap((each) => documentFaults(each, sum))];
  });
}

function documentFaults(invoice: Part, sum: (parts: readonly Part[], path: string) => bigint): string[] {
  const lines = invoice.all("Line");
  const [net, vat, gross] = ["NetTotal", "TaxPayable", "GrossTotal"].map((name) =>
    units(invoice.text(`DocumentTotals/${name}`)),
  ) as [bigint, bigint, bigint];
  const side = invoice.text("InvoiceType") === "NC" ? 1n : -1n;
  const balance = side * (sum(lines, "DebitAmount") - sum(lines, "CreditAmount"));
  const taxes = lines.reduce((all, line) => {
    const amount = units(line.text("DebitAmount") ?? line.text("CreditAmount"));
    const sign = (line.text("DebitAmount") === undefined) === side < 0n ? 1n : -1n;
    return all + (sign * amount * units(line.text("Tax/TaxPercentage"))) / (100n * 10n ** 8n);
  }, 0n);
  const name = invoice.text("InvoiceNo")!;
  return [
    ...(net + vat === gross ? [] : [`${name}: gross`]),
    // Each line in euros has more decimals than the sum.
    ...(isFar(balance, net, CENT * BigInt(1 + lines.length)) ? [`${name}: net`] : []),
    ...(isFar(taxes, vat, CENT * BigInt(1 + lines.length)) ? [`${name}: VAT`] : []),
  ];
}
