import type { CompanyProfile, InvoiceOrder, OrderItem } from "faktura";
import {
  determineVat,
  equivalenceSurcharges,
  type InvoiceTotals,
  invoiceTotals,
  type Supply,
  type VatDecision,
  type VatRates,
  type VatTreatment,
} from "faktura/vat";
import type { PanelOrder } from "../../shown-figures.ts";

/** The VAT of the lines that supply the same, at the same rates. */
export interface SupplyVat {
  /** `undefined` if neither the lines nor the order state what is sold. */
  readonly supply: Supply | undefined;
  readonly vat: VatDecision;
}

/** The VAT and the totals of an order. */
export interface Figures {
  /** One decision for each supply and choice of rates, in the order of the lines. */
  readonly decisions: readonly SupplyVat[];
  /** `mixed` if the decisions differ in it. */
  readonly treatment: VatTreatment;
  /** The decision for each line. */
  readonly lines: readonly VatDecision[];
  readonly totals: InvoiceTotals;
  /** The currency of the totals. */
  readonly currency: string;
}

/**
 * The VAT and the totals of an order. Only for what the page shows while the user types; the review shows a preview of the
 * library. `rates` are the host's own.
 *
 * @throws Refusal with the code with which the server would refuse the order's VAT or amounts
 */
export function figuresOf(profile: CompanyProfile, order: PanelOrder, rates: VatRates): Figures {
  const { clientCountry: country, clientAddress: address, clientVatNumber: vatNumber, isCompany, items } = order;
  const { clientLanguage: language, deliverTo, importer } = order;
  const arrival = deliverTo?.country ? { country: deliverTo.country, address: deliverTo.address } : undefined;
  const client = { country, address, vatNumber, isCompany, language, arrival };
  const { currency = profile.defaultCurrency } = order;
  const known = new Map<string, SupplyVat>();
  const decide = (item: Pick<OrderItem, "supply" | "vatRates" | "exemption" | "placeOfSupply" | "dispatchedFrom">) => {
    const { supply = order.supply ?? profile.supply, vatRates, exemption, placeOfSupply = order.placeOfSupply } = item;
    const { dispatchedFrom = order.dispatchedFrom } = item;
    const key = JSON.stringify([supply, vatRates, exemption, placeOfSupply, dispatchedFrom]);
    const sale = { supply, vatRates, exemption, placeOfSupply, dispatchedFrom, importer };
    const vat = known.get(key)?.vat ?? determineVat(profile, client, { on: order.supplyDate, ...sale, rates });
    known.set(key, { supply, vat });
    return vat;
  };
  if (items.length === 0) decide({});
  const lines = items.map(decide);
  const amounts = items.map((item, index) => {
    const { quantity, unitPrice, priceBaseQuantity, discount, discounts, charges } = item;
    const price = { quantity, unitPrice, priceBaseQuantity, discount, discounts, charges };
    const surchargeRate = surchargeRateOf(item, lines[index]!, order.supplyDate);
    return { ...price, ...taxOf(lines[index]!), surchargeRate };
  });
  const adjust = (given: DocumentAdjustment) => {
    const { amount, percent, baseAmount, reason, reasonCode, supply, vatRates, exemption, placeOfSupply } = given;
    const hasVat = (supply ?? vatRates ?? exemption ?? placeOfSupply) !== undefined;
    return { amount, percent, baseAmount, reason, reasonCode, ...(hasVat && taxOf(decide(given))) };
  };
  const [allowances, charges] = [order.allowances?.map(adjust), order.charges?.map(adjust)];
  const decisions = [...known.values()];
  const [treatment, ...others] = new Set(decisions.map(({ vat }) => vat.treatment));
  return {
    decisions,
    treatment: others.length === 0 ? treatment! : "mixed",
    lines,
    totals: invoiceTotals(amounts, { currency, prices: order.prices, allowances, charges }),
    currency,
  };
}

type DocumentAdjustment = NonNullable<InvoiceOrder["allowances"] | InvoiceOrder["charges"]>[number];

function taxOf({ rate: taxRate, category: vatCategory, rateCountry }: VatDecision) {
  return { taxRate, vatCategory, rateCountry };
}

/** The rate of Spain's equivalence surcharge on a line. Issuing refuses it where it does not apply. */
function surchargeRateOf({ national }: Pick<OrderItem, "national">, { treatment, rate }: VatDecision, on: string) {
  const { equivalenceSurcharge, surchargeRate } = national?.es ?? {};
  if (equivalenceSurcharge !== true || treatment !== "domestic") return undefined;
  return (surchargeRate ?? equivalenceSurcharges(rate, on)[0]) || undefined;
}

/** The sum of amounts, exactly. */
export function sumOf(amounts: readonly number[], currency: string): number {
  const items = amounts.map((amount) => ({ quantity: amount < 0 ? -1 : 1, unitPrice: Math.abs(amount), taxRate: 0 }));
  return invoiceTotals(items, { currency }).total;
}

/** The discounts or charges of the whole invoice that can be computed; none as long as the order has no line to belong to. */
export function finished(given: readonly DocumentAdjustment[] | undefined, lines: readonly unknown[]) {
  const isFinished = ({ percent, amount }: DocumentAdjustment) => !Number.isNaN(percent ?? amount ?? Number.NaN);
  const all = lines.length === 0 ? [] : (given ?? []).filter(isFinished);
  return all.length === 0 ? undefined : all;
}

/** What is withheld, paid later and disbursed, as far as it is typed to its end. */
export function finishedPayable(order: PanelOrder): Partial<PanelOrder> {
  const { withholdings, retentions, disbursements } = order;
  const finished = <Part>(given: readonly Part[] | undefined, ...needed: readonly (keyof Part)[]) =>
    given?.every((part) => needed.every((name) => Boolean(part[name]))) === true ? given : undefined;
  return {
    withholdings: finished(withholdings, "percent", "reason"),
    retentions: finished(retentions, "dueOn", "reason"),
    disbursements: finished(disbursements, "description", "amount", "reference"),
  };
}
