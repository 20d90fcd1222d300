import type { z } from "zod";
import type {
  Address,
  CompanyProfile,
  PaymentAccount,
  TaxRepresentative,
} from "../../domain/generated/company-profile.ts";
import { isAdvanceType, isCorrectedType, isSelfBilledType } from "../../domain/invoice/document-types.ts";
import type { CreditAllowance, CreditLine, InvoiceToCorrect } from "../../domain/invoice/generated/credit-note.ts";
import type {
  CashDiscount,
  DeliveryPlace,
  InvoiceOrder,
  InvoicePeriod,
  OrderItem,
  Retention,
  Withholding,
} from "../../domain/invoice/generated/order.ts";
import { type StatedVat, statesVat } from "../../domain/invoice/order/order-parts.ts";
import { amountFault, discountFault } from "../../domain/money/totals-input.ts";
import { categoryAllowsRate, isExempt, type VatCategory } from "../../domain/vat/category.ts";
import { vatNumberForm } from "../../domain/vat/number/form.ts";
import { parseVatNumber } from "../../domain/vat/number/parse.ts";
import { registrationFault } from "../../domain/vat/registration.ts";
import { vatTerritory } from "../../domain/vat/territory/membership.ts";
import { vatTerritoryOf } from "../../domain/vat/territory/territory.ts";
import { MANUAL_ALLOWANCE_FIELDS, MANUAL_FIELDS, MANUAL_LINE_FIELDS } from "./generated/manual-fields.ts";

// The fields of a record compared with each other. The rows name these functions.

type Context = z.RefinementCtx;
type Path = (string | number)[];

function report(context: Context, path: Path, message: string): void {
  context.addIssue({ code: "custom", path, message });
}

export function requireStartBeforeEnd({ start, end }: InvoicePeriod, context: Context): void {
  if (start === undefined && end === undefined) report(context, ["start"], "is required, or else an end");
  if (start !== undefined && end !== undefined && start > end) report(context, ["start"], "must not be after `end`");
}

export function requireCountryOfAddress({ country, address }: DeliveryPlace, context: Context): void {
  if (address !== undefined && country === undefined) report(context, ["country"], "is required with an address");
}

export function requireCountryOfPostalCode(
  {
    deliverToCountry,
    deliverToPostalCode,
  }: { deliverToCountry?: string | undefined; deliverToPostalCode?: string | undefined },
  context: Context,
): void {
  if (deliverToPostalCode === undefined || deliverToCountry !== undefined) return;
  report(
    context,
    ["deliverToPostalCode"],
    "needs a deliverToCountry; for the client's postal code, use clientPostalCode",
  );
}

export function requireOneAccount({ iban, account, bic }: PaymentAccount, context: Context): void {
  if (iban === undefined && account === undefined) report(context, ["iban"], "is required, or else an account");
  if (iban !== undefined && account !== undefined) report(context, ["account"], "must not be given together with iban");
  if (iban !== undefined && bic?.startsWith("SE:")) report(context, ["bic"], "must be a BIC, because there is an iban");
}

export function requireOwnNumbers(profile: CompanyProfile, context: Context): void {
  const { vatNumber, registrations, country, address } = profile;
  requireOwnScheme(profile, context);
  const fault = registrations && registrationFault(registrations, country);
  if (fault !== undefined) report(context, ["registrations", fault.index, fault.field], fault.detail);
  if (vatNumber === undefined) return;
  const form = expectedForm(vatNumber, country, address);
  if (form === undefined) return;
  const advice = "a number of another kind belongs in taxNumber or registrationNumber";
  report(context, ["vatNumber"], `must be a VAT number with ${form}; ${advice}`);
}

/** The number of a small enterprise is of its own state, and other states exempt it. Greece's may begin with EL. */
function requireOwnScheme({ smallEnterprise, country, vatRegistered }: CompanyProfile, context: Context): void {
  const { number, states = {} } = smallEnterprise ?? {};
  const own = vatTerritory(country);
  const at = (...path: string[]) => ["smallEnterprise", ...path];
  if (number !== undefined && number.slice(0, 2).replace("EL", "GR") !== own)
    report(context, at("number"), `must begin with ${own}, because the company's own state gives it`);
  if (Object.hasOwn(states, own)) report(context, at("states", own), "is the company's own state; use exemptionNote");
  if (smallEnterprise?.states !== undefined && vatRegistered) {
    const advice = "otherwise leave it out, and order sales that another state exempts with autoVat: false";
    report(context, at("states"), `is only for companies that are not VAT-registered; ${advice}`);
  }
}

export function requireRepresentativesNumber(representative: TaxRepresentative, context: Context): void {
  const { vatNumber, country, address } = representative;
  const form = expectedForm(vatNumber, country, address);
  if (form !== undefined) report(context, ["vatNumber"], `must be a VAT number with ${form}`);
}

/**
 * The form that a number from this address must have; `undefined` if it is well formed, there or in another state, or if
 * the address is neither in a member state nor in the United Kingdom. An area outside the EU VAT area can have numbers of
 * its own.
 */
function expectedForm(vatNumber: string, country: string, address: Address | undefined): string | undefined {
  const form = vatNumberForm(vatTerritoryOf(country, address?.postalCode).id);
  return form !== undefined && parseVatNumber(vatNumber, country) === undefined ? form : undefined;
}

export function requireQuantityOrAmount({ quantity, netAmount, grossAmount }: CreditLine, context: Context): void {
  const message = "must not be given together with quantity";
  if (quantity === undefined) return;
  if (netAmount !== undefined) report(context, ["netAmount"], message);
  if (grossAmount !== undefined) report(context, ["grossAmount"], message);
}

export function requireOneBase({ baseAmount, basePercent }: Withholding, context: Context): void {
  if (baseAmount === undefined || basePercent === undefined) return;
  report(context, ["basePercent"], "must not be given together with baseAmount");
}

export function requirePercentOrAmount({ percent, amount }: Retention, context: Context): void {
  if (percent === undefined && amount === undefined) report(context, ["percent"], "is required, or else an amount");
  if (percent !== undefined && amount !== undefined)
    report(context, ["amount"], "must not be given together with percent");
}

/** XRechnung writes a discount with two decimals and whole days. */
export function requireCashDiscounts(discounts: readonly CashDiscount[], context: Context): void {
  for (const [index, { percent, days }] of discounts.entries()) {
    const earlier = discounts.slice(0, index);
    if (!Number.isInteger(days)) report(context, [index, "days"], "must be a whole number");
    else if (earlier.some((other) => other.days === days)) report(context, [index, "days"], "is named twice");
    if (percent !== Number(percent.toFixed(2))) report(context, [index, "percent"], "must have at most two decimals");
    else if (earlier.some((other) => other.percent === percent)) report(context, [index, "percent"], "is named twice");
  }
}

export function namesPositionsOnce(allowances: readonly CreditAllowance[], context: Context): void {
  for (const [index, { position }] of allowances.entries()) {
    const isNamed = allowances.slice(0, index).some((other) => other.position === position);
    if (isNamed) report(context, [index, "position"], "is named twice");
  }
}

export function namesLinesOnce(lines: readonly CreditLine[], context: Context): void {
  const seen = new Set<number>();
  for (const [index, { line }] of lines.entries()) {
    if (seen.has(line)) report(context, [index, "line"], "is named twice");
    seen.add(line);
  }
}

/** To most readers, two numbers that differ only in case are the same number. */
export function namesInvoicesOnce(
  invoices: readonly Pick<InvoiceToCorrect, "number">[],
  context: Context,
  at: Path = [],
): void {
  const seen = new Set<string>();
  for (const [index, { number }] of invoices.entries()) {
    const read = number.trim().toLowerCase();
    if (seen.has(read)) report(context, [...at, index, "number"], "is named twice");
    seen.add(read);
  }
}

const AUTOMATIC = "is not allowed with autoVat: false, which takes the rate as taxRate";

const SELF_BILLED_TYPE =
  "must be 471 (corrected) or 500 (for a payment in advance) with selfBilled: true; leave it out for 389";
const NOT_SELF_BILLED_TYPE = "is that of a self-billed invoice; state selfBilled: true too";

const BY_HAND = "is not allowed with autoVat: false; state vatCategory E, exemptionReason and vatexCode";

export function requireConsistentOrder(order: InvoiceOrder, context: Context): void {
  const fault = (path: Path, message: string) => report(context, path, message);
  const isManual = order.autoVat === false;
  if (!isManual) for (const path of manualFieldsOf(order)) fault(path, ONLY_MANUAL);
  if (order.taxPointCode !== undefined && order.taxPointDate !== undefined) {
    fault(["taxPointCode"], "must not be given together with taxPointDate; leave one of them out");
  }
  if (order.documentType !== undefined && isSelfBilledType(order.documentType) !== (order.selfBilled === true)) {
    fault(["documentType"], order.selfBilled === true ? SELF_BILLED_TYPE : NOT_SELF_BILLED_TYPE);
  }
  if (isCorrectedType(order.documentType))
    namesInvoicesOnce(order.precedingInvoices ?? [], context, ["precedingInvoices"]);
  for (const [index, { dueOn }] of order.retentions?.entries() ?? []) {
    if (order.dueDate !== undefined && dueOn <= order.dueDate)
      fault(["retentions", index, "dueOn"], "must be after dueDate, until which the rest is paid");
  }
  if (order.cashDiscounts !== undefined && isAdvanceType(order.documentType))
    fault(["cashDiscounts"], "is not possible on an invoice for a payment in advance; offer it on the final invoice");
  if (splitsVatOfFees(order)) fault(["national", "it", "splitPayment"], NO_SPLIT_WITH_FEES);
  if (order.triangular === true) for (const [path, message] of triangularFaults(order)) fault(path, message);
  if ((order.allowances ?? order.charges) !== undefined)
    for (const [path, message] of adjustmentFaults(order)) fault(path, message);
  let hasIds = false;
  for (const [index, item] of order.items.entries()) {
    if (isManual && item.vatRates !== undefined) fault(["items", index, "vatRates"], AUTOMATIC);
    if (item.exemption !== undefined)
      for (const [path, message] of exemptionFaults(order, item, ["items", index])) fault(path, message);
    if (item.id !== undefined) hasIds = true;
    if ((item.discount ?? item.discounts ?? item.charges) !== undefined) {
      const found = discountFault(item);
      if (found !== undefined) fault(["items", index, ...found[0].split("/").slice(1)], found[1]);
    }
    if (isManual) for (const [path, message] of manualFaults(order, item)) fault(["items", index, ...path], message);
  }
  if (hasIds) for (const [path, message] of repeatedIds(order.items)) fault(path, message);
}

/**
 * `CausalePagamento` of the fees that article 25 DPR 600/73 covers: professional and occasional work, authors' rights, duties
 * to do or not to do. Commissions (article 25-bis: Q to V1) and contract work (article 25-ter: W) are others.
 *
 * @see Certificazione Unica, instructions, table of the causes
 */
const FEES = ["A", "B", "C", "D", "E", "L", "L1", "M", "M1", "M2", "O", "O1"];
const NO_SPLIT_WITH_FEES =
  "is not for fees from which the client withholds income tax (DPR 633/1972, art. 17-ter(1-sexies)); leave it out";

/**
 * Whether the client would pay the VAT of fees from which it withholds income tax.
 *
 * @see DPR 633/1972, articolo 17-ter(1-sexies); DPR 600/1973, articoli 25 and 25-bis (Italy)
 */
function splitsVatOfFees({ national, withholdings = [] }: InvoiceOrder): boolean {
  const isOfFees = ({ type = "", code = "" }: Withholding) => type <= "RT02" && FEES.includes(code);
  return national?.it?.splitPayment === true && withholdings.some(isOfFees);
}

type Fault = [path: Path, message: string];

/** What is wrong with the VAT of a part of an order with VAT by hand. */
function manualFaults(order: InvoiceOrder, part: StatedVat): Fault[] {
  const faults: Fault[] = [];
  for (const field of EXEMPTION_FIELDS) {
    const detail = exemptionFault(part, field);
    if (detail !== undefined) faults.push([[field], detail]);
  }
  const { vatCategory, taxRate } = part;
  if (vatCategory === undefined || categoryAllowsRate(vatCategory, taxRate ?? order.taxRate ?? 0)) return faults;
  const needed = vatCategory === "S" ? "S needs a rate above 0" : `${vatCategory} needs a rate of 0`;
  return [...faults, [["vatCategory"], needed]];
}

/** What is wrong with the allowances and charges of an order. */
function adjustmentFaults(order: InvoiceOrder): Fault[] {
  return (["allowances", "charges"] as const).flatMap((field) =>
    (order[field] ?? []).flatMap((given, index) => {
      const path = [field, index];
      const faults: Fault[] = [];
      const amount = amountFault(given);
      if (amount !== undefined) faults.push([[...path, ...amount[0].split("/").slice(1)], amount[1]]);
      if (given.exemption !== undefined) faults.push(...exemptionFaults(order, given, path));
      if (order.autoVat !== false) {
        const manual = MANUAL_ALLOWANCE_FIELDS.filter((name) => given[name] !== undefined);
        return [...faults, ...manual.map((name): Fault => [[...path, name], ONLY_MANUAL])];
      }
      if (given.vatRates !== undefined) faults.push([[...path, "vatRates"], AUTOMATIC]);
      const lacksRate = statesVat(given) && (given.taxRate ?? given.vatCategory ?? order.taxRate) === undefined;
      if (lacksRate)
        faults.push([[...path, "taxRate"], "is required, or a vatCategory, if it does not have the VAT of the lines"]);
      return [...faults, ...manualFaults(order, given).map(([at, detail]): Fault => [[...path, ...at], detail])];
    }),
  );
}

const ONLY_MANUAL = "is only allowed with autoVat: false";

/** The lines whose identifier another line has, by being given or by its place. */
function repeatedIds(items: readonly OrderItem[]): Fault[] {
  const faults: Fault[] = [];
  const lines = new Map(items.flatMap(({ id }, index) => (id === undefined ? [[String(index + 1), index + 1]] : [])));
  for (const [index, { id }] of items.entries()) {
    if (id === undefined) continue;
    const other = lines.get(id);
    if (other === undefined) lines.set(id, index + 1);
    else faults.push([["items", index, "id"], `is that of line ${other}; give another`]);
  }
  return faults;
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

/** Where the exemption of a part does not fit the order. */
function exemptionFaults({ autoVat, triangular }: InvoiceOrder, part: StatedVat, of: Path): Fault[] {
  const path = [...of, "exemption"];
  const codeFault = vatexCodeFault(part.exemption?.vatexCode, "E");
  const faults: Fault[] = codeFault === undefined ? [] : [[[...path, "vatexCode"], codeFault]];
  if (autoVat === false) faults.push([path, BY_HAND]);
  if (triangular === true) faults.push([path, "is not allowed with triangular: true, because the client owes the VAT"]);
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

function exemptionFault(part: StatedVat, field: (typeof EXEMPTION_FIELDS)[number]): string | undefined {
  const { vatCategory, [field]: value } = part;
  if (value === undefined) return undefined;
  if (vatCategory === undefined || !isExempt(vatCategory)) return "needs a vatCategory without VAT: E, AE, K, G or O";
  return field === "vatexCode" ? vatexCodeFault(value, vatCategory) : undefined;
}

function vatexCodeFault(code: string | undefined, given: VatCategory): string | undefined {
  const category = code === undefined ? undefined : CATEGORY_OF_CODE[code];
  return category === undefined || category === given
    ? undefined
    : `is the code of category ${category}, not ${given}; give another, or leave it out`;
}
