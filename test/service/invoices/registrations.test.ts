/**
 * Goal: invoices of goods show the number of the registration that they are sold under, and repeat where the goods left;
 * a faulty registration is refused by its field, and so is an invoice that would need two numbers.
 * Method: whole invoices through the company's methods, on every store; each fault of a registration alone.
 */
import { type CompanyProfile, type InvoiceOrder, isRefusal } from "faktura";
import { toCii, toUbl } from "faktura/einvoice";
import { verifactu } from "faktura/einvoice/es";
import { fatturaPa } from "faktura/einvoice/it";
import { ksef } from "faktura/einvoice/pl";
import fc from "fast-check";
import { expect, test } from "vitest";
import { order } from "../../support/fixtures.ts";
import { EVERY_STORE } from "../../support/stores.ts";
import { openBooks } from "../books.ts";

const POLAND = { country: "PL", vatNumber: "856-734-62-15" };
const ITALY = { country: "IT", vatNumber: "IT00743110157" };
const PROFILE: Partial<CompanyProfile> = { registrations: [POLAND, ITALY], vatNumber: "DE 136695976" };
const GOODS: Partial<InvoiceOrder> = { supply: "goods", isCompany: false, dispatchedFrom: "PL" };
const CHAIR = { description: "Chair", quantity: 1, unitPrice: 100 };

/** The code of the refusal of a call, and the fields that it names. */
async function faultsOf(call: Promise<unknown>): Promise<string[]> {
  const error = await call.then(
    () => undefined,
    (refused: unknown) => refused,
  );
  if (!isRefusal(error)) throw error ?? new Error("not refused");
  return [error.code, ...error.errors.map((each) => ("pointer" in each ? each.pointer : each.parameter))];
}

async function issue(given: Partial<InvoiceOrder>, profile: Partial<CompanyProfile> = {}) {
  const { acme } = await openBooks(undefined, { ...PROFILE, ...profile });
  return acme.issue(order(given));
}

test.each(EVERY_STORE)(
  "$name: goods from stock in Poland show the Polish number, also when credited",
  async ({ open }) => {
    const { acme, store } = await openBooks(await open(), PROFILE);
    const orders = [
      order({ ...GOODS, clientCountry: "PL" }),
      order({ ...GOODS, clientCountry: "FR", clientVatNumber: "FR40303265045" }),
      order({ ...GOODS, clientCountry: "DE" }),
      order({ ...GOODS, dispatchedFrom: undefined, clientCountry: "IT" }),
      order({ clientCountry: "PL" }),
    ];
    const [atHome, toFrance, toGermany, toItaly, service] = (await acme.issueMany(orders)) as [
      never,
      never,
      never,
      never,
      never,
    ];
    const polish = {
      registrationCountry: "PL",
      dispatchedFrom: "PL",
      seller: { vatNumber: "PL8567346215", country: "DE" },
    };
    expect(atHome).toMatchObject({
      ...polish,
      vatTreatment: "domestic",
      taxRate: 23,
      vatBreakdown: [{ rateCountry: "PL" }],
    });
    expect(toFrance).toMatchObject({ ...polish, vatTreatment: "intra-community-supply" });
    expect(toGermany).toMatchObject({
      ...polish,
      vatTreatment: "oss",
      taxRate: 19,
      vatBreakdown: [{ rateCountry: "DE" }],
    });
    for (const own of [toItaly, service]) {
      expect(own).toMatchObject({ seller: { vatNumber: "DE136695976" } });
      expect(own).not.toHaveProperty("registrationCountry");
    }

    await acme.saveProfile({ ...(await acme.profile()), registrations: [ITALY] });
    const { id } = atHome as { id: string };
    const note = await acme.credit(id, { reason: "returned" });
    expect(note).toMatchObject({ ...polish, taxTotal: 46 });
    expect(await acme.getCreditNote(note.id)).toEqual(note);
    expect((await acme.audit()).findings).toEqual([]);
    await store.close();
  },
);

const place = fc.constantFrom("DE", "PL", "IT", "FR", "US");
const anyOrder = fc.record(
  {
    clientCountry: place,
    dispatchedFrom: place,
    deliverTo: fc.record({ country: place }),
    clientVatNumber: fc.constantFrom("FR40303265045", "PL8567346215", "ATU13585627"),
    importer: fc.constantFrom("client", "seller"),
    supply: fc.constantFrom("goods", "services"),
    exchangeRate: fc.constant({ rate: 4.25, date: "2026-11-19", source: "ECB", currency: "PLN" }),
  },
  { requiredKeys: ["clientCountry"] },
);

test.each(EVERY_STORE)(
  "$name: every order is refused, or shows one of the company's numbers, and the audit is sound",
  async ({ open }) => {
    const { acme, store } = await openBooks(await open(), PROFILE);
    const numbers: Record<string, string> = { DE: "DE136695976", PL: "PL8567346215", IT: "IT00743110157" };
    await fc.assert(
      fc.asyncProperty(anyOrder, async (given) => {
        const invoice = await acme.issue(order(given as Partial<InvoiceOrder>)).catch((error: unknown) => {
          if (!isRefusal(error, "request_invalid")) throw error;
        });
        if (invoice === undefined) return;
        expect(invoice.seller.vatNumber).toBe(numbers[invoice.registrationCountry ?? "DE"]);
        expect(await acme.get(invoice.id)).toMatchObject(invoice);
        const note = await acme.credit(invoice.id, { reason: "returned" });
        expect([note.seller.vatNumber, note.registrationCountry]).toEqual([
          invoice.seller.vatNumber,
          invoice.registrationCountry,
        ]);
      }),
      { numRuns: 40 },
    );
    expect((await acme.audit()).findings).toEqual([]);
    await store.close();
  },
);

test("a company without a number of its own shows that of its registration", async () => {
  const invoice = await issue({ ...GOODS, clientCountry: "PL" }, { country: "CH", vatNumber: undefined });
  expect(invoice).toMatchObject({ seller: { country: "CH", vatNumber: "PL8567346215" }, registrationCountry: "PL" });
});

test("a registration counts from its first to its last day", async () => {
  const invoiceOn = (supplyDate: string) =>
    issue(
      { ...GOODS, clientCountry: "PL", supplyDate },
      { registrations: [{ ...POLAND, since: "2026-10-01", until: "2026-10-31" }] },
    );
  for (const day of ["2026-10-01", "2026-10-31"])
    expect(await invoiceOn(day)).toMatchObject({ registrationCountry: "PL" });
  for (const day of ["2026-09-30", "2026-11-01"])
    expect(await faultsOf(invoiceOn(day))).toEqual(["request_invalid", "/dispatchedFrom"]);
});

test("lines under two numbers of the seller are refused by the line", async () => {
  const items = [CHAIR, { ...CHAIR, dispatchedFrom: "IT" }];
  const apart = await faultsOf(issue({ ...GOODS, clientCountry: "FR", items }));
  expect(apart).toEqual(["request_invalid", "/items/1"]);
  const alike = await issue({
    ...GOODS,
    clientCountry: "FR",
    dispatchedFrom: undefined,
    items: [{ ...CHAIR, dispatchedFrom: "IT" }],
  });
  expect(alike).toMatchObject({ registrationCountry: "IT", items: [{ dispatchedFrom: "IT" }] });
});

test.each([
  ["country", { ...POLAND, country: "DE" }],
  ["country", { ...POLAND, country: "CH" }],
  ["country", { ...POLAND, country: "GB" }],
  ["vatNumber", { ...POLAND, vatNumber: "PL123" }],
  ["vatNumber", { ...POLAND, vatNumber: "ATU13585627" }],
  ["until", { ...POLAND, since: "2026-02-01", until: "2026-01-31" }],
  ["since", { ...POLAND, since: "2026-02-30" }],
  ["establishment", { ...POLAND, establishment: "yes" }],
] as const)("a registration is refused by its %s", async (field, faulty) => {
  const { acme } = await openBooks();
  const profile = { ...(await acme.profile()), registrations: [ITALY, faulty] } as CompanyProfile;
  expect(await faultsOf(acme.saveProfile(profile))).toEqual(["request_invalid", `/registrations/1/${field}`]);
});

test("two registrations in one state are refused if they share a day", async () => {
  const { acme } = await openBooks();
  const save = async (until: string) =>
    acme.saveProfile({
      ...(await acme.profile()),
      registrations: [
        { ...POLAND, since: "2026-06-01" },
        { ...POLAND, until },
      ],
    });
  expect(await faultsOf(save("2026-06-01"))).toEqual(["request_invalid", "/registrations/1/country"]);
  expect((await save("2026-05-31")).registrations).toHaveLength(2);
});

const FRENCH = { clientCountry: "FR", clientVatNumber: "FR40303265045" } as const;
const decided = (treatment: string, category: string, registrationCountry?: string) => ({
  ...{ treatment, category, registrationCountry },
});

// biome-ignore format: a table is read by its columns
const SOLD: [what: string, order: Partial<InvoiceOrder>, expected: ReturnType<typeof decided>][] = [
  ["handed over in a Polish shop",           { supply: "goods", placeOfSupply: "PL" },                       decided("domestic", "S", "PL")],
  ["moved from Poland to its own stock",     { ...GOODS, clientCountry: "DE", clientVatNumber: "DE136695976" }, decided("intra-community-supply", "K", "PL")],
  ["moved from home to its stock in Poland", { supply: "goods", clientCountry: "PL", clientVatNumber: POLAND.vatNumber }, decided("intra-community-supply", "K")],
  ["exported from Poland",                   { ...GOODS, clientCountry: "US" },                              decided("export", "G", "PL")],
  ["delivered in Poland for a client abroad", { ...GOODS, ...FRENCH, isCompany: undefined, deliverTo: { country: "PL" } }, decided("domestic", "S", "PL")],
  ["within Italy for an Italian business",   { ...GOODS, dispatchedFrom: "IT", clientCountry: "IT", clientVatNumber: ITALY.vatNumber }, decided("reverse-charge", "AE")],
  ["imported by the seller",                 { ...GOODS, dispatchedFrom: "CN", importer: "seller", clientCountry: "PL" }, decided("domestic", "S", "PL")],
  ["imported by the client",                 { ...GOODS, dispatchedFrom: "CN", importer: "client", clientCountry: "PL" }, decided("outside-scope", "O")],
  ["triangular, from a third state",         { ...GOODS, ...FRENCH, isCompany: undefined, triangular: true },  decided("reverse-charge", "AE")],
  ["of unstated supply",                     { dispatchedFrom: "PL", clientCountry: "DE" },                  decided("domestic", "S")],
];

test.each(SOLD)("goods %s are under the number of the state that the law names", async (_what, given, expected) => {
  const { vatTreatment, registrationCountry, vatBreakdown } = await issue(given);
  expect({ treatment: vatTreatment, category: vatBreakdown[0]!.category, registrationCountry }).toEqual(expected);
});

const by = (changes: Partial<InvoiceOrder["items"][number]>): Partial<InvoiceOrder> => ({
  autoVat: false,
  items: [{ ...CHAIR, ...changes }],
});

// biome-ignore format: a table is read by its columns
const BY_HAND: [what: string, order: Partial<InvoiceOrder>, registrationCountry: string | undefined, rateCountry?: string][] = [
  ["from Poland, within it",                  { ...GOODS, ...by({ taxRate: 23 }), clientCountry: "PL" }, "PL"],
  ["from Poland, exempt",                     { ...GOODS, ...by({ vatCategory: "K" }), ...FRENCH }, "PL"],
  ["from Poland, exported",                   { ...GOODS, ...by({ vatCategory: "G" }), clientCountry: "US" }, "PL"],
  ["from Poland, through OSS",                { ...GOODS, ...by({ taxRate: 20 }), clientCountry: "FR" }, "PL", "FR"],
  ["from Poland, whose client owes the VAT",  { ...GOODS, ...by({ vatCategory: "AE" }), clientCountry: "PL" }, undefined],
  ["of unstated supply",                      { ...GOODS, ...by({ taxRate: 23 }), supply: undefined, clientCountry: "PL" }, undefined, "PL"],
  ["handed over in Poland",                   { supply: "goods", placeOfSupply: "PL", ...by({ taxRate: 23 }) }, "PL"],
  ["services at a place in Italy",            { supply: "services", placeOfSupply: "IT", ...by({ taxRate: 22 }), clientCountry: "IT", clientVatNumber: ITALY.vatNumber }, "IT"],
  ["services there, through OSS",             { supply: "services", placeOfSupply: "IT", ...by({ taxRate: 22 }), clientCountry: "IT" }, undefined, "IT"],
  ["from home to France",                     { supply: "goods", ...by({ taxRate: 19 }), clientCountry: "FR" }, undefined, "FR"],
];

test.each(BY_HAND)(
  "VAT by hand, %s, names the registration",
  async (_what, given, registrationCountry, rateCountry) => {
    const invoice = await issue(given);
    expect(invoice).toMatchObject({ vatBreakdown: [{ rateCountry: rateCountry ?? null }] });
    expect(invoice.registrationCountry).toBe(registrationCountry);
  },
);

test("without OSS, goods by hand at the rate of the arrival show its registration, at that of the dispatch that one's", async () => {
  const sold = (taxRate: number) =>
    issue({ supply: "goods", ...by({ taxRate }), isCompany: false, clientCountry: "IT" }, { ossRegistered: false });
  expect((await sold(22)).registrationCountry).toBe("IT");
  expect((await sold(19)).registrationCountry).toBeUndefined();
});

test("VAT of a registration is stated in the currency of its state, VAT through OSS in the company's", async () => {
  const atHome = { ...GOODS, clientCountry: "PL" as const };
  expect((await issue(atHome)).warnings).toContainEqual(expect.objectContaining({ code: "exchange_rate_missing" }));
  const exchangeRate = { rate: 4.25, date: "2026-11-19", source: "ECB" };
  const converted = await issue({ ...atHome, exchangeRate });
  expect(converted).toMatchObject({ taxCurrency: "PLN", taxTotalInTaxCurrency: 195.5, taxTotal: 46 });
  expect((await issue({ ...GOODS, clientCountry: "FR" })).warnings).toEqual([]);
  expect(await faultsOf(issue({ ...GOODS, clientCountry: "FR", exchangeRate }))).toEqual([
    "request_invalid",
    "/exchangeRate",
  ]);

  const { acme } = await openBooks(undefined, PROFILE);
  const { id } = await acme.issue(order({ ...atHome, exchangeRate }));
  expect(await acme.recordPayment(id, { amount: 100, exchangeRate: { ...exchangeRate, rate: 4.3 } })).toMatchObject({
    amountPaid: 100,
  });
});

test("cash accounting and the assumed day of supply are of the company's own law", async () => {
  const polish = await issue(
    { ...GOODS, clientCountry: "PL", items: [{ ...CHAIR, unitPrice: 500 }] },
    { cashAccounting: true },
  );
  expect(polish).toMatchObject({ vatNote: "" });
  expect(polish).not.toHaveProperty("supplyDate");
  const german = await issue(
    { ...GOODS, dispatchedFrom: "DE", clientCountry: "DE", items: [{ ...CHAIR, unitPrice: 500 }] },
    { country: "FR", vatNumber: "FR40303265045", registrations: [{ country: "DE", vatNumber: "DE136695976" }] },
  );
  expect(german).toMatchObject({ registrationCountry: "DE", supplyDate: "2026-11-20" });
});

test("an invoice deducts no advance under another number", async () => {
  const { acme } = await openBooks(undefined, { ...PROFILE, registrations: [POLAND] });
  const toPoland = { supply: "goods", isCompany: false, clientCountry: "PL" } as const;
  const { invoiceNumber } = await acme.issue(order({ ...toPoland, documentType: "386" }));
  const final = acme.issue(order({ ...toPoland, dispatchedFrom: "PL", advances: [invoiceNumber] }));
  expect(await faultsOf(final)).toEqual(["request_invalid", "/advances/0"]);
});

test("electronic documents have the number of the registration; formats of another state are not for them", async () => {
  const address = { line1: "Hauptstr. 1", postalCode: "10115", city: "Berlin" };
  const sold = await issue({ ...GOODS, ...FRENCH, isCompany: undefined }, { address, taxNumber: "12/345/67890" });
  for (const file of [toUbl(sold, { profile: "en16931" }), toCii(sold, { profile: "en16931" })]) {
    expect(file).toContain(">PL8567346215</");
    expect(file).not.toContain("DE136695976");
  }
  expect([fatturaPa, verifactu].map((format) => format.appliesTo(sold))).toEqual([false, false]);
  expect(ksef.appliesTo(sold)).toBe(true);

  const polish = { country: "PL", vatNumber: "PL5261040828", taxNumber: "5261040828", address };
  const german = { registrations: [{ country: "DE", vatNumber: "DE136695976" }] } as const;
  const under = await issue(
    { ...GOODS, dispatchedFrom: "DE", ...FRENCH, isCompany: undefined },
    { ...polish, ...german },
  );
  expect(ksef.appliesTo(under)).toBe(false);
  expect(ksef.gaps(under)).toContainEqual(expect.objectContaining({ field: "seller.vatNumber" }));
});

test("a suggestion of VAT knows where goods leave and arrive", async () => {
  const { acme } = await openBooks(undefined, PROFILE);
  const goods = { clientCountry: "FR", supply: "goods" } as const;
  const fromPoland = { ...goods, dispatchedFrom: "PL" };
  expect(await acme.suggestVat({ ...fromPoland, deliverToCountry: "PL" })).toMatchObject({
    rateCountry: "PL",
    rate: 23,
  });
  expect(await acme.suggestVat({ ...goods, deliverToCountry: "DE" })).toMatchObject({
    treatment: "domestic",
    rate: 19,
  });
  expect(await faultsOf(acme.suggestVat({ ...goods, dispatchedFrom: "CN" }))).toEqual(["request_invalid", "importer"]);
  const imported = await acme.suggestVat({
    ...fromPoland,
    dispatchedFrom: "CN",
    deliverToCountry: "PL",
    importer: "seller",
  });
  expect(imported).toMatchObject({ treatment: "domestic", rateCountry: "PL" });
});

test("a company without VAT registration at home charges the VAT of its registration", async () => {
  const atHome = { vatRegistered: false, ossRegistered: false, registrations: [POLAND] };
  expect(await issue({ ...GOODS, clientCountry: "PL" }, atHome)).toMatchObject({
    ...{ vatTreatment: "domestic", taxRate: 23, registrationCountry: "PL" },
    seller: { vatNumber: "PL8567346215" },
  });
  const byHand = { autoVat: false, clientCountry: "PL", items: [{ ...CHAIR, taxRate: 23 }] };
  expect(await issue({ ...GOODS, ...byHand }, atHome)).toMatchObject({
    ...{ vatTreatment: "manual", taxRate: 23, registrationCountry: "PL", vatBreakdown: [{ category: "S" }] },
  });
  for (const own of [
    { ...byHand, supply: "goods" as const },
    { ...byHand, clientCountry: "DE" },
  ])
    expect(await faultsOf(issue(own, atHome))).toEqual(["company_not_vat_registered", "/items/0/taxRate"]);
});

test("a service at a place is under the registration there, without OSS or from an establishment", async () => {
  const service = { supply: "services", placeOfSupply: "PL", clientCountry: "DE", isCompany: false } as const;
  const polish = { vatTreatment: "domestic", taxRate: 23, registrationCountry: "PL" };
  expect(await issue(service, { ossRegistered: false })).toMatchObject(polish);
  expect(await issue(service)).toMatchObject({ vatTreatment: "oss", taxRate: 23 });
  const registrations = [{ ...POLAND, establishment: true }];
  expect(await issue(service, { registrations })).toMatchObject(polish);
  const digital = { supply: "digital", clientCountry: "PL", isCompany: false } as const;
  expect(await issue(digital, { registrations })).toMatchObject(polish);
});

test("a suggestion knows the area in which goods arrive by its postal code", async () => {
  const { acme } = await openBooks(undefined, PROFILE);
  const toSpain = { clientCountry: "FR", supply: "goods", isCompany: false, deliverToCountry: "ES" } as const;
  expect(await acme.suggestVat(toSpain)).toMatchObject({ treatment: "oss", rate: 21 });
  expect(await acme.suggestVat({ ...toSpain, deliverToPostalCode: "35001" })).toMatchObject({ treatment: "export" });
  const alone = { ...toSpain, deliverToCountry: undefined, deliverToPostalCode: "35001" };
  expect(await faultsOf(acme.suggestVat(alone))).toEqual(["request_invalid", "deliverToPostalCode"]);
});

test("a refused registration says what to write", async () => {
  const { acme } = await openBooks();
  const detailsOf = async (registrations: unknown) => {
    const saved = acme.saveProfile({ ...(await acme.profile()), registrations } as CompanyProfile);
    const error = await saved.catch((refused: unknown) => refused);
    return isRefusal(error) ? error.errors.map(({ detail }) => detail) : [];
  };
  const example = await detailsOf({});
  expect(example).toEqual(['must be an array such as [{ country: "FR", vatNumber: "FR40303265045" }], not an object']);
  const written = JSON.parse(example[0]!.match(/\[.*\]/)![0].replace(/(\w+):/g, '"$1":'));
  expect((await acme.saveProfile({ ...(await acme.profile()), registrations: written })).registrations).toEqual(
    written,
  );
  expect(await detailsOf([])).toEqual(["must have at least 1 entry; leave it out if there is none"]);
  const northern = { country: "GB", vatNumber: "XI980780684" };
  expect(await detailsOf([northern])).toEqual([
    expect.stringMatching(/member state.*Northern Ireland.*autoVat: false/),
  ]);
});

test("goods that leave Northern Ireland are refused by what registrations cannot have", async () => {
  const fromBelfast = { ...GOODS, dispatchedFrom: "XI", clientCountry: "FR" };
  const refused = await issue(fromBelfast).catch((error: Error) => error.message);
  expect(refused).toContain(
    "needs a number of Northern Ireland (XI), and registrations takes those of member states only",
  );
});

test("a suggestion is refused at the parameter that says where goods arrive", async () => {
  const registrations = [{ ...ITALY, establishment: true }];
  const { acme } = await openBooks(undefined, { ...PROFILE, registrations, ossRegistered: false });
  const toFrance = { clientCountry: "US", deliverToCountry: "FR", supply: "goods" } as const;
  expect(await faultsOf(acme.suggestVat(toFrance))).toEqual(["request_invalid", "deliverToCountry"]);
});

test("Italian clients do not pay the VAT of another state to Italy", async () => {
  const italian: Partial<CompanyProfile> = { country: "IT", vatNumber: "IT00743110157", registrations: [POLAND] };
  const split = { ...GOODS, clientCountry: "PL", national: { it: { splitPayment: true } } };
  expect(await faultsOf(issue(split, italian))).toEqual(["request_invalid", "/national/it/splitPayment"]);
  expect((await issue({ ...split, dispatchedFrom: "IT", clientCountry: "IT" }, italian)).payable).toBe(200);
});
