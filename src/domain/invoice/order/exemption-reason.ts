import type { VatBreakdownLine } from "../../money/generated/amounts.ts";
import { type VatCategory, vatexCodeOf } from "../../vat/category.ts";
import type { VatExemption } from "../../vat/generated/vat-exemption.ts";
import type { InvoiceOrder } from "../generated/order.ts";
import { type OrderPart, orderParts } from "./order-parts.ts";
import type { OrderVat } from "./order-vat.ts";

/** Why no VAT is charged in a group of the breakdown. */
export interface Exemption {
  readonly exemptionReason: string | undefined;
  readonly vatexCode: string | null;
}

/**
 * The words of EN 16931 for the reason of each category that needs one; `""` if only the seller can name it, `undefined`
 * if the category must have none.
 *
 * @see EN 16931: BR-E-10, BR-AE-10, BR-IC-10, BR-G-10, BR-O-10; BR-S-10, BR-Z-10, BR-IG-10, BR-IP-10 (none)
 */
const REASONS: Record<VatCategory, string | undefined> = {
  S: undefined,
  Z: undefined,
  E: "",
  AE: "Reverse charge",
  K: "Intra-community supply",
  G: "Export outside the EU",
  O: "Not subject to VAT",
  L: undefined,
  M: undefined,
};

/**
 * Why no VAT is charged in a group of the breakdown (BT-120): the invoice's note, else EN 16931's words for the category.
 * `undefined` if the category must have no reason, or if nobody gave one.
 */
function exemptionReasonOf(category: VatCategory, note: string): string | undefined {
  const words = REASONS[category];
  return words === undefined ? undefined : note || words || undefined;
}

/**
 * The exemption of a group of the breakdown. Parts of the order may give reasons and codes: the group has all of their reasons, and
 * their code if they agree.
 */
export function exemptionOf(
  { category, taxRate, vatexCode }: VatBreakdownLine,
  parts: readonly OrderPart[],
  vat: Pick<OrderVat, "lines" | "notes" | "vatNote">,
): Exemption {
  // A group that has no note must not print the note of another group.
  const note = vat.notes === undefined ? vat.vatNote : (vat.notes.get(category) ?? "");
  if (!parts.some(namesExemption)) return { exemptionReason: exemptionReasonOf(category, note), vatexCode };
  const group = parts.filter((_, index) => {
    const line = vat.lines[index]!;
    return line.vatCategory === category && line.taxRate === taxRate;
  });
  const reasons = new Set(group.map(({ exemptionReason = note }) => exemptionReason).filter((reason) => reason !== ""));
  const codes = new Set(group.map((part) => part.vatexCode ?? vatexCodeOf(category)));
  const [code = null] = codes;
  return {
    exemptionReason: exemptionReasonOf(category, [...reasons].join("; ")),
    vatexCode: codes.size === 1 ? code : null,
  };
}

function namesExemption({ exemptionReason, vatexCode }: OrderPart): boolean {
  return exemptionReason !== undefined || vatexCode !== undefined;
}

/** The parts of an order as they are stored: the exemption that applies to one is in the fields that lines with VAT by hand have. */
export function storedParts(order: InvoiceOrder, { lines }: Pick<OrderVat, "lines">): readonly OrderPart[] {
  const parts = orderParts(order);
  if (lines.every(({ exemption }) => exemption === undefined)) return parts; // most orders
  return parts.map((part, index) => {
    const { exemption } = lines[index]!;
    return exemption === undefined ? part : { ...part, ...exempted(exemption) };
  });
}

/** An exemption as it is stored. */
export function exempted({ reason, vatexCode }: VatExemption): Pick<OrderPart, "exemptionReason" | "vatexCode"> {
  return { exemptionReason: reason, vatexCode };
}

/** Whether a category is one without VAT, which has a reason. */
export function isExempt(category: VatCategory): boolean {
  return REASONS[category] !== undefined;
}
