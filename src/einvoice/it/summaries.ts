import { type DecimalText, decimalText, plus } from "../../domain/money/decimal-text.ts";
import type { EinvoiceDocument } from "../document.ts";
import type { Taxed } from "./lines.ts";
import { type Nature, natureOf } from "./nature.ts";

/** `DatiRiepilogo`: what is taxed at one rate, or is without VAT for one reason. */
export interface FatturaSummary {
  readonly rate: DecimalText;
  readonly nature: Nature | undefined;
  readonly taxableAmount: DecimalText;
  readonly taxAmount: DecimalText;
  /** `EsigibilitaIVA`: at once, on payment, or by the client. Only with VAT. */
  readonly chargeability?: "I" | "D" | "S" | undefined;
  /** `RiferimentoNormativo`. Only without VAT. */
  readonly legalBasis?: string | undefined;
}

/** One summary for each rate and nature of the parts, with the VAT that was issued. */
export function fatturaSummaries(document: EinvoiceDocument, parts: readonly Taxed[]): FatturaSummary[] {
  const groups = new Map<string, Taxed[]>();
  for (const part of parts) {
    const key = `${part.rate} ${part.nature}`;
    groups.set(key, [...(groups.get(key) ?? []), part]);
  }
  return [...groups.values()].map((group) => {
    const [{ rate, nature }] = group as [Taxed];
    const taxableAmount = group.reduce<DecimalText>((sum, { netAmount }) => plus(sum, netAmount), "0");
    const ofRate = document.vatBreakdown.filter(({ taxRate }) => decimalText(taxRate) === rate);
    const taxAmount = ofRate.reduce<DecimalText>((sum, each) => plus(sum, each.taxAmount), "0");
    const summary = { rate, nature, taxableAmount, taxAmount };
    if (rate !== "0" && nature === undefined) return { ...summary, chargeability: chargeabilityOf(document) };
    return { ...summary, legalBasis: legalBasisOf(document, nature) };
  });
}

function chargeabilityOf({ national, seller, taxPointCode }: EinvoiceDocument): "I" | "D" | "S" {
  if (national?.it?.splitPayment === true) return "S";
  return seller.cashAccounting === true || taxPointCode === "432" ? "D" : "I";
}

/** Articolo 15: what was paid in the client's name. */
const DISBURSED = "art. 15, c. 1, n. 3, DPR 633/1972";

/** The reasons of the groups that have the nature by their category, or else of those without VAT, or the VAT note. */
function legalBasisOf(document: EinvoiceDocument, nature: Nature | undefined): string {
  const exempt = document.vatBreakdown.filter(({ taxRate }) => taxRate === 0);
  const same = exempt.filter(({ category }) => natureOf(document, { vatCategory: category, taxRate: 0 }) === nature);
  const reasons = (same.length > 0 ? same : exempt).map(({ exemptionReason }) => exemptionReason ?? "");
  const text = [...new Set(reasons)].filter((reason) => reason !== "").join("; ") || document.vatNote;
  return nature === "N1" && document.disbursements !== undefined && same.length === 0 ? DISBURSED : text;
}
