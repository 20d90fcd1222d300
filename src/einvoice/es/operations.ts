import type { SpanishLine } from "../../domain/generated/national.ts";
import { type DecimalText, decimalText } from "../../domain/money/decimal-text.ts";
import type { VatCategory } from "../../domain/vat/category.ts";
import { vatAreaOf } from "../../domain/vat/territory/areas.ts";
import type { EinvoiceDocument } from "../document.ts";
import { placeOf } from "../place-of-supply.ts";

/** Why a part is without VAT, `S1` with VAT, `S2` if the client owes it. */
export type OperationCode = NonNullable<SpanishLine["exemption"]> | "S1" | "S2";

/** `ClaveRegimen`. */
export type RegimeCode = NonNullable<SpanishLine["regime"]>;

/** How a part of a document is taxed. */
export interface Operation {
  /** `Impuesto`: VAT, IPSI of Ceuta and Melilla, or IGIC of the Canary Islands. */
  readonly tax: "01" | "02" | "03";
  readonly regime: RegimeCode;
  /** `CalificacionOperacion` or `OperacionExenta`; `undefined` if nothing decides it, which is a gap. */
  readonly code: OperationCode | undefined;
  /** `TipoImpositivo`, in percent; only of `S1` and `S2`. */
  readonly rate: DecimalText | undefined;
  /** `TipoRecargoEquivalencia`, in percent; `undefined` without an equivalence surcharge. */
  readonly surchargeRate: DecimalText | undefined;
  /** Whether the VAT is that of another state, which the record leaves out. */
  readonly isForeign: boolean;
}

/** What decides how a part of a document is taxed. */
export interface TaxedPart {
  readonly vatCategory: VatCategory;
  readonly taxRate: number;
  readonly surchargeRate?: number | undefined;
  readonly placeOfSupply?: string | undefined;
  readonly vatexCode?: string | undefined;
}

/** The group of the VAT breakdown that a part belongs to. */
export type PartGroup = EinvoiceDocument["vatBreakdown"][number];

/** How a part is taxed: as the line states, else as its category says. */
export function operationOf(
  document: EinvoiceDocument,
  part: TaxedPart,
  group: PartGroup | undefined,
  stated: SpanishLine = {},
): Operation {
  const isForeign = ["S", "Z"].includes(part.vatCategory) && (group?.rateCountry ?? "ES") !== "ES";
  const tax = part.vatCategory === "L" ? "03" : part.vatCategory === "M" ? "02" : "01";
  const code = stated.exemption ?? (isForeign ? "N2" : codeOf(document, part, group));
  const regime = stated.regime ?? regimeOf(document, part, { tax, code, isForeign });
  const isTaxed = code === "S1" || code === "S2";
  const rate = isTaxed ? decimalText(part.taxRate) : undefined;
  const surchargeRate = part.surchargeRate === undefined ? undefined : decimalText(part.surchargeRate);
  return { tax, regime, code, rate, surchargeRate, isForeign };
}

/** @see Ley 37/1992, artículos 20 to 25, 68 to 70, 84 */
function codeOf(document: EinvoiceDocument, part: TaxedPart, group: PartGroup | undefined): OperationCode | undefined {
  const isAbroad = (placeOf(document, part) ?? "ES") !== "ES";
  switch (part.vatCategory) {
    case "S":
    case "Z":
    case "L":
    case "M":
      return "S1";
    case "E":
      return exemptionBy(part.vatexCode ?? group?.vatexCode ?? undefined);
    case "AE":
      return isAbroad ? "N2" : "S2";
    case "K":
      return "E5";
    case "G":
      return "E2";
    case "O":
      return isAbroad || islandsOf(document, part) ? "N2" : "N1";
  }
}

/** What the reason of an exemption says. Those of margin schemes and of disbursements have no row: nothing decides them. */
const EXEMPTIONS: readonly (readonly [reasons: RegExp, code: OperationCode])[] = [
  [/^VATEX-EU-13[25]/, "E1"],
  [/^VATEX-EU-(?:146|G$)/, "E2"],
  [/^VATEX-EU-(?:148|151)/, "E3"],
  [/^VATEX-EU-159/, "E4"],
  [/^VATEX-EU-(?:139|IC$)/, "E5"],
  [/^VATEX-EU-1/, "E6"],
];

/** Without a code, the exemption is one of article 20, which has those of ordinary sales. */
function exemptionBy(vatexCode: string | undefined): OperationCode | undefined {
  if (vatexCode === undefined) return "E1";
  return EXEMPTIONS.find(([reasons]) => reasons.test(vatexCode))?.[1];
}

/** Whether a part is supplied in the Canary Islands, Ceuta or Melilla, which have no VAT. */
function islandsOf({ placeOfSupply, clientCountry, clientAddress }: EinvoiceDocument, part: TaxedPart): boolean {
  const stated = part.placeOfSupply ?? placeOfSupply;
  if (stated !== undefined) return stated.startsWith("ES-");
  const postalCode = clientAddress?.postalCode;
  return clientCountry === "ES" && postalCode !== undefined && vatAreaOf("ES", postalCode) !== undefined;
}

/** What follows for the regime: OSS, exports, IPSI and IGIC, cash accounting, or the general one. */
function regimeOf(
  document: EinvoiceDocument,
  part: TaxedPart,
  { tax, code, isForeign }: Pick<Operation, "tax" | "code" | "isForeign">,
): RegimeCode {
  if (isForeign) return "17";
  if (code === "E2" || code === "E3") return "02";
  if (code === "N2" && tax === "01" && islandsOf(document, part)) return "08";
  const isByPayments = document.seller.cashAccounting === true && ["S1", "E1", "E6"].includes(code ?? "");
  return isByPayments ? "07" : "01";
}

/** What the tax agency takes together with a regime. Those without a row take everything. */
const TAKEN: Partial<Readonly<Record<RegimeCode, readonly OperationCode[]>>> = {
  "01": ["S1", "S2", "N1", "N2", "E1", "E4", "E5", "E6"],
  "02": ["E1", "E2", "E3", "E4", "E5", "E6"],
  "04": ["S2", "E1", "E2", "E3", "E4", "E5", "E6"],
  "07": ["S1", "E1", "E6"],
  "08": ["N2"],
  "11": ["S1"],
};

/** Whether the tax agency takes the operation under its regime (errors 1199 to 1206, 1252, 1286). */
export function isTakenTogether({ regime, code, rate }: Operation): boolean {
  if (code === undefined) return true;
  if (regime === "11" && rate !== "21") return false;
  return TAKEN[regime]?.includes(code) ?? true;
}
