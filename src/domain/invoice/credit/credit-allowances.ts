import { Decimal, roundToMinorUnits } from "../../money/decimal.ts";
import {
  fromMinorUnits,
  type MinorUnits,
  minorUnitDigits,
  minusUnits,
  plusUnits,
  toMinorUnits,
  ZERO_UNITS,
} from "../../money/minor-units.ts";
import { ADJUSTMENTS } from "../../money/totals-input.ts";
import { pick } from "../../pick.ts";
import { type FieldError, Refusal } from "../../refusal.ts";
import type { CreditAllowance, CreditedAllowance, CreditOrder } from "../generated/credit-note.ts";
import type { InvoiceAllowance, InvoiceDocument } from "../generated/invoice.ts";
import { amountInWords, creditExceeds, isPartOf } from "./credit-limits.ts";
import type { Creditable, PartCredit } from "./credit-lines.ts";

type Field = (typeof ADJUSTMENTS)[number];

/** An allowance or a charge of the invoice, and what was credited of it. The amounts of allowances are negative. */
export interface CreditableAllowance extends Creditable {
  readonly item: InvoiceAllowance;
  readonly field: Field;
  /** Its position among the allowances, or among the charges, from 1. */
  readonly position: number;
}

/** The allowances and charges of an earlier credit note that limit the next credit. */
export type CreditedAllowances = Partial<
  Record<Field, readonly Pick<CreditedAllowance, "position" | "amount" | "netAmount">[] | undefined>
>;

/** The allowances and charges of an invoice, with what earlier credit notes credited of each. */
export function creditableAllowances(
  document: InvoiceDocument,
  creditNotes: readonly CreditedAllowances[],
): CreditableAllowance[] {
  const digits = minorUnitDigits(document.currency);
  const unitsOf = (amount: number, field: Field) => {
    const units = toMinorUnits(amount, digits);
    return field === "charges" ? units : minusUnits(ZERO_UNITS, units);
  };
  const all = ADJUSTMENTS.flatMap((field) =>
    (document[field] ?? []).map((item, index): CreditableAllowance => {
      const amounts = { amount: unitsOf(item.amount, field), net: unitsOf(item.netAmount, field) };
      return { item, field, position: index + 1, ...amounts, credited: ZERO_UNITS, creditedNet: ZERO_UNITS };
    }),
  );
  for (const note of creditNotes) {
    for (const field of ADJUSTMENTS) {
      for (const { position, amount, netAmount } of note[field] ?? []) {
        const own = all.find((each) => each.field === field && each.position === position);
        if (own === undefined) continue;
        own.credited = plusUnits(own.credited, unitsOf(amount, field));
        own.creditedNet = plusUnits(own.creditedNet, unitsOf(netAmount, field));
      }
    }
  }
  return all;
}

/** What is left of all allowances and charges. */
export function openAllowances(all: readonly CreditableAllowance[]): Pick<CreditOrder, Field> {
  const open = (field: Field): CreditAllowance[] =>
    all.filter((each) => each.field === field && each.credited !== each.amount).map(({ position }) => ({ position }));
  return { allowances: open("allowances"), charges: open("charges") };
}

/** @throws Refusal `request_invalid`, `amount_out_of_range` */
export function requireAllowances(document: InvoiceDocument, wanted: Pick<CreditOrder, Field>): void {
  const { currency } = document;
  for (const field of ADJUSTMENTS) {
    const count = document[field]?.length ?? 0;
    const faults = (name: string, detail: string, isFaulty: (given: CreditAllowance) => boolean): FieldError[] =>
      (wanted[field] ?? []).flatMap((given, index) =>
        isFaulty(given) ? [{ pointer: `/${field}/${index}/${name}`, detail }] : [],
      );
    const fault = count === 0 ? `is not possible: the invoice has no ${field}` : `must be from 1 to ${count}`;
    const unknown = faults("position", fault, ({ position }) => position > count);
    if (unknown.length > 0) throw new Refusal("request_invalid", `The position in ${field} ${fault}.`, unknown);
    const fine = `has more decimals than ${currency} allows`;
    const tooFine = faults(
      "amount",
      fine,
      ({ amount = 0 }) => !roundToMinorUnits(new Decimal(amount), currency).eq(amount),
    );
    if (tooFine.length > 0) throw new Refusal("amount_out_of_range", `The amount ${fine}.`, tooFine);
  }
}

/** What is credited of these allowances and charges. @throws Refusal `credit_exceeds_invoice` */
export function creditAllowances(
  { currency }: InvoiceDocument,
  all: readonly CreditableAllowance[],
  wanted: Pick<CreditOrder, Field>,
): PartCredit<CreditableAllowance>[] {
  const digits = minorUnitDigits(currency);
  const errors: FieldError[] = [];
  const credits = ADJUSTMENTS.flatMap((field) =>
    (wanted[field] ?? []).map(({ position, amount }, index): PartCredit<CreditableAllowance> => {
      const line = all.find((each) => each.field === field && each.position === position)!;
      const left = minusUnits(line.amount, line.credited);
      const given =
        amount === undefined ? left : ((Math.sign(line.amount) * toMinorUnits(amount, digits)) as MinorUnits);
      const pointer = `/${field}/${index}`;
      if (left === 0) errors.push({ pointer: `${pointer}/position`, detail: "has nothing left to credit" });
      else if (!isPartOf(new Decimal(given), new Decimal(left))) {
        const most = amountInWords(Math.abs(left) as MinorUnits, currency);
        errors.push({ pointer: `${pointer}/amount`, detail: `must be at most what is left of it, ${most}` });
      }
      return { line, amount: given };
    }),
  );
  if (errors.length > 0) throw creditExceeds(errors, "The credit is more than is left of the invoice.");
  return credits;
}

const KEPT = [
  ...(["reason", "reasonCode", "supply", "placeOfSupply", "taxRate", "vatCategory", "rateCountry"] as const),
  "surchargeRate" as const,
  ...(["exemptionReason", "vatexCode"] as const),
];

/** The allowance or the charge of a credit note. */
export function creditedAllowance(
  { currency }: InvoiceDocument,
  { line: { item, position }, amount }: PartCredit<CreditableAllowance>,
  net: MinorUnits,
): CreditedAllowance {
  const inUnits = (units: MinorUnits) => fromMinorUnits(Math.abs(units) as MinorUnits, minorUnitDigits(currency));
  return { position, amount: inUnits(amount), netAmount: inUnits(net), ...pick(item, KEPT) };
}
