import { createInvoicing, type VatRates } from "faktura";
import { memoryStore } from "faktura/memory";
import { expect, test } from "vitest";
import { germanProfile, order } from "../../support/fixtures.ts";

test("rates of the host's own take the place of the built-in ones of their country", async () => {
  const rates = { CH: [{ since: "2024-01-01", percent: "8.1" }] };
  const company = createInvoicing({ store: memoryStore(), rates }).company("acme");
  await company.saveProfile(germanProfile({ country: "CH", ossRegistered: false, defaultCurrency: "CHF" }));
  expect(await company.issue(order({ clientCountry: "CH" }))).toMatchObject({ taxRate: 8.1, total: 216.2 });
});

const slips: [string, VatRates, RegExp][] = [
  ["a code that is no ISO country", { EL: [{ since: "2024-01-01", percent: "24" }] }, /use GR/],
  ["a country charged as another", { MC: [{ since: "2024-01-01", percent: "20" }] }, /charged as FR/],
  [
    "a day that does not exist",
    { CH: [{ since: "2024-02-30", percent: "8.1" }] },
    /"2024-02-30".*is not a VAT rate of CH/,
  ],
  ["a percentage above 100", { CH: [{ since: "2024-01-01", percent: "810" }] }, /"810".*is not a VAT rate of CH/],
];

test.each(slips)("%s among the rates is found at start-up", (_, rates, message) => {
  expect(() => createInvoicing({ store: memoryStore(), rates })).toThrow(TypeError);
  expect(() => createInvoicing({ store: memoryStore(), rates })).toThrow(message);
});
