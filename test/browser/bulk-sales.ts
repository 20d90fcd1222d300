import {
  determineVat,
  invoiceTotals,
  isRefusal,
  standardVatRate,
  type VatClient,
  type VatCompany,
  type VatOptions,
} from "faktura/vat";

/** One sale, as plain data that can be sent to a browser. */
export interface BulkSale {
  readonly company: VatCompany;
  readonly client: VatClient;
  readonly options: VatOptions;
  readonly lines: readonly { readonly quantity: number; readonly unitPrice: number }[];
  readonly currency: string;
}

/** What the library says to each sale: decision and totals, or the refusal. Runs in Node and in the browser. */
export function answersTo(sales: readonly BulkSale[]): unknown[] {
  return sales.map(({ company, client, options, lines, currency }) => {
    try {
      const vat = determineVat(company, client, options);
      const taxed = lines.map((line) => ({ ...line, taxRate: vat.rate, vatCategory: vat.category }));
      const totals = invoiceTotals(taxed, { currency, rateCountry: vat.rateCountry });
      return { vat, totals, ownRate: standardVatRate(company.country, options.on) };
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return { code: error.code, message: error.message, errors: error.errors };
    }
  });
}

const COMPANIES: readonly VatCompany[] = ["DE", "FR", "ES", "PT", "GB", "US", "CH", "GR"].flatMap((country) =>
  [0, 1, 2, 3].map((flags) => {
    return { country, vatRegistered: flags < 3, ossRegistered: flags % 2 === 0, vatNumber: `${country}123` };
  }),
);

const CLIENTS: readonly VatClient[] = [
  ...["DE", "FR", "FI", "MC", "IM", "GB", "CH", "LI", "US", "XK", "AX", "RE"].map((country) => ({ country })),
  ...[true, false].map((isCompany) => ({ country: "IT", isCompany })),
  ...["FR40303265045", "FR40303265046", "FR4", "ATU13585627", " el 094259216 "].map((vatNumber) => {
    return { country: "FR", vatNumber };
  }),
  ...["9000-039", "9500-321", "1000-001"].map((postalCode) => ({ country: "PT", address: { postalCode } })),
  ...["35001", "51001", "28001"].map((postalCode) => ({ country: "ES", address: { postalCode } })),
  { country: "GB", address: { postalCode: "BT1 5GS" } },
  { country: "GB", vatNumber: "XI980780684" },
  { country: "ZZ" },
];

/** The rates of a book in 2026. In 2020, Germany's was not lawful. */
const BOOK = { DE: 7, FR: 5.5, PT: 6, ES: 4, GR: 6, FI: 13.5, IT: 4, GB: 5, XI: 0, CH: 2.6, RE: 2.1 };

const RENT = { reason: "Art. 135", vatexCode: "VATEX-EU-135-1" };

/** Places of services and exemptions, at home and elsewhere. */
const DECIDED_BY_SALE: readonly VatOptions[] = [
  ...["DE", "AT", "PT-30", "CH", "RE", "EL"].map((placeOfSupply) => ({ on: "2026-11-20", placeOfSupply })),
  ...[
    { on: "2026-11-20", placeOfSupply: "DE", exemption: RENT },
    { on: "2026-11-20", exemption: RENT },
  ],
  { on: "2026-11-20", supply: "goods", exemption: RENT },
  { on: "2026-11-20", supply: "goods", placeOfSupply: "DE" },
];

const TABLE_OPTIONS: readonly VatOptions[] = (["goods", "services", "digital", undefined] as const).flatMap((supply) =>
  ["2026-11-20", "2020-12-31"].flatMap((on) => {
    const options = supply === undefined ? { on } : { on, supply };
    return supply === "digital" ? [options] : [options, { ...options, vatRates: BOOK }];
  }),
);

const OPTIONS = [...TABLE_OPTIONS, ...DECIDED_BY_SALE];

/** Just beside a half, beyond a double's digits, and far apart in size. */
const NUMBERS = [1.005, 0.005, 2.675, 33.337, 0.30000000000000004, 1234567.895, 1, 0.1, 99.995, 7e-7, 19.99, 3.3333];

const CURRENCIES = ["EUR", "JPY", "KWD", "HUF", "USD", "CLP", "BHD"];

/** Every company with every client and every option, and lines that come to another amount each time. */
export function bulkSales(): BulkSale[] {
  const sales = COMPANIES.flatMap((company) =>
    CLIENTS.flatMap((client) => OPTIONS.map((options) => ({ company, client, options }))),
  );
  const pick = <Value>(values: readonly Value[], place: number) => values[place % values.length]!;
  return sales.map((sale, index) => {
    const lines = Array.from({ length: 1 + (index % 4) }, (_, line) => {
      return { quantity: pick(NUMBERS, index + line * 5), unitPrice: pick(NUMBERS, index * 7 + line) };
    });
    return { ...sale, lines, currency: pick(CURRENCIES, index) };
  });
}
