import type { CalendarDay } from "../../calendar.ts";
import type { CompanyProfile } from "../../generated/company-profile.ts";
import { type FieldError, Refusal } from "../../refusal.ts";
import { defaultCategory, type VatCategory } from "../../vat/category.ts";
import { type DecidedVat, decideVat } from "../../vat/determine-vat.ts";
import type { VatExemption } from "../../vat/generated/vat-exemption.ts";
import type { VatNumber } from "../../vat/number/parse.ts";
import type { VatDecision, VatOptions, VatWarning } from "../../vat/types.ts";
import type { Supply, VatTreatment } from "../../vat/vat-table.ts";
import type { InvoiceOrder } from "../generated/order.ts";
import { eachPart } from "./each-part.ts";
import {
  type DeterminedRates,
  missingRateWarnings,
  requireDeterminedRates,
  requireNoRateUnlessRegistered,
  statesRate,
} from "./given-rates.ts";
import { nameOfPart, type OrderPart, orderParts, pointerOfPart } from "./order-parts.ts";
import { ossCountries } from "./oss-countries.ts";
import { triangularVat } from "./triangular.ts";

/** The host's options for all of its sales. */
export type HostVatOptions = Pick<VatOptions, "rates" | "failedChecksum">;

/** The VAT of one line, or of an allowance or a charge that states it. */
export interface LineVat {
  /** Percent. */
  readonly taxRate: number;
  readonly vatCategory: VatCategory;
  /** Only if the lines of the order differ in it. */
  readonly rateCountry?: string | null | undefined;
  /** Only if the line is without VAT because of it. */
  readonly exemption?: VatExemption | undefined;
}

/** The VAT of an order. */
export interface OrderVat {
  /** `mixed` if lines differ in it. */
  readonly treatment: VatTreatment;
  /** The country whose VAT all lines have; `null` if there is none or lines differ. See `VatBreakdownLine`. */
  readonly rateCountry: string | null;
  readonly reason: string;
  /** The note to print: those of all lines, each once. */
  readonly vatNote: string;
  /** The note of each category that has one; only if lines differ. */
  readonly notes?: ReadonlyMap<VatCategory, string> | undefined;
  readonly warnings: readonly VatWarning[];
  /** The client's, if it decided the treatment. */
  readonly vatNumber: VatNumber | undefined;
  /** That of each of {@link orderParts}: the lines come first. */
  readonly lines: readonly LineVat[];
}

/**
 * The VAT of an order: determined by the VAT table or, with `autoVat: false`, as given with the order.
 *
 * @throws Refusal `request_invalid` if a category O line shares the invoice with other categories or the sale cannot be
 *   triangular, `client_country_required`, `company_not_vat_registered`, `tax_rate_conflict`, and what
 *   {@link determineVat} throws, whose errors then point to the lines
 */
export function decideOrderVat(
  profile: CompanyProfile,
  order: InvoiceOrder,
  on: CalendarDay,
  host: HostVatOptions,
): OrderVat {
  if (order.autoVat === false) return manualVat(profile, order, on, host);
  return automaticVat(profile, order, on, host);
}

function automaticVat(
  profile: CompanyProfile,
  order: InvoiceOrder,
  on: CalendarDay,
  { rates, failedChecksum }: HostVatOptions,
): OrderVat {
  const { clientCountry, clientVatNumber: vatNumber, clientAddress: address, isCompany } = order;
  if (clientCountry === undefined) throw clientCountryRequired({ pointer: "/clientCountry" });
  requireNoRateUnlessRegistered(profile, order);
  const client = { country: clientCountry, address, vatNumber, isCompany };
  const decide = (sale: LineSale) => {
    const { supply, vatRates, exemption, placeOfSupply } = sale;
    const options = { on, supply, rates, vatRates, exemption, placeOfSupply, failedChecksum };
    const decided = decideVat(profile, client, options);
    return order.triangular === true ? triangularVat(profile, order, decided) : decided;
  };
  const { items, allowances, charges } = order;
  const hasOthers = (allowances ?? charges) !== undefined && orderParts(order).length > items.length;
  if (hasOthers || items.some(decidesItself))
    return vatByLine(order, decide, { sellerCountry: profile.country, on, rates });
  const { decision, vatNumber: decisiveNumber } = decide({ supply: order.supply, placeOfSupply: order.placeOfSupply });
  const { rate, category, treatment, rateCountry, reason, vatNote, warnings } = decision;
  const lines = Array<LineVat>(order.items.length).fill({ taxRate: rate, vatCategory: category });
  requireDeterminedRates(order, { lines, rateCountry, sellerCountry: profile.country, on, rates });
  return { treatment, rateCountry, reason, vatNote, warnings, vatNumber: decisiveNumber, lines };
}

/** What of a line decides its VAT. The rest is the same for all lines of an order. */
type LineSale = Pick<OrderPart, "supply" | "vatRates" | "exemption" | "placeOfSupply">;

/** Whether the VAT of a line may differ from that of the others. */
function decidesItself({ supply, vatRates, exemption, placeOfSupply }: LineSale): boolean {
  return supply !== undefined || vatRates !== undefined || exemption !== undefined || placeOfSupply !== undefined;
}

/** What decides the VAT of a line, as one text. */
function keyOf({ supply, vatRates, exemption, placeOfSupply }: LineSale): string {
  const isPlain = vatRates === undefined && exemption === undefined;
  return `${supply} ${placeOfSupply} ${isPlain ? "" : JSON.stringify([vatRates, exemption])}`;
}

/** The VAT of an order whose lines state more than prices. Lines that state the same are decided once. */
function vatByLine(
  order: InvoiceOrder,
  decide: (sale: LineSale) => DecidedVat,
  law: Pick<DeterminedRates, "sellerCountry" | "on" | "rates">,
): OrderVat {
  const known = new Map<string, DecidedSale>();
  const sales = eachPart(order, (part) => {
    const { supply = order.supply, vatRates, exemption, placeOfSupply = order.placeOfSupply } = part;
    const line = { supply, vatRates, exemption, placeOfSupply };
    const key = keyOf(line);
    const sale = known.get(key) ?? { ...line, ...decide(line) };
    known.set(key, sale);
    return sale;
  });
  const decided = [...known.values()];
  const decisions = sales.map(({ decision }) => decision);
  const placed = withCountries(
    sales.map(({ decision, exemption }) => {
      const { rate, treatment, category, rateCountry } = decision;
      const isExempt = category === "E" && treatment !== "not-registered";
      return { taxRate: rate, vatCategory: category, rateCountry, exemption: isExempt ? exemption : undefined };
    }),
  );
  requireOutsideScopeAlone(order, placed.lines);
  requireDeterminedRates(order, { ...law, ...placed });
  const [{ treatment }] = decisions as [VatDecision];
  return {
    treatment: decisions.every((decision) => decision.treatment === treatment) ? treatment : "mixed",
    ...placed,
    ...textsOf(decided),
    vatNumber: decided.find(({ vatNumber }) => vatNumber !== undefined)?.vatNumber,
  };
}

/** The decision about lines that state the same. */
interface DecidedSale extends DecidedVat {
  readonly supply: Supply | undefined;
  readonly exemption?: VatExemption | undefined;
}

/** The lines and the country of their rates, which they state one by one only if they differ in it. */
function withCountries(
  lines: readonly (LineVat & { readonly rateCountry: string | null })[],
): Pick<OrderVat, "rateCountry" | "lines"> {
  const [{ rateCountry }] = lines as [(typeof lines)[number]];
  if (lines.some((line) => line.rateCountry !== rateCountry)) return { rateCountry: null, lines };
  return { rateCountry, lines: lines.map(withoutCountry) };
}

function withoutCountry({ taxRate, vatCategory, exemption }: LineVat): LineVat {
  return exemption === undefined ? { taxRate, vatCategory } : { taxRate, vatCategory, exemption };
}

const SUPPLY_WORDS: Record<Supply, string> = { goods: "Goods", services: "Services", digital: "Digital services" };

/** Reason, notes and warnings of all decisions, without repetition. */
function textsOf(decided: readonly DecidedSale[]): Pick<OrderVat, "reason" | "vatNote" | "notes" | "warnings"> {
  const reasons = new Map<Supply | undefined, Set<string>>();
  const notes = new Map<VatCategory, Set<string>>();
  const warnings = new Map<string, VatWarning>();
  for (const { supply, decision } of decided) {
    const { reason, category, vatNote } = decision;
    reasons.set(supply, (reasons.get(supply) ?? new Set()).add(reason));
    if (vatNote !== "") notes.set(category, (notes.get(category) ?? new Set()).add(vatNote));
    for (const warning of decision.warnings) warnings.set(`${warning.code} ${warning.detail}`, warning);
  }
  const join = (texts: Iterable<string>) => [...texts].join("; ");
  return {
    reason: reasonOf(reasons),
    vatNote: join(new Set([...notes.values()].flatMap((texts) => [...texts]))),
    notes: new Map([...notes].map(([category, texts]) => [category, join(texts)])),
    warnings: [...warnings.values()],
  };
}

/** All reasons, each after what is supplied if there are several supplies with different ones. */
function reasonOf(reasons: ReadonlyMap<Supply | undefined, ReadonlySet<string>>): string {
  const distinct = new Set([...reasons.values()].flatMap((texts) => [...texts]));
  if (reasons.size === 1 || distinct.size === 1) return [...distinct].join(" ");
  const bySupply = [...reasons].map(([supply, texts]) => {
    return `${supply === undefined ? "Other lines" : SUPPLY_WORDS[supply]}: ${[...texts].join(" ")}`;
  });
  return bySupply.join(" ");
}

/**
 * Checks that lines outside the scope of VAT have an invoice to themselves.
 *
 * @throws Refusal `request_invalid`
 * @see EN 16931: BR-O-11 to BR-O-14
 */
function requireOutsideScopeAlone(order: InvoiceOrder, lines: readonly LineVat[]): void {
  const other = lines.findIndex(({ vatCategory }) => vatCategory !== "O");
  if (other === -1) return;
  const parts = orderParts(order);
  const errors: FieldError[] = [];
  for (const [index, { vatCategory }] of lines.entries()) {
    if (vatCategory !== "O") continue;
    const part = parts[index]!;
    const field = order.autoVat === false ? "/vatCategory" : part.supply === undefined ? "" : "/supply";
    const detail =
      `is outside the scope of VAT (category O), but ${nameOfPart(order, parts[other]!).toLowerCase()} has category ${lines[other]!.vatCategory}; ` +
      "EN 16931 does not allow both on one invoice (BR-O-11), so issue two invoices";
    errors.push({ pointer: `${pointerOfPart(order, part)}${field}`, detail });
  }
  if (errors.length === 0) return;
  throw new Refusal("request_invalid", "Lines outside the scope of VAT need a separate invoice.", errors);
}

function manualVat(profile: CompanyProfile, order: InvoiceOrder, on: CalendarDay, { rates }: HostVatOptions): OrderVat {
  requireNoRateUnlessRegistered(profile, order);
  const lines = orderParts(order).map((part) => {
    const taxRate = part.taxRate ?? order.taxRate ?? 0;
    const fallback = profile.vatRegistered ? defaultCategory(taxRate) : "E";
    return { taxRate, vatCategory: part.vatCategory ?? fallback };
  });
  requireOutsideScopeAlone(order, lines);
  const oss = ossCountries(profile, order, lines, on, rates);
  const placed = withCountries(lines.map((line, index) => ({ ...line, rateCountry: oss.countries[index]! })));
  const warnings = [...missingRateWarnings(profile, order), ...oss.warnings];
  const shared = { ...placed, warnings, vatNumber: undefined };
  if (!profile.vatRegistered) {
    const reason = "The seller is not registered for VAT, so no VAT is charged.";
    return { ...shared, treatment: "not-registered", reason, vatNote: order.vatNote ?? profile.exemptionNote ?? "" };
  }
  const reason = statesRate(order)
    ? "The VAT rate was given with the order; it was not determined automatically."
    : "No VAT rate was given with the order, so 0 % applies; it was not determined automatically.";
  return { ...shared, treatment: "manual", reason, vatNote: order.vatNote ?? "" };
}

/** The refusal of a request that lacks the client's country. `at` names the missing field. */
export function clientCountryRequired(at: { pointer: string } | { parameter: string }): Refusal {
  const detail = 'is required to determine the VAT: an ISO 3166-1 alpha-2 code such as "DE"';
  return new Refusal("client_country_required", `clientCountry ${detail}.`, [{ ...at, detail }]);
}
