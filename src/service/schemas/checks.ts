import type { z } from "zod";
import type { TaxRepresentative } from "../../domain/generated/company-profile.ts";
import { isExempt } from "../../domain/invoice/exemption-reason.ts";
import type { CreditLine } from "../../domain/invoice/generated/credit-note.ts";
import type { InvoiceOrder, InvoicePeriod, OrderItem } from "../../domain/invoice/generated/order.ts";
import { discountFault } from "../../domain/money/totals-input.ts";
import { categoryAllowsRate, type VatCategory } from "../../domain/vat/category.ts";
import { parseVatNumber } from "../../domain/vat/number/parse.ts";
import { MEMBER_STATES } from "../../domain/vat/territory/membership.ts";
import { MANUAL_FIELDS, MANUAL_LINE_FIELDS } from "./generated/manual-fields.ts";

// The fields of a record compared with each other. The rows name these functions.

type Context = z.RefinementCtx;
type Path = (string | number)[];

function report(context: Context, path: Path, message: string): void {
  context.addIssue({ code: "custom", path, message });
}

export function requireStartBeforeEnd({ start, end }: InvoicePeriod, context: Context): void {
  if (start > end) report(context, ["start"], "must not be after `end`");
}

export function requireRepresentativesNumber({ vatNumber, country }: TaxRepresentative, context: Context): void {
  if (!isMemberState(country) || parseVatNumber(vatNumber, country) !== undefined) return;
  report(context, ["vatNumber"], 'must be a well-formed VAT number of a member state, such as "DE136695976"');
}

/** Whether the country is a member state today. States that have left are not. */
function isMemberState(country: string): boolean {
  return Object.hasOwn(MEMBER_STATES, country) && MEMBER_STATES[country]!.until === undefined;
}

export function requireQuantityOrAmount({ quantity, netAmount, grossAmount }: CreditLine, context: Context): void {
  const message = "must not be given together with quantity";
  if (quantity === undefined) return;
  if (netAmount !== undefined) report(context, ["netAmount"], message);
  if (grossAmount !== undefined) report(context, ["grossAmount"], message);
}

export function namesLinesOnce(lines: readonly CreditLine[], context: Context): void {
  const seen = new Set<number>();
  for (const [index, { line }] of lines.entries()) {
    if (seen.has(line)) report(context, [index, "line"], "is named twice");
    seen.add(line);
  }
}

export function requireConsistentOrder(order: InvoiceOrder, context: Context): void {
  const fault = (path: Path, message: string) => report(context, path, message);
  const isManual = order.autoVat === false;
  if (!isManual) for (const path of manualFieldsOf(order)) fault(path, "is only allowed with autoVat: false");
  if (order.triangular === true) for (const [path, message] of triangularFaults(order)) fault(path, message);
  for (const [index, item] of order.items.entries()) {
    const faultOfDiscount = item.discount && discountFault(item);
    if (faultOfDiscount) fault(["items", index, ...faultOfDiscount.field.split("/")], faultOfDiscount.detail);
    if (!isManual) continue;
    for (const field of EXEMPTION_FIELDS) {
      const detail = exemptionFault(item, field);
      if (detail !== undefined) fault(["items", index, field], detail);
    }
    const { vatCategory, taxRate } = item;
    if (vatCategory === undefined || categoryAllowsRate(vatCategory, taxRate ?? order.taxRate ?? 0)) continue;
    const needed = vatCategory === "S" ? "S needs a rate above 0" : `${vatCategory} needs a rate of 0`;
    fault(["items", index, "vatCategory"], needed);
  }
}

/** The fields of an order that only manual VAT allows. */
function manualFieldsOf(order: InvoiceOrder): Path[] {
  const paths: Path[] = [];
  for (const name of MANUAL_FIELDS) if (order[name] !== undefined) paths.push([name]);
  for (const [index, item] of order.items.entries()) {
    for (const name of MANUAL_LINE_FIELDS) if (item[name] !== undefined) paths.push(["items", index, name]);
  }
  return paths;
}

type Fault = [path: Path, message: string];

/** What an order of a triangular transaction lacks. */
function triangularFaults({ clientVatNumber, supply, items, autoVat }: InvoiceOrder): Fault[] {
  const faults: Fault[] = [];
  if (clientVatNumber === undefined) faults.push([["clientVatNumber"], "is required with triangular: true"]);
  const needsGoods = "must be goods with triangular: true";
  if (supply !== "goods" && items.some((item) => item.supply === undefined)) faults.push([["supply"], needsGoods]);
  for (const [index, item] of items.entries()) {
    if ((item.supply ?? "goods") !== "goods") faults.push([["items", index, "supply"], needsGoods]);
    if (autoVat === false && item.vatCategory !== "AE") {
      faults.push([["items", index, "vatCategory"], "must be AE with triangular: true"]);
    }
  }
  return faults;
}

const EXEMPTION_FIELDS = ["exemptionReason", "vatexCode"] as const;

/** The codes that belong to one category, which must then be that of the line. */
const CATEGORY_OF_CODE: Readonly<Record<string, VatCategory>> = {
  "VATEX-EU-AE": "AE",
  "VATEX-FR-AE": "AE",
  "VATEX-EU-IC": "K",
  "VATEX-EU-G": "G",
  "VATEX-EU-O": "O",
  "VATEX-EU-D": "E",
  "VATEX-EU-F": "E",
  "VATEX-EU-I": "E",
  "VATEX-EU-J": "E",
};

function exemptionFault(item: OrderItem, field: (typeof EXEMPTION_FIELDS)[number]): string | undefined {
  const { vatCategory, [field]: value } = item;
  if (value === undefined) return undefined;
  if (vatCategory === undefined || !isExempt(vatCategory)) return "needs a vatCategory without VAT: E, AE, K, G or O";
  const category = field === "vatexCode" ? CATEGORY_OF_CODE[value] : undefined;
  return category === undefined || category === vatCategory
    ? undefined
    : `is the code of category ${category}, not ${vatCategory}; give another, or leave it out`;
}
