import { centsText, type DecimalText, decimalText, plus } from "../../domain/money/decimal-text.ts";
import type { PortugueseDocument } from "./portuguese-document.ts";
import { atcudOf, type SeriesNumber } from "./series-number.ts";
import type { TaxRegion } from "./taxes.ts";

/** The letters of the regions, in their order. */
const REGIONS: readonly (readonly [letter: string, region: TaxRegion])[] = [
  ["I", "PT"],
  ["J", "PT-AC"],
  ["K", "PT-MA"],
];

/** Where a region's fields have the base of each code, and behind it the VAT. */
const PLACES = { ISE: 2, RED: 3, INT: 5, NOR: 7 } as const;

/** What the signature, the program and the host add to the code. */
export interface CodeFacts {
  /** The four printed characters of the hash. */
  readonly characters: string;
  /** The number of the program's certificate. */
  readonly certificate: number;
  /** `S`: other information, such as how it was paid. */
  readonly other?: string | undefined;
}

/**
 * The text of the QR code of a document.
 *
 * @see AT, Especificações técnicas do código QR, 1.0; Portaria 195/2020
 */
export function qrText(given: PortugueseDocument, number: SeriesNumber, facts: CodeFacts): string {
  const { document, sellerNif, clientNif, vat, gross, withholdings, taxes } = given;
  const withheld = withholdings.reduce<DecimalText>((sum, { amount }) => plus(sum, amount), "0");
  const areas = REGIONS.flatMap(([letter, region]) => areaFields(letter, region, given));
  const notSubject = taxes
    .filter(({ type }) => type === "NS")
    .reduce<DecimalText>((sum, { base }) => plus(sum, base), "0");
  const fields: readonly (readonly [code: string, value: string | undefined])[] = [
    ["A", sellerNif],
    ["B", clientNif],
    ["C", document.clientCountry ?? "Desconhecido"],
    ["D", number.type],
    ["E", document.selfBilled === true ? "S" : "N"],
    ["F", document.issueDate.replaceAll("-", "")],
    ["G", number.invoiceNo],
    ["H", atcudOf(number)],
    // A document without any rate of VAT says so in the first area.
    ...(areas.length === 0 ? [["I1", "0"] as const] : areas),
    ["L", notSubject === "0" ? undefined : centsText(notSubject)],
    ["N", centsText(vat)],
    ["O", centsText(gross)],
    ["P", withheld === "0" ? undefined : centsText(withheld)],
    ["Q", facts.characters],
    ["R", decimalText(facts.certificate)],
    ["S", facts.other],
  ];
  return fields.flatMap(([code, value]) => (value === undefined ? [] : [`${code}:${value}`])).join("*");
}

/** The fields of a region in which something is taxed or exempt. */
function areaFields(letter: string, region: TaxRegion, { taxes }: PortugueseDocument) {
  const own = taxes.filter((tax) => tax.type === "IVA" && tax.region === region);
  if (own.length === 0) return [];
  const amounts = Object.entries(PLACES).flatMap(([code, place]) => {
    const some = own.filter((tax) => tax.code === code);
    if (some.length === 0) return [];
    const sumOf = (name: "base" | "vat") =>
      centsText(some.reduce<DecimalText>((sum, tax) => plus(sum, tax[name]), "0"));
    const base = [`${letter}${place}`, sumOf("base")] as const;
    return code === "ISE" ? [base] : [base, [`${letter}${place + 1}`, sumOf("vat")] as const];
  });
  return [[`${letter}1`, region] as const, ...amounts];
}
