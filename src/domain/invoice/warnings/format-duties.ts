import type { CalendarDay } from "../../calendar.ts";
import { WITH_FRENCH_VAT } from "../../vat/territory/membership.ts";
import { type DocumentFormat, isForSeller } from "../document-format.ts";
import type { InvoiceDraft } from "../draft.ts";
import { isExemptSale, isHealthService } from "../exempt-sales.ts";
import { isForBusiness } from "../is-for-business.ts";
import { hasGermanRelief } from "../order/supply-date.ts";
import { totalIn } from "../total-in.ts";

/** A duty to issue invoices in a format, or to record them. It binds sellers who are established in the state. */
export interface FormatDuty {
  /** The state of the seller, ISO 3166-1 alpha-2. */
  readonly seller: string;
  /** The first day on which it binds all sellers. Some states began earlier with large ones. */
  readonly since: CalendarDay;
  /** The ids of the formats that satisfy it, the usual one first; none if the package has none. */
  readonly formats: readonly string[];
  /** To whom, in words. */
  readonly clients: string;
  readonly act: string;
  /** Whether the sale is covered: its client is, and no exception that order or profile show applies. */
  readonly covers: (sale: InvoiceDraft) => boolean;
}

/** Those of EN 16931 that a client in Germany must take. */
const EN16931 = ["en16931", "xrechnung", "factur-x", "peppol"];

/**
 * The duties in force or enacted. A duty that begins earlier for large sellers, or for those who owe VAT, counts from the day
 * on which it binds all, because a profile does not show turnover.
 */
export const FORMAT_DUTIES: readonly FormatDuty[] = [
  {
    ...{ seller: "BE", since: "2026-01-01", formats: ["peppol"], clients: "businesses registered in Belgium" },
    act: "WBTW art. 53 § 2bis",
    covers: (sale) => isRegisteredSeller(sale) && isBusinessIn("BE", sale) && sale.clientVatNumber !== undefined,
  },
  {
    ...{ seller: "DE", since: "2028-01-01", formats: EN16931, clients: "businesses in Germany" },
    act: "UStG § 14(2), § 27(38)",
    covers: (sale) =>
      isBusinessIn("DE", sale) &&
      sale.profile.vatRegistered &&
      !(isUpToEuros(250, sale) && hasGermanRelief(sale.vat)) &&
      !isExempt(sale),
  },
  {
    ...{ seller: "FR", since: "2027-09-01", formats: ["ctc-fr"], clients: "businesses in France" },
    act: "CGI art. 289 bis (CIBS)",
    covers: (sale) => isBusinessIn("FR", sale) && !isExempt(sale),
  },
  {
    ...{ seller: "IT", since: "2024-01-01", formats: ["fatturapa"], clients: "all clients" },
    act: "D.Lgs. 127/2015 art. 1(3); DL 36/2022 art. 18",
    covers: ({ order, vat }) => !isHealthService({ ...order, vatBreakdown: groupsOf(vat) }),
  },
  {
    ...{ seller: "PL", since: "2027-01-01", formats: ["ksef"], clients: "businesses" },
    act: "ustawa o VAT art. 106ga",
    covers: ({ order }) => isForBusiness(order),
  },
  {
    ...{ seller: "RO", since: "2024-07-01", formats: ["cius-ro"], clients: "businesses in Romania" },
    act: "OUG 120/2021, 89/2025",
    covers: (sale) => isBusinessIn("RO", sale),
  },
  {
    ...{ seller: "RO", since: "2025-01-01", formats: ["cius-ro"], clients: "consumers in Romania" },
    act: "OUG 69/2024",
    covers: ({ order }) => order.clientCountry === "RO" && !isForBusiness(order),
  },
  {
    ...{ seller: "HR", since: "2027-01-01", formats: ["hr-cius"], clients: "businesses in Croatia" },
    act: "Zakon o fiskalizaciji (NN 89/2025)",
    covers: (sale) => isBusinessIn("HR", sale),
  },
  {
    ...{ seller: "HR", since: "2026-01-01", formats: ["fiskalizacija"], clients: "consumers" },
    act: "Zakon o fiskalizaciji (NN 89/2025)",
    covers: ({ order }) => !isForBusiness(order),
  },
  {
    ...{ seller: "ES", since: "2027-07-01", formats: ["verifactu"], clients: "all clients" },
    act: "RD 1007/2023; RDL 15/2025",
    covers: ({ profile }) => !HAVE_OWN_SYSTEM.includes(profile.address?.postalCode?.slice(0, 2) ?? ""),
  },
  {
    ...{ seller: "SK", since: "2027-01-01", formats: ["peppol"], clients: "businesses in Slovakia" },
    act: "zákon o DPH",
    covers: (sale) => isRegisteredSeller(sale) && isBusinessIn("SK", sale),
  },
  {
    ...{ seller: "GR", since: "2026-10-01", formats: [], clients: "businesses, and clients outside the EU" },
    act: "A.1044/2026",
    covers: ({ order }) => isForBusiness(order),
  },
  {
    ...{ seller: "HU", since: "2021-01-04", formats: ["nav"], clients: "all clients" },
    act: "Áfa tv. annex 10",
    covers: ({ vat }) => vat.treatment !== "oss",
  },
  {
    ...{ seller: "PT", since: "2021-01-01", formats: ["saft-pt"], clients: "all clients" },
    act: "DL 28/2019",
    covers: () => true,
  },
];

/** Álava, Gipuzkoa, Navarre and Bizkaia, by the beginning of their postal codes. @see RD 1007/2023, artículo 1 */
const HAVE_OWN_SYSTEM = ["01", "20", "31", "48"];

function isBusinessIn(state: string, { order }: InvoiceDraft): boolean {
  return lawOf(order.clientCountry ?? "") === state && isForBusiness(order);
}

/** The state whose law on invoices holds in a country: in the French departments with French VAT, that of France. */
function lawOf(country: string): string {
  return WITH_FRENCH_VAT.includes(country) ? "FR" : country;
}

function isRegisteredSeller({ profile }: InvoiceDraft): boolean {
  return profile.vatRegistered || profile.vatNumber !== undefined;
}

/** Whether the total is at most so many euros. Unknown without a rate into euros, and then it is not. */
function isUpToEuros(most: number, { totals: { total }, currency, order: { exchangeRate } }: InvoiceDraft): boolean {
  const inEuros = totalIn("EUR", { total, currency, exchangeRate });
  return inEuros !== undefined && inEuros <= most;
}

function isExempt({ vat }: InvoiceDraft): boolean {
  return isExemptSale({ vatTreatment: vat.treatment, vatBreakdown: groupsOf(vat) });
}

function groupsOf({ parts }: InvoiceDraft["vat"]) {
  return parts.map(({ vatCategory: category, vatexCode }) => ({ category, vatexCode }));
}

/** The duties that a format of the package can satisfy, by the state of the seller: most orders look at one row. */
const SATISFIABLE: ReadonlyMap<string, readonly FormatDuty[]> = new Map(
  FORMAT_DUTIES.map(({ seller }) => [
    seller,
    FORMAT_DUTIES.filter((duty) => duty.seller === seller && duty.formats.length > 0),
  ]),
);

/** The formats that duties name. A host's own for sellers in a state satisfies all duties there, these only their own. */
const NAMED: ReadonlySet<string> = new Set(FORMAT_DUTIES.flatMap(({ formats }) => formats));

/** The duty that the sale has and none of the formats satisfies; `undefined` if there is none. */
export function unmetDuty(
  sale: InvoiceDraft,
  formats: readonly DocumentFormat[],
  today: CalendarDay,
): FormatDuty | undefined {
  const { registration } = sale.vat;
  if (registration !== undefined && registration.establishment !== true) return undefined;
  const state = lawOf((registration ?? sale.profile).country);
  return SATISFIABLE.get(state)?.find((duty) => {
    if (duty.since > today) return false;
    const isMet = formats.some((format) => {
      if (NAMED.has(format.id)) return duty.formats.includes(format.id);
      return format.sellers !== undefined && isForSeller(format, state);
    });
    return !isMet && duty.covers(sale);
  });
}
