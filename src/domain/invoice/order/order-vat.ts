import type { CalendarDay } from "../../calendar.ts";
import type { CompanyProfile } from "../../generated/company-profile.ts";
import { fieldRefusal, Refusal } from "../../refusal.ts";
import { defaultCategory, type VatCategory } from "../../vat/category.ts";
import { type DecidedVat, decideVat } from "../../vat/determine-vat.ts";
import type { VatRegistration } from "../../vat/generated/vat-registration.ts";
import type { VatNumber } from "../../vat/number/parse.ts";
import { smallEnterpriseCode, smallEnterpriseNote } from "../../vat/small-enterprise.ts";
import { countryName } from "../../vat/territory/country.ts";
import type { VatOptions, VatWarning } from "../../vat/types.ts";
import type { Supply, VatTreatment } from "../../vat/vat-table.ts";
import type { InvoiceOrder } from "../generated/order.ts";
import { isVatPaidByClient } from "../payable.ts";
import { deliveryPlaceOf } from "./delivery-place.ts";
import { missingRateWarnings, requireDeterminedRates, requireNoRate, unlawfulRateWarnings } from "./given-rates.ts";
import {
  type DecidedPart,
  eachPart,
  nameOf,
  type OrderPart,
  orderParts,
  pointerOf,
  statesRate,
} from "./order-parts.ts";
import { placesByHand } from "./places-by-hand.ts";
import { requireThirdState, triangularVat } from "./triangular.ts";

/** The host's options for all of its sales. */
export type HostVatOptions = Pick<VatOptions, "rates" | "failedChecksum">;

/** The VAT of an order. */
export interface OrderVat {
  /** The lines, followed by the allowances and charges that state their VAT. */
  readonly parts: readonly DecidedPart[];
  /** `mixed` if parts differ in it. */
  readonly treatment: VatTreatment;
  /** The country whose VAT all parts have; `null` if there is none, `undefined` if parts differ. See `VatBreakdownLine`. */
  readonly rateCountry: string | null | undefined;
  readonly reason: string;
  /** The note to print: those of all parts, each once. */
  readonly vatNote: string;
  readonly warnings: readonly VatWarning[];
  /** The client's, if it decided the treatment. */
  readonly vatNumber: VatNumber | undefined;
  /** The registration whose number the document shows; `undefined` if it shows the company's own. */
  readonly registration: VatRegistration | undefined;
}

/**
 * The VAT of an order: determined by the VAT table or, with `autoVat: false`, as given with the order.
 *
 * @throws Refusal `request_invalid` if the sale cannot be triangular, `client_country_required`, `company_not_vat_registered`, `tax_rate_conflict`, and what
 *   {@link determineVat} throws, whose errors then point to the lines
 */
export function decideOrderVat(
  profile: CompanyProfile,
  order: InvoiceOrder,
  on: CalendarDay,
  host: HostVatOptions,
): OrderVat {
  const isManual = order.autoVat === false;
  if (!isManual && order.clientCountry === undefined) throw clientCountryRequired({ pointer: "/clientCountry" });
  const parts = orderParts(order);
  if (order.triangular === true) requireThirdState(profile, order, parts, on);
  if (!profile.vatRegistered && !isManual) requireNoRate(order, parts);
  const vat = isManual ? manualVat(profile, order, parts, on, host) : automaticVat(profile, order, parts, on, host);
  if (vat.registration !== undefined && isVatPaidByClient(profile, order)) {
    const detail = `is the law of Italy, but the invoice has the VAT of ${countryName(vat.registration.country)}; leave it out`;
    throw fieldRefusal("national/it/splitPayment", detail);
  }
  return vat;
}

/** The decision for all parts that state the same. */
type Sale = DecidedVat & Pick<OrderPart, "supply">;

/** Parts that state the same are decided once. */
function automaticVat(
  profile: CompanyProfile,
  order: InvoiceOrder,
  parts: readonly OrderPart[],
  on: CalendarDay,
  { rates, failedChecksum }: HostVatOptions,
): OrderVat {
  const { clientCountry, clientVatNumber: vatNumber, clientAddress: address, clientLanguage: language } = order;
  const { isCompany, triangular, importer, deliverTo } = order;
  const arrival = deliverTo === undefined ? undefined : deliveryPlaceOf(order);
  const client = { country: clientCountry!, address, vatNumber, isCompany, language, arrival };
  const known = new Map<string, Sale>();
  const decided = eachPart(parts, (part): DecidedPart => {
    const { field, index, given, supply, placeOfSupply } = part;
    // The goods of a triangular transaction leave a third state, and are sold under the company's own number.
    const dispatchedFrom = triangular === true ? undefined : part.dispatchedFrom;
    const { vatRates, exemption } = given;
    const isPlain = vatRates === undefined && exemption === undefined;
    const key = `${supply} ${placeOfSupply} ${dispatchedFrom} ${isPlain ? "" : JSON.stringify([vatRates, exemption])}`;
    let sale = known.get(key);
    if (sale === undefined) {
      const options = {
        on,
        supply,
        rates,
        vatRates,
        exemption,
        placeOfSupply,
        failedChecksum,
        dispatchedFrom,
        importer,
      };
      const vat = decideVat(profile, client, options);
      sale = { supply, ...(triangular === true ? triangularVat(profile, order, vat) : vat) };
      known.set(key, sale);
    }
    const { rate: taxRate, category: vatCategory, rateCountry, treatment, vatNote: note } = sale.decision;
    const applied = vatCategory === "E" && rateCountry === null ? exemption : undefined;
    const { reason: exemptionReason, vatexCode = codeOf(sale.decision) } = applied ?? {};
    // A literal of all fields, because spreading each part took a quarter of the time of an order.
    return {
      field,
      index,
      given,
      supply,
      placeOfSupply,
      dispatchedFrom,
      taxRate,
      vatCategory,
      rateCountry,
      treatment,
      note,
      exemptionReason,
      vatexCode,
      registration: sale.registration,
    };
  });
  if (statesRate(order, parts)) requireDeterminedRates(order, decided, { sellerCountry: profile.country, on, rates });
  const [sale, ...others] = [...known.values()] as [Sale, ...Sale[]];
  if (others.length > 0) {
    if (profile.registrations !== undefined) requireOneNumber(decided);
    const sales = [sale, ...others];
    const general = generalNotes(sales);
    const noted = (part: DecidedPart) => ({ ...part, note: general.get(part.vatCategory) ?? part.note });
    return { parts: general.size > 0 ? decided.map(noted) : decided, ...combined(sales, general) };
  }
  const { vatNumber: number, registration } = sale;
  const { treatment, rateCountry, reason, vatNote, warnings } = sale.decision; // most orders
  return { parts: decided, treatment, rateCountry, reason, vatNote, warnings, vatNumber: number, registration };
}

/**
 * Checks that all parts are sold under one VAT number of the seller, because an invoice shows one.
 *
 * @throws Refusal `request_invalid`
 * @see Directive 2006/112/EC, article 226(3)
 */
function requireOneNumber(parts: readonly DecidedPart[]): void {
  const first = parts[0]!;
  const other = parts.find(({ registration }) => registration?.country !== first.registration?.country);
  if (other === undefined) return;
  const numberOf = ({ registration }: DecidedPart) =>
    registration === undefined ? "the company's own VAT number" : `its number of ${countryName(registration.country)}`;
  const detail =
    `is sold under ${numberOf(other)}, but ${nameOf(first)} under ${numberOf(first)}; an invoice shows one number of the ` +
    "seller, so order them apart";
  throw new Refusal("request_invalid", `${nameOf(other)} ${detail}.`, [{ pointer: pointerOf(other), detail }]);
}

/** The code of a small enterprise's reason. The codes of other categories follow from them. */
function codeOf({ treatment, vatexCode }: DecidedVat["decision"]): string | undefined {
  return treatment === "not-registered" ? (vatexCode ?? undefined) : undefined;
}

const SUPPLY_WORDS: Record<Supply, string> = { goods: "Goods", services: "Services", digital: "Digital services" };

/**
 * By category, the note of parts that do not state their supply, which cites no article. It is that of the whole group,
 * because the article of the other parts may be wrong for these.
 */
function generalNotes(sales: readonly Sale[]): ReadonlyMap<VatCategory, string> {
  const unstated = sales.filter(({ supply, decision }) => supply === undefined && /^(?:AE|G)$/.test(decision.category));
  return new Map(unstated.map(({ decision }) => [decision.category, decision.vatNote]));
}

/** What several decisions come to: reasons, notes and warnings without repetition. */
function combined(sales: readonly Sale[], general: ReadonlyMap<VatCategory, string>): Omit<OrderVat, "parts"> {
  const reasons = new Map<Supply | undefined, Set<string>>();
  const notes = new Map<VatCategory, Set<string>>();
  const warnings = new Map<string, VatWarning>();
  for (const { supply, decision } of sales) {
    const { reason, category, vatNote } = decision;
    reasons.set(supply, (reasons.get(supply) ?? new Set()).add(reason));
    const note = general.get(category) ?? vatNote;
    if (note !== "") notes.set(category, (notes.get(category) ?? new Set()).add(note));
    for (const warning of decision.warnings) warnings.set(`${warning.code} ${warning.detail}`, warning);
  }
  const vatNote = [...new Set([...notes.values()].flatMap((texts) => [...texts]))].join("; ");
  return {
    treatment: shared(sales.map(({ decision }) => decision.treatment)) ?? "mixed",
    rateCountry: shared(sales.map(({ decision }) => decision.rateCountry)),
    reason: reasonOf(reasons),
    vatNote,
    warnings: [...warnings.values()],
    vatNumber: sales.find(({ vatNumber }) => vatNumber !== undefined)?.vatNumber,
    registration: sales[0]?.registration,
  };
}

/** The value that all have; `undefined` if they differ. */
function shared<Value>([first, ...others]: readonly Value[]): Value | undefined {
  return others.every((other) => other === first) ? first : undefined;
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

function manualVat(
  profile: CompanyProfile,
  order: InvoiceOrder,
  parts: readonly OrderPart[],
  on: CalendarDay,
  { rates }: HostVatOptions,
): OrderVat {
  const rated = parts.map((part) => {
    const taxRate = part.given.taxRate ?? order.taxRate ?? 0;
    const fallback = profile.vatRegistered || taxRate > 0 ? defaultCategory(taxRate) : "E";
    return { ...part, taxRate, vatCategory: part.given.vatCategory ?? fallback };
  });
  const { places, warnings: ofPlaces } = placesByHand(profile, order, rated, on, rates);
  const isRegistered = profile.vatRegistered || places[0]!.registration !== undefined;
  if (!isRegistered) requireNoRate(order, parts);
  const treatment = isRegistered ? "manual" : "not-registered";
  const isPlain = rated.every(({ vatCategory, given }) => {
    return vatCategory === "E" && (given.exemptionReason ?? given.vatexCode) === undefined;
  });
  const ownNote = isPlain ? smallEnterpriseNote(profile, on) : (profile.exemptionNote ?? "");
  const note = order.vatNote ?? (isRegistered ? "" : ownNote);
  const ownCode = isRegistered ? undefined : smallEnterpriseCode(profile, note);
  const decided = rated.map((part, index): DecidedPart => {
    const { exemptionReason, vatexCode = isPlain ? ownCode : undefined } = part.given;
    return { ...part, ...places[index]!, treatment, note, exemptionReason, vatexCode };
  });
  const unlawful = unlawfulRateWarnings(profile, order, rated, on, rates);
  const warnings = [...missingRateWarnings(profile, order), ...unlawful, ...ofPlaces];
  const reason = !isRegistered
    ? "The seller is not registered for VAT, so no VAT is charged."
    : statesRate(order, parts)
      ? "The VAT rate was given with the order; it was not determined automatically."
      : "No VAT rate was given with the order, so 0 % applies; it was not determined automatically.";
  const rateCountry = shared(places.map((place) => place.rateCountry));
  if (profile.registrations !== undefined) requireOneNumber(decided);
  const { registration } = decided[0]!;
  return {
    parts: decided,
    treatment,
    rateCountry,
    reason,
    vatNote: note,
    warnings,
    vatNumber: undefined,
    registration,
  };
}

/** The refusal of a request that lacks the client's country. `at` names the missing field. */
export function clientCountryRequired(at: { pointer: string } | { parameter: string }): Refusal {
  const detail = 'is required to determine the VAT: an ISO 3166-1 alpha-2 code such as "DE"';
  return new Refusal("client_country_required", `clientCountry ${detail}.`, [{ ...at, detail }]);
}
