import { type FieldError, isRefusal, REFUSAL_CODES, Refusal } from "../../refusal.ts";
import type { VatCategory } from "../../vat/category.ts";
import type { VatRegistration } from "../../vat/generated/vat-registration.ts";
import type { Supply, VatTreatment } from "../../vat/vat-table.ts";
import type { DocumentAllowance, DocumentCharge, InvoiceOrder, OrderItem } from "../generated/order.ts";

/** What a line, an allowance or a charge may state about its VAT. */
export type StatedVat = Pick<
  OrderItem,
  "supply" | "placeOfSupply" | "vatRates" | "exemption" | "taxRate" | "vatCategory" | "exemptionReason" | "vatexCode"
>;

/** What has a VAT of its own: a line, or an allowance or a charge that states its VAT. */
export interface OrderPart {
  readonly field: "items" | "allowances" | "charges";
  readonly index: number;
  readonly given: OrderItem | DocumentAllowance | DocumentCharge;
  /** Its own, or else that of the order. */
  readonly supply: Supply | undefined;
  /** Its own, or else that of the order. */
  readonly placeOfSupply: string | undefined;
  /** A line's own, or else that of the order. */
  readonly dispatchedFrom: string | undefined;
}

/** The VAT that was decided for one part, automatic or by hand. */
export interface PartVat {
  /** Percent. */
  readonly taxRate: number;
  readonly vatCategory: VatCategory;
  /** The country whose rate it is; `null` if there is none. See `VatBreakdownLine`. */
  readonly rateCountry: string | null;
  readonly treatment: VatTreatment;
  /** The note that its VAT requires; `""` if none. */
  readonly note: string;
  /** Why it is without VAT, if it says so by hand or an exemption applies to it. */
  readonly exemptionReason: string | undefined;
  /** The code of that reason. */
  readonly vatexCode: string | undefined;
  /** The registration under whose number it is sold; `undefined` if that is the company's own. */
  readonly registration: VatRegistration | undefined;
}

/** A part of an order with its VAT. Checks, totals, notes, warnings and the document read it and decide nothing again. */
export type DecidedPart = OrderPart & PartVat;

/** Whether an allowance or a charge states a field of VAT. Otherwise its VAT is that of the lines. */
export function statesVat({ supply, placeOfSupply, vatRates, exemption, taxRate, vatCategory }: StatedVat): boolean {
  return (supply ?? placeOfSupply ?? vatRates ?? exemption ?? taxRate ?? vatCategory) !== undefined;
}

/** Whether an order states a VAT rate, for all lines or for a part of it. */
export function statesRate({ taxRate }: InvoiceOrder, parts: readonly OrderPart[]): boolean {
  if (taxRate !== undefined) return true;
  for (const { given } of parts) if (given.taxRate !== undefined) return true;
  return false;
}

/** The lines of an order, followed by the allowances and charges that state their VAT. */
export function orderParts(order: InvoiceOrder): OrderPart[] {
  const parts: OrderPart[] = [];
  for (const field of ["items", "allowances", "charges"] as const)
    for (const [index, given] of order[field]?.entries() ?? []) {
      if (field !== "items" && !statesVat(given)) continue;
      const { supply = order.supply, placeOfSupply = order.placeOfSupply } = given;
      const { dispatchedFrom = order.dispatchedFrom } = given as Partial<OrderItem>;
      parts.push({ field, index, given, supply, placeOfSupply, dispatchedFrom });
    }
  return parts;
}

/** The JSON Pointer of a part. */
export function pointerOf({ field, index }: OrderPart): string {
  return `/${field}/${index}`;
}

const WORDS = { items: "Line", allowances: "Allowance", charges: "Charge" };

/** A part in words: `Line 2`. */
export function nameOf({ field, index }: OrderPart): string {
  return `${WORDS[field]} ${index + 1}`;
}

/**
 * What `decide` gives for each part of an order.
 *
 * @throws Refusal the first of `REFUSAL_CODES` that `decide` throws; if it is about fields of parts, it names all of them
 */
export function eachPart<Part extends OrderPart, Result>(
  parts: readonly Part[],
  decide: (part: Part) => Result,
): Result[] {
  const refusals: { readonly refusal: Refusal; readonly part: OrderPart }[] = [];
  const results: Result[] = [];
  for (const part of parts) {
    try {
      results.push(decide(part));
    } catch (error) {
      if (!isRefusal(error)) throw error;
      refusals.push({ refusal: error, part });
    }
  }
  if (refusals.length > 0) throw refusalOfParts(refusals);
  return results;
}

function refusalOfParts(refusals: readonly { readonly refusal: Refusal; readonly part: OrderPart }[]): Refusal {
  const code = REFUSAL_CODES.find((each) => refusals.some(({ refusal }) => refusal.code === each))!;
  const alike = refusals.filter(({ refusal }) => refusal.code === code);
  const [{ refusal, part }] = alike as [(typeof alike)[number]];
  if (!refusal.errors.some((error) => isOfPart(part, error))) return refusal;
  const errors = alike.flatMap((each) => each.refusal.errors.map((error) => ofPart(each.part, error)));
  const message = `${nameOf(part)}: ${refusal.message}`;
  return new Refusal(code, errors.length === 1 ? message : `${message} ${errors.length - 1} more in errors.`, errors);
}

/** Whether the part itself states the field that an error is about. */
function isOfPart({ given }: OrderPart, error: FieldError): error is FieldError & { readonly pointer: string } {
  return "pointer" in error && Object.hasOwn(given, error.pointer.split("/")[1]!);
}

/** The error of a part as one of the order. */
function ofPart(part: OrderPart, error: FieldError): FieldError {
  return isOfPart(part, error) ? { ...error, pointer: pointerOf(part) + error.pointer } : error;
}
