import type { CompanyProfile, InvoiceOrder, OrderItem } from "faktura";
import { describe, expect, test } from "vitest";
import { order } from "../../support/fixtures.ts";
import { openBooks } from "../books.ts";

const GOODS = { supply: "goods" } as const;
const SERVICES = { supply: "services" } as const;
const FRENCH = { clientCountry: "FR", clientVatNumber: "FR40303265045" } as const;
const XI = { clientCountry: "GB", clientVatNumber: "XI980780684" } as const;
const to = (country: string, postalCode?: string): Partial<InvoiceOrder> => ({
  deliverTo: { country, address: { postalCode } },
});
const by = (changes: Partial<OrderItem>, ...more: Partial<OrderItem>[]): Partial<InvoiceOrder> => ({
  autoVat: false,
  items: [changes, ...more].map((item) => ({ description: "Flour", quantity: 1, unitPrice: 100, ...item })),
});
const lines = (...items: Partial<OrderItem>[]): Partial<InvoiceOrder> => ({
  ...by(items[0]!, ...items.slice(1)),
  autoVat: true,
});

const seller = (country: string, more: Partial<CompanyProfile> = {}) => ({ country, vatNumber: undefined, ...more });
const SWISS = seller("CH", { ossRegistered: false, defaultCurrency: "CHF" });
const SMALL = { vatRegistered: false, ossRegistered: false };
const NO_OSS = { ossRegistered: false };
const SPANISH = seller("ES");

/** The details of the warning that an order gets. */
async function contradictions(profile: Partial<CompanyProfile>, changes: Partial<InvoiceOrder>): Promise<string[]> {
  const { acme } = await openBooks(undefined, profile);
  const { warnings } = await acme.issue(order(changes));
  return warnings.filter(({ code }) => code === "delivery_contradicts_vat").map(({ detail }) => detail);
}

type Row = [what: string, profile: Partial<CompanyProfile>, order: Partial<InvoiceOrder>, detail?: RegExp | undefined];

const NONE = undefined;
// biome-ignore format: a table is read by its columns
const AUTOMATIC: Row[] = [
  ["domestic goods whose supply is not stated",        {}, to("FR"), /For services, state supply\.$/],
  ["domestic services, performed in Lyon",             {}, { ...SERVICES, ...to("FR") }, NONE],
  ["digital services",                                 {}, { supply: "digital", ...to("FR") }, NONE],
  ["services outside the scope, performed at home",    {}, { clientCountry: "US", ...SERVICES, ...to("DE") }, NONE],
  ["reverse charge, delivered in the seller's state",  {}, { ...FRENCH, ...to("DE") }, /^deliverTo is in Germany, but goods without VAT must arrive in a member state other than Germany .* For services, state supply\.$/],
  ["reverse charge, delivered outside the EU",         {}, { ...FRENCH, ...to("US") }, /^deliverTo is in the United States/],
  ["reverse charge, delivered in the client's state",  {}, { ...FRENCH, ...to("FR") }, NONE],
  ["reverse charge for stated services",               {}, { ...FRENCH, ...SERVICES, ...to("DE") }, NONE],
  ["goods beside services",                            {}, { ...FRENCH, ...lines(SERVICES, GOODS), ...to("DE") }, NONE],
  ["services beside an order's goods",                 {}, { ...FRENCH, ...GOODS, ...lines(SERVICES), ...to("DE") }, NONE],
  ["a triangular sale delivered at the client's",      {}, { ...FRENCH, ...GOODS, triangular: true, ...to("FR", "69001") }, NONE],
  ["a triangular sale delivered in a fourth state",    {}, { ...FRENCH, ...GOODS, triangular: true, ...to("ES") }, /triangular.*article 141/],
  ["a triangular sale to the state of the number",     {}, { ...FRENCH, clientCountry: "BE", ...GOODS, triangular: true, ...to("FR") }, NONE],
];

/** What is decided about stated goods, and whose rate they have. */
// biome-ignore format: a table is read by its columns
const ARRIVING: [what: string, profile: Partial<CompanyProfile>, order: Partial<InvoiceOrder>, decided: string][] = [
  ["K delivered in the seller's state",                {}, { ...FRENCH, ...GOODS, ...to("DE", "10115") }, "domestic DE"],
  ["K delivered outside the EU",                       {}, { ...FRENCH, ...GOODS, ...to("CH", "3011") }, "export null"],
  ["K delivered in an area outside the EU",            {}, { ...FRENCH, ...GOODS, ...to("ES", "35001") }, "export null"],
  ["K delivered in Heligoland",                        {}, { ...FRENCH, ...GOODS, ...to("DE", "27498") }, "export null"],
  ["K delivered elsewhere in the client's state",      {}, { ...FRENCH, ...GOODS, ...to("FR", "69001") }, "intra-community-supply null"],
  ["K delivered in Monaco",                            {}, { ...FRENCH, ...GOODS, ...to("MC") }, "intra-community-supply null"],
  ["K delivered in a third member state",              {}, { ...FRENCH, ...GOODS, ...to("ES", "28001") }, "intra-community-supply null"],
  ["K to Northern Ireland",                            {}, { ...XI, ...GOODS, ...to("GB", "BT1 1AA") }, "intra-community-supply null"],
  ["K to Northern Ireland, without a postal code",     {}, { ...XI, ...GOODS, ...to("GB") }, "intra-community-supply null"],
  ["K to Northern Ireland, delivered in London",       {}, { ...XI, ...GOODS, ...to("GB", "SW1A 1AA") }, "export null"],
  ["K delivered in Northern Ireland",                  {}, { ...FRENCH, ...GOODS, ...to("GB", "BT1 1AA") }, "intra-community-supply null"],
  ["domestic goods sent to Lyon",                      {}, { ...GOODS, ...to("FR", "69001") }, "oss FR"],
  ["domestic goods sent to Bern",                      {}, { ...GOODS, ...to("CH", "3011") }, "export null"],
  ["domestic goods sent to Büsingen",                  {}, { ...GOODS, ...to("DE", "78266") }, "export null"],
  ["domestic goods sent to Livigno",                   seller("IT"), { clientCountry: "IT", ...GOODS, ...to("IT", "23041") }, "export null"],
  ["domestic goods sent to Åland, by its code",        seller("FI"), { clientCountry: "FI", ...GOODS, ...to("AX") }, "export null"],
  ["domestic goods sent to Åland, by postal code",     seller("FI"), { clientCountry: "FI", ...GOODS, ...to("FI", "22100") }, "export null"],
  ["domestic goods sent to the Canary Islands",        SPANISH, { clientCountry: "ES", ...GOODS, ...to("ES", "35001") }, "export null"],
  ["domestic goods sent to another city",              {}, { ...GOODS, ...to("DE", "80331") }, "domestic DE"],
  ["domestic goods sent to Monaco",                    seller("FR"), { clientCountry: "FR", ...GOODS, ...to("MC") }, "domestic FR"],
  ["domestic goods sent to Madeira",                   seller("PT"), { clientCountry: "PT", ...GOODS, ...to("PT", "9000-001") }, "domestic PT"],
  ["OSS goods sent to Bern",                           {}, { clientCountry: "FR", ...GOODS, ...to("CH", "3011") }, "export null"],
  ["OSS goods sent to a third member state",           {}, { clientCountry: "FR", ...GOODS, ...to("ES", "28001") }, "oss ES"],
  ["OSS goods sent to the seller's state",             {}, { clientCountry: "FR", ...GOODS, ...to("DE") }, "domestic DE"],
  ["OSS goods sent to another region with its rate",   {}, { clientCountry: "PT", ...GOODS, ...to("PT", "9000-001") }, "oss PT"],
  ["OSS goods sent to another city",                   {}, { clientCountry: "FR", ...GOODS, ...to("FR", "69001") }, "oss FR"],
  ["OSS goods of a client in Monaco, sent to France",  {}, { clientCountry: "MC", ...GOODS, ...to("FR") }, "oss FR"],
  ["goods at the seller's rate, sent to Bern",         NO_OSS, { clientCountry: "FR", ...GOODS, ...to("CH") }, "export null"],
  ["at the seller's rate, sent to its own state",      NO_OSS, { clientCountry: "FR", ...GOODS, ...to("DE") }, "domestic DE"],
  ["at the seller's rate, sent to a third state",      NO_OSS, { clientCountry: "FR", ...GOODS, ...to("ES") }, "origin DE"],
  ["goods for a company without a number, to Spain",   {}, { clientCountry: "FR", isCompany: true, ...GOODS, ...to("ES") }, "origin DE"],
  ["an export delivered in the seller's state",        {}, { clientCountry: "CH", ...GOODS, ...to("DE") }, "domestic DE"],
  ["an export delivered in another member state",      {}, { clientCountry: "US", ...GOODS, ...to("FR") }, "oss FR"],
  ["an export delivered in Northern Ireland",          {}, { clientCountry: "US", ...GOODS, ...to("GB", "BT1 1AA") }, "oss GB"],
  ["an export to a third country",                     {}, { clientCountry: "US", ...GOODS, ...to("CH") }, "export null"],
  ["a triangular sale delivered in the seller's state", {}, { ...FRENCH, ...GOODS, triangular: true, ...to("DE") }, "request_invalid"],
  ["a triangular sale delivered in Réunion",           {}, { ...FRENCH, ...GOODS, triangular: true, ...to("RE") }, "request_invalid"],
  ["a payment in advance",                             {}, { ...GOODS, taxPointDate: "2026-11-01", ...to("FR") }, "oss FR"],
  ["an unregistered seller",                           { ...SMALL, vatNumber: undefined }, { ...GOODS, ...to("FR") }, "not-registered null"],
  ["Swiss goods sent within Switzerland",              SWISS, { clientCountry: "CH", ...GOODS, ...to("CH") }, "domestic CH"],
  ["Swiss goods sent to Liechtenstein",                SWISS, { clientCountry: "CH", ...GOODS, ...to("LI") }, "domestic CH"],
  ["Swiss goods sent to Büsingen",                     SWISS, { clientCountry: "CH", ...GOODS, ...to("DE", "78266") }, "domestic CH"],
  ["Swiss goods sent to Germany",                      SWISS, { clientCountry: "CH", ...GOODS, ...to("DE") }, "export null"],
  ["a Swiss export delivered in Switzerland",          SWISS, { clientCountry: "DE", ...GOODS, ...to("CH") }, "domestic CH"],
  ["a Swiss export to another member state",           SWISS, { clientCountry: "DE", ...GOODS, ...to("FR") }, "export null"],
  ["a Swiss export to Liechtenstein",                  SWISS, { clientCountry: "DE", ...GOODS, ...to("LI") }, "domestic CH"],
  ["before the two were one VAT territory",            SWISS, { clientCountry: "DE", ...GOODS, supplyDate: "2009-12-31", ...to("LI") }, "export null"],
  ["a Swiss seller with OSS, delivered at home",       { ...SWISS, ossRegistered: true }, { clientCountry: "DE", ...GOODS, ...to("CH") }, "domestic CH"],
  ["before the United Kingdom left",                   {}, { clientCountry: "GB", clientVatNumber: "GB980780684", ...GOODS, supplyDate: "2020-12-01", ...to("GB") }, "intra-community-supply null"],
];

// biome-ignore format: a table is read by its columns
const MANUAL: Row[] = [
  ["K for a client in the seller's state",             {}, { ...by({ vatCategory: "K" }), clientVatNumber: "FR40303265045" }, /^The client is in Germany, but .*\(category K\).*138\(1\).*state deliverTo/],
  ["but delivered in another member state",            {}, { ...by({ vatCategory: "K" }), ...to("FR") }, NONE],
  ["K for a client outside the EU",                    {}, { ...by({ vatCategory: "K" }), clientCountry: "US" }, /^The client is in the United States, but .*138\(1\)/],
  ["K for a client in another member state",           {}, { ...by({ vatCategory: "K" }), ...FRENCH }, NONE],
  ["delivered to a name, whose place is the client's", {}, { ...by({ vatCategory: "K" }), ...FRENCH, deliverTo: { name: "Entrepôt" } }, NONE],
  ["the same for a client outside the EU",             {}, { ...by({ vatCategory: "K" }), clientCountry: "US", deliverTo: { name: "Store" } }, /^The client is in the United States/],
  ["delivered to a country without an address",        {}, { ...by({ vatCategory: "K" }), ...FRENCH, deliverTo: { country: "DE" } }, /^deliverTo is in Germany/],
  ["but delivered in Berlin",                          {}, { ...by({ vatCategory: "K" }), ...FRENCH, ...to("DE") }, /^deliverTo is in Germany/],
  ["K for Northern Ireland",                           {}, { ...by({ vatCategory: "K" }), ...XI }, NONE],
  ["K for a client without a country",                 {}, { ...by({ vatCategory: "K" }), clientCountry: undefined }, NONE],
  ["K of a seller outside the EU, from a store inside", SWISS, { ...by({ vatCategory: "K" }), ...FRENCH }, NONE],
  ["K of a seller outside the EU, to outside",         SWISS, { ...by({ vatCategory: "K" }), clientCountry: "US" }, /must arrive in a member state \(/],
  ["K of an unregistered seller, at home",             SMALL, { ...by({ vatCategory: "K" }) }, /category K/],
  ["G for a client in another member state",           {}, { ...by({ vatCategory: "G" }), clientCountry: "FR" }, /^The client is in France, but an export \(category G\) must leave the EU .*146\(1\)/],
  ["G for a client in the seller's state",             {}, by({ vatCategory: "G" }), /^The client is in Germany/],
  ["but delivered outside the EU",                     {}, { ...by({ vatCategory: "G" }), clientCountry: "FR", ...to("US") }, NONE],
  ["G for a client outside the EU",                    {}, { ...by({ vatCategory: "G" }), clientCountry: "CH" }, NONE],
  ["G for a client in the Canary Islands",             {}, { ...by({ vatCategory: "G" }), clientCountry: "ES", clientAddress: { postalCode: "35001" } }, NONE],
  ["G for a client in Büsingen",                       {}, { ...by({ vatCategory: "G" }), clientAddress: { postalCode: "78266" } }, NONE],
  ["but delivered in Lyon",                            {}, { ...by({ vatCategory: "G" }), clientCountry: "CH", ...to("FR") }, /^deliverTo is in France/],
  ["G of stated services, article 146(1)(e)",          {}, { ...by({ vatCategory: "G" }), ...SERVICES }, NONE],
  ["G with the code of another article",               {}, by({ vatCategory: "G", vatexCode: "VATEX-EU-148" }), NONE],
  ["G with its own code",                              {}, by({ vatCategory: "G", vatexCode: "VATEX-EU-G" }), /category G/],
  ["G for a client without a country",                 {}, { ...by({ vatCategory: "G" }), clientCountry: undefined }, NONE],
  ["G of a Swiss seller to the EU",                    SWISS, { ...by({ vatCategory: "G" }), clientCountry: "DE" }, NONE],
  ["G of a Swiss seller at home",                      SWISS, { ...by({ vatCategory: "G" }), clientCountry: "LI" }, /^The client is in Liechtenstein, but an export \(category G\) must leave Switzerland/],
  ["O for a client in the seller's state",             {}, by({ vatCategory: "O" }), /^The client is in Germany, but .*category O.*exemptionReason/],
  ["O for a client in another member state",           {}, { ...by({ vatCategory: "O" }), clientCountry: "FR" }, /^The client is in France/],
  ["O for a client outside the EU",                    {}, { ...by({ vatCategory: "O" }), clientCountry: "US" }, NONE],
  ["O for a client in Northern Ireland",               {}, { ...by({ vatCategory: "O" }), ...XI, ...SERVICES }, NONE],
  ["the same, if the supply is not stated",            {}, { ...by({ vatCategory: "O" }), ...XI }, NONE],
  ["O of goods that are sold outside the EU",          {}, { ...by({ vatCategory: "O" }), ...GOODS, ...to("US") }, NONE],
  ["O with a reason: compensation is no supply",       {}, by({ vatCategory: "O", exemptionReason: "Compensation" }), NONE],
  ["O with another code",                              {}, by({ vatCategory: "O", vatexCode: "VATEX-FR-CNWVAT" }), NONE],
  ["O of an unregistered seller",                      SMALL, by({ vatCategory: "O" }), NONE],
  ["O of a Swiss seller at home",                      SWISS, { ...by({ vatCategory: "O" }), clientCountry: "CH" }, /outside the scope of VAT in Switzerland/],
  ["O of a Swiss seller to the EU",                    SWISS, { ...by({ vatCategory: "O" }), clientCountry: "DE" }, NONE],
  ["AE at home: domestic reverse charge",              {}, { ...by({ vatCategory: "AE" }), ...to("DE") }, NONE],
  ["AE of a triangular sale, delivered at home",       {}, { ...by({ vatCategory: "AE" }), ...FRENCH, ...GOODS, triangular: true, ...to("DE") }, /article 141/],
  ["a reduced rate at home, delivered in Lyon",        {}, { ...by({ taxRate: 7 }), ...GOODS, ...to("FR") }, /within Germany/],
  ["a reduced rate at home, delivered at home",        {}, { ...by({ taxRate: 7 }), ...GOODS, ...to("DE") }, NONE],
  ["a reduced rate of a French client, in Bern",       {}, { ...by({ taxRate: 5.5 }), clientCountry: "FR", ...GOODS, ...to("CH") }, NONE],
  ["an Austrian rate, delivered in Vienna",            {}, { ...by({ taxRate: 13 }), ...GOODS, ...to("AT") }, NONE],
  ["an Austrian rate at a place in Austria",           {}, { ...by({ taxRate: 13 }), ...GOODS, placeOfSupply: "AT" }, NONE],
  ["a rate that the host charges across the border",   {}, { ...by({ taxRate: 19 }), clientCountry: "US", ...GOODS, ...to("CH") }, NONE],
  ["an exempt sale",                                   {}, { ...by({ vatCategory: "E" }), ...to("FR") }, NONE],
  ["rates without a country of the client",            {}, { ...by({ taxRate: 19 }), clientCountry: undefined, ...to("FR") }, NONE],
  ["two lines with the same fault are told once",      {}, { ...by({ vatCategory: "K" }, { vatCategory: "K" }), clientCountry: "US" }, /category K/],
];

describe.each([
  ["automatic VAT", AUTOMATIC],
  ["VAT by hand", MANUAL],
])("with %s", (_how, rows) => {
  test.each(rows)("%s", async (_what, profile, changes, detail) => {
    expect(await contradictions(profile, changes)).toEqual(detail === undefined ? [] : [expect.stringMatching(detail)]);
  });
});

test("lines with different faults get a warning each, in the order of the lines", async () => {
  const mixed = { ...by({ vatCategory: "G" }, { vatCategory: "K" }, { taxRate: 19 }), ...GOODS, ...to("DE") };
  const details = await contradictions({}, mixed);
  expect(details.map((detail) => /category ./.exec(detail)?.[0])).toEqual(["category G", "category K"]);
});

test.each(ARRIVING)("stated goods are decided by where they arrive: %s", async (_what, profile, changes, decided) => {
  const { acme } = await openBooks(undefined, profile);
  const issued = await acme.issue(order(changes)).catch((error: { code: string }) => error);
  const [group] = "vatBreakdown" in issued ? issued.vatBreakdown : [];
  const found = "vatTreatment" in issued ? `${issued.vatTreatment} ${group!.rateCountry}` : issued.code;
  expect(found).toBe(decided);
});
