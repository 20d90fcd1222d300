import { type DecimalText, decimalText, plus } from "../../domain/money/decimal-text.ts";
import type { EinvoiceDocument } from "../document.ts";
import type { Taxed } from "./lines.ts";
import type { Nature } from "./nature.ts";

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
    return { ...summary, legalBasis: legalBasisOf(document, group) };
  });
}

function chargeabilityOf({ national, seller, taxPointCode }: EinvoiceDocument): "I" | "D" | "S" {
  if (national?.it?.splitPayment === true) return "S";
  return seller.cashAccounting === true || taxPointCode === "432" ? "D" : "I";
}

/** The reasons that the parts state, and what the reasons of their categories are beside; the VAT note if there is none. */
function legalBasisOf(document: EinvoiceDocument, group: readonly Taxed[]): string {
  const { items, allowances = [], charges = [], vatBreakdown, vatNote } = document;
  const own = (parts: readonly Pick<Taxed, "exemptionReason">[]) =>
    new Set(parts.flatMap(({ exemptionReason = "" }) => exemptionReason || []));
  const categories = new Set(group.filter((part) => !part.exemptionReason).map(({ vatCategory }) => vatCategory));
  const shared = vatBreakdown.flatMap(({ category, exemptionReason = "" }) =>
    categories.has(category) ? exemptionReason : [],
  );
  const stated = own([...items, ...allowances, ...charges]);
  const rest = shared.flatMap((text) => without(text, stated));
  return [...new Set([...own(group), ...rest])].join("; ") || shared.join("; ") || vatNote;
}

/** A list of reasons without these ones; nothing if no other is left. */
function without(list: string, reasons: ReadonlySet<string>): string[] {
  const rest = [...reasons].reduce((text, reason) => text.replace(`; ${reason};`, ";"), `; ${list};`);
  return rest.slice(2, -1) === "" ? [] : [rest.slice(2, -1)];
}
