import { determineVat, isRefusal, type VatClient, type VatCompany, type VatOptions } from "faktura/vat";
import salesTax from "sales-tax";
import { isInEu, type Seller, territoryOf } from "./vat-sales.ts";

/** An answer in terms that both libraries share: VAT on the invoice, reverse charge, no VAT, or a refusal. */
export interface Charge {
  readonly how: "charged" | "reverse" | "nothing" | "refused";
  /** 0 unless charged. */
  readonly ratePercent: number;
}

export type TaxOfSalesTax = Awaited<ReturnType<typeof salesTax.getSalesTax>>;

/** The answers of both libraries for one sale. */
export interface Answers {
  readonly company: VatCompany;
  readonly client: VatClient;
  readonly ours: Charge;
  readonly theirs: TaxOfSalesTax;
}

salesTax.toggleEnabledTaxNumberFraudCheck(false);

/** The answers of both libraries for each sale, in order. */
export async function answersTo(sellers: readonly Seller[], options: VatOptions): Promise<Answers[]> {
  const found: Answers[] = [];
  for (const { company, buyers } of sellers) {
    salesTax.setTaxOriginCountry(company.country, company.ossRegistered);
    for (const { client, state } of buyers) {
      const theirs = await salesTax.getSalesTax(client.country, state, client.vatNumber);
      found.push({ company, client, ours: ourCharge(company, client, options), theirs });
    }
  }
  return found;
}

function ourCharge(company: VatCompany, client: VatClient, options: VatOptions): Charge {
  try {
    const { rate, treatment, rateCountry } = determineVat(company, client, options);
    if (treatment === "reverse-charge") return { how: "reverse", ratePercent: rate };
    return { how: rateCountry === null ? "nothing" : "charged", ratePercent: rate };
  } catch (error) {
    if (isRefusal(error) && error.code === "vat_rate_unknown") return { how: "refused", ratePercent: 0 };
    throw error;
  }
}

export function chargeOf({ rate, charge }: TaxOfSalesTax): Charge {
  // Rounded, because 0.07 * 100 is not exactly 7.
  const how = charge.reverse ? "reverse" : charge.direct ? "charged" : "nothing";
  return { how, ratePercent: Number((rate * 100).toFixed(4)) };
}

/** The answer read as the manual of sales-tax advises: ignored for sales outside the seller's region. */
export function chargeInRegion(tax: TaxOfSalesTax): Charge {
  return tax.area === "worldwide" ? { how: "nothing", ratePercent: 0 } : chargeOf(tax);
}

/** The cause of each difference. */
export function causesOf(compared: readonly Answers[], read: (tax: TaxOfSalesTax) => Charge): string[] {
  const different = compared.filter(({ ours, theirs }) => !isSameCharge(ours, read(theirs)));
  return different.map(({ company, client, ours, theirs }) => requireCause(company, client, ours, read(theirs)));
}

export function isSameCharge(one: Charge, other: Charge): boolean {
  return one.how === other.how && one.ratePercent === other.ratePercent;
}

type Route = "one country" | "one territory" | "within the EU" | "out of the EU" | "into the EU" | "outside the EU";

/** Why two answers differ: for which route and client, and what each library answers. */
interface Cause {
  readonly name: string;
  readonly route: Route;
  readonly to?: (seller: VatCompany, client: VatClient) => boolean;
  readonly ours: readonly Charge["how"][];
  readonly theirs: readonly Charge["how"][];
}

const toMonaco = (_: VatCompany, { country }: VatClient) => country === "MC";
const isBusiness = (_: VatCompany, { vatNumber }: VatClient) => vatNumber !== undefined;
const isConsumer = (_: VatCompany, { vatNumber }: VatClient) => vatNumber === undefined;

/** All causes. Their order has no meaning, because each difference must have exactly one cause. */
// biome-ignore format: a table is read by its columns
export const CAUSES: readonly Cause[] = [
  { name: "from the EU to outside, charged", route: "out of the EU", ours: ["nothing"], theirs: ["charged"] },
  { name: "from the EU to outside, reverse charge", route: "out of the EU", ours: ["nothing"], theirs: ["reverse"] },
  { name: "to Monaco from another state", route: "within the EU", to: toMonaco, ours: ["charged", "reverse"], theirs: ["charged", "nothing"] },
  { name: "from Monaco to another state", route: "within the EU", to: (...sale) => !toMonaco(...sale), ours: ["charged", "reverse"], theirs: ["charged", "nothing"] },
  { name: "one territory under two codes", route: "one territory", ours: ["charged"], theirs: ["reverse", "nothing"] },
  { name: "from outside to an EU consumer, not under OSS", route: "into the EU", to: isConsumer, ours: ["nothing"], theirs: ["charged"] },
  { name: "from outside to an EU consumer, under OSS", route: "into the EU", to: isConsumer, ours: ["charged"], theirs: ["nothing"] },
  { name: "from outside to an EU business", route: "into the EU", to: isBusiness, ours: ["nothing"], theirs: ["reverse", "charged"] },
  { name: "neither party in the EU", route: "outside the EU", ours: ["nothing"], theirs: ["charged", "reverse"] },
  { name: "domestic outside the EU", route: "one country", ours: ["refused"], theirs: ["charged"] },
  { name: "domestic in Åland or Réunion", route: "one country", ours: ["charged"], theirs: ["nothing"] },
];

/**
 * The name of the cause of a difference.
 *
 * @throws Error if there is no cause, or more than one
 */
function requireCause(seller: VatCompany, client: VatClient, ours: Charge, theirs: Charge): string {
  const route = routeOf(seller.country, client.country);
  const causes = CAUSES.filter(
    (cause) =>
      cause.route === route &&
      (cause.to?.(seller, client) ?? true) &&
      cause.ours.includes(ours.how) &&
      cause.theirs.includes(theirs.how),
  );
  if (causes.length === 1) return causes[0]!.name;
  throw new Error(`${causes.length} causes of ${JSON.stringify({ route, seller, client, ours, theirs })}`);
}

function routeOf(seller: string, client: string): Route {
  if (seller === client) return "one country";
  if (territoryOf(seller) === territoryOf(client)) return "one territory";
  const [sellerInEu, clientInEu] = [isInEu(seller), isInEu(client)];
  if (sellerInEu) return clientInEu ? "within the EU" : "out of the EU";
  return clientInEu ? "into the EU" : "outside the EU";
}
