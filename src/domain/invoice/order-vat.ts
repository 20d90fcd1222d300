import type { CalendarDay } from "../calendar.ts";
import type { CompanyProfile } from "../company-profile.ts";
import { type FieldError, Refusal } from "../refusal.ts";
import { defaultCategory, type VatCategory } from "../vat/category.ts";
import { decideVat } from "../vat/determine-vat.ts";
import type { VatNumber } from "../vat/number/parse.ts";
import type { VatTreatment } from "../vat/table.ts";
import type { VatOptions, VatWarning } from "../vat/types.ts";
import type { InvoiceOrder } from "./order.ts";

/** The host's options for all of its sales. */
export type HostVatOptions = Pick<VatOptions, "rates" | "failedChecksum">;

/** The VAT of an order: one treatment, and a rate and category for each line. */
export interface OrderVat {
  readonly treatment: VatTreatment;
  readonly rateCountry: string | null;
  readonly reason: string;
  readonly vatNote: string;
  readonly warnings: readonly VatWarning[];
  /** The client's, if it decided the treatment. */
  readonly vatNumber: VatNumber | undefined;
  readonly lines: readonly { readonly taxRate: number; readonly vatCategory: VatCategory }[];
}

/**
 * The VAT of an order: determined by the VAT table or, with `autoVat: false`, as given with the order.
 *
 * @throws Refusal `client_country_required`, `company_not_vat_registered`, `tax_rate_conflict`, and what
 *   {@link determineVat} throws
 */
export function decideOrderVat(
  profile: CompanyProfile,
  order: InvoiceOrder,
  on: CalendarDay,
  host: HostVatOptions,
): OrderVat {
  if (order.autoVat === false) return manualVat(profile, order);
  const { rates, failedChecksum } = host;
  return automaticVat(profile, order, { on, supply: order.supply, rates, failedChecksum });
}

function automaticVat(profile: CompanyProfile, order: InvoiceOrder, options: VatOptions): OrderVat {
  const { clientCountry, clientVatNumber: vatNumber, clientAddress: address, isCompany } = order;
  if (clientCountry === undefined) throw clientCountryRequired({ pointer: "/clientCountry" });
  requireNoRateUnlessRegistered(profile, order);
  const client = { country: clientCountry, address, vatNumber, isCompany };
  const { decision, vatNumber: decisiveNumber } = decideVat(profile, client, options);
  const { rate, category, treatment, rateCountry, reason, vatNote, warnings } = decision;
  requireSameRate(order, rate);
  const line = { taxRate: rate, vatCategory: category };
  const lines = order.items.map(() => line);
  return { treatment, rateCountry, reason, vatNote, warnings, vatNumber: decisiveNumber, lines };
}

function manualVat(profile: CompanyProfile, order: InvoiceOrder): OrderVat {
  requireNoRateUnlessRegistered(profile, order);
  const lines = order.items.map((item) => {
    const taxRate = item.taxRate ?? order.taxRate ?? 0;
    const fallback = profile.vatRegistered ? defaultCategory(taxRate) : "E";
    return { taxRate, vatCategory: item.vatCategory ?? fallback };
  });
  const shared = { rateCountry: null, warnings: [], vatNumber: undefined, lines };
  if (!profile.vatRegistered) {
    const reason = "The seller is not registered for VAT, so no VAT is charged.";
    return { ...shared, treatment: "not-registered", reason, vatNote: order.vatNote ?? profile.exemptionNote ?? "" };
  }
  const reason = namesRate(order)
    ? "The VAT rate was given with the order; it was not determined automatically."
    : "No VAT rate was given with the order, so 0 % applies; it was not determined automatically.";
  return { ...shared, treatment: "manual", reason, vatNote: order.vatNote ?? "" };
}

/** The refusal of a request without the client's country. `at` names the missing field. */
export function clientCountryRequired(at: { pointer: string } | { parameter: string }): Refusal {
  const detail = 'is required to determine the VAT: an ISO 3166-1 alpha-2 code such as "DE"';
  return new Refusal("client_country_required", `clientCountry ${detail}.`, [{ ...at, detail }]);
}

/** A company without VAT registration must not show VAT, or it owes it. @see Directive 2006/112/EC, article 203 */
function requireNoRateUnlessRegistered({ vatRegistered }: CompanyProfile, order: InvoiceOrder): void {
  if (vatRegistered || !namesRate(order)) return;
  const faulty = givenRates(order).filter(({ taxRate }) => taxRate > 0);
  if (faulty.length === 0) return;
  const detail = "must be 0 or left out: the company is not VAT-registered";
  const errors = faulty.map(({ pointer }) => ({ pointer, detail }));
  throw new Refusal("company_not_vat_registered", "A company that is not VAT-registered cannot charge VAT.", errors);
}

/** An issued invoice is final, so a rate that contradicts the determined rate is refused, not silently ignored. */
function requireSameRate(order: InvoiceOrder, rate: number): void {
  if (!namesRate(order)) return;
  const faulty = givenRates(order).filter(({ taxRate }) => taxRate !== rate);
  if (faulty.length === 0) return;
  const errors: FieldError[] = faulty.map(({ pointer, taxRate }) => ({
    pointer,
    detail: `is ${taxRate}, but the determined rate is ${rate}; leave it out, or set autoVat to false to keep it`,
  }));
  throw new Refusal("tax_rate_conflict", `The given VAT rate differs from the determined rate, ${rate} %.`, errors);
}

function namesRate({ taxRate, items }: InvoiceOrder): boolean {
  return taxRate !== undefined || items.some((item) => item.taxRate !== undefined);
}

function givenRates(order: InvoiceOrder): { readonly pointer: string; readonly taxRate: number }[] {
  const items = order.items.map(({ taxRate }, index) => ({ pointer: `/items/${index}/taxRate`, taxRate }));
  return [{ pointer: "/taxRate", taxRate: order.taxRate }, ...items].flatMap(({ pointer, taxRate }) =>
    taxRate === undefined ? [] : [{ pointer, taxRate }],
  );
}
