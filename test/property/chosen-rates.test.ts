/**
 * Goal: every lawful rate can be issued, is read back as it was issued, credits to the last cent, and is the same in the
 * browser; so are exemptions and places of supply.
 * Method: first each rate of each territory on the first and last day of its every change, alone. Then random sales of
 * several products between random places, on random days, with lawful rates at both ends, some of them exempt or with a
 * place of supply. The panel's own function computes each of them too, or is refused for the same reason.
 */
import { type CompanyProfile, createInvoicing, type InvoiceOrder, type OrderItem, Refusal } from "faktura";
import { memoryStore } from "faktura/memory";
import { vatRates } from "faktura/vat";
import fc from "fast-check";
import { expect, test } from "vitest";
import { figuresOf } from "../../src/panel/browser/new-invoice/figures.ts";
import type { PanelOrder } from "../../src/panel/shown-figures.ts";
import { addDays } from "../support/days.ts";
import { germanProfile, TestClock } from "../support/fixtures.ts";
import { RATED_TERRITORIES } from "../support/territories.ts";
import { tries } from "../support/tries.ts";

/** A place in each territory that has no code of its own. */
const PLACES: Record<string, readonly [country: string, postalCode: string]> = {
  "AT-Jungholz": ["AT", "6691"],
  "AT-Mittelberg": ["AT", "6991"],
  "FR-20R": ["FR", "20000"],
  "GR-islands": ["GR", "81100"],
  "PT-20": ["PT", "9500"],
  "PT-30": ["PT", "9000"],
  XI: ["GB", "BT1 1AA"],
};
const placeOf = (key: string) => {
  const [country, postalCode] = PLACES[key] ?? [key, ""];
  return { country, address: postalCode === "" ? undefined : { postalCode } };
};

function sellerAt(key: string, changes: Partial<CompanyProfile> = {}): CompanyProfile {
  return germanProfile({ ...placeOf(key), vatNumber: undefined, ...changes });
}

async function openBooks(profile: CompanyProfile) {
  const acme = createInvoicing({ store: memoryStore(), clock: new TestClock("2028-12-31T12:00:00.000Z") }).company(
    "acme",
  );
  await acme.saveProfile(profile);
  return acme;
}

/** Days on which the rates of a territory change, and the days before. */
function daysOfChange(key: string): string[] {
  const days = ["2020-01-01"];
  let before = JSON.stringify(vatRates(key, { on: "2020-01-01" }));
  for (let on = "2020-01-02"; on < "2028-12-31"; on = addDays(on, 1)) {
    const now = JSON.stringify(vatRates(key, { on }));
    if (now !== before) days.push(addDays(on, -1), on);
    before = now;
  }
  return days;
}

test.each(RATED_TERRITORIES)("%s: every rate on each day of change is issued and read back", async (key) => {
  const profile = sellerAt(key);
  const acme = await openBooks(profile);
  for (const supplyDate of daysOfChange(key)) {
    const lawful = vatRates(key, { on: supplyDate });
    const items = lawful.map(({ rate }) => ({
      ...{ description: `${rate} %`, quantity: 1, unitPrice: 100, supply: "goods" as const },
      vatRates: { [key]: rate },
    }));
    const client = { clientName: "Client", clientCountry: profile.country, clientAddress: profile.address };
    const { id } = await acme.issue({ ...client, supplyDate, items });
    const read = await acme.get(id);
    expect(read.items.map(({ taxRate }) => taxRate)).toEqual(lawful.map(({ rate }) => rate));
    expect(read.items.map(({ vatCategory }) => vatCategory)).toEqual(
      lawful.map(({ rate }) => (rate === 0 ? "Z" : "S")),
    );
    expect(read.vatBreakdown.map(({ taxAmount }) => taxAmount).sort()).toEqual(lawful.map(({ rate }) => rate).sort());
  }
});

const days = fc
  .date({ min: new Date("2020-01-01"), max: new Date("2028-12-31"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const line = fc.record({
  quantity: fc.integer({ min: 1, max: 999 }).map((number) => number / 10),
  unitPrice: fc.integer({ min: 0, max: 99_999 }).map((cents) => cents / 100),
  supply: fc.constantFrom("goods", "services", "digital", undefined),
  /** Places in the lists of lawful rates. */
  choice: fc.option(fc.tuple(fc.nat(9), fc.nat(9)), { nil: undefined, freq: 4 }),
  exemption: fc.oneof(
    { weight: 7, arbitrary: fc.constant(undefined) },
    fc.constantFrom({ reason: "Art. 132" }, { reason: "Art. 135", vatexCode: "VATEX-EU-135-1" }),
  ),
  place: fc.oneof(
    { weight: 20, arbitrary: fc.constant(undefined) },
    { weight: 4, arbitrary: fc.constant("seller") },
    fc.constantFrom("client", "AT", "CH"),
  ),
});
const sales = fc.record({
  seller: fc.constantFrom(...RATED_TERRITORIES.filter((key) => !["GF", "YT"].includes(key))),
  client: fc.constantFrom(...RATED_TERRITORIES),
  supplyDate: days,
  vatRegistered: fc.oneof({ weight: 9, arbitrary: fc.constant(true) }, fc.constant(false)),
  ossRegistered: fc.boolean(),
  prices: fc.constantFrom("net", "gross"),
  lines: fc.array(line, { minLength: 1, maxLength: 6 }),
});

function answerOf<Answer>(call: () => Answer): Answer | Refusal {
  try {
    return call();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

test("random sales have the same rates and totals in the browser and on the server, and credit to the last cent", () =>
  fc.assert(
    fc.asyncProperty(sales, async ({ seller, client, supplyDate, prices, lines, ...registered }) => {
      const profile = sellerAt(seller, registered);
      const rateAt = (key: string, place: number) => {
        const lawful = vatRates(key, { on: supplyDate });
        return { [key]: lawful[place % lawful.length]!.rate };
      };
      const stated = { seller: seller.replace("XI", "GB"), client: client.replace("XI", "GB"), AT: "AT", CH: "CH" };
      const items: OrderItem[] = lines.map(({ choice, place, ...item }, index) => ({
        ...{ description: `Line ${index + 1}`, ...item },
        placeOfSupply: place && stated[place as keyof typeof stated],
        // If both are one territory, the client's comes last.
        ...(choice && { vatRates: { ...rateAt(seller, choice[0]), ...rateAt(client, choice[1]) } }),
      }));
      const { country: clientCountry, address: clientAddress } = placeOf(client);
      const order: InvoiceOrder & PanelOrder = {
        ...{ clientName: "Client", clientCountry, clientAddress, supplyDate, prices, items },
      };
      const acme = await openBooks(profile);
      const shown = answerOf(() => figuresOf(profile, order, {}));
      if (shown instanceof Refusal) {
        const refusal = await acme.issue(order).catch((error: unknown) => error);
        expect(refusal).toBeInstanceOf(Refusal);
        return; // the order may have a refusal that comes before that of its first line
      }
      const issued = await acme.issue(order);
      const { subtotal, taxTotal, total, vatBreakdown } = shown.totals;
      expect(issued).toMatchObject({ vatTreatment: shown.treatment, subtotal, taxTotal, total });
      expect(issued.items.map(({ taxRate }) => taxRate)).toEqual(shown.totals.items.map(({ taxRate }) => taxRate));
      expect(issued.vatBreakdown.map(({ taxAmount }) => taxAmount)).toEqual(
        vatBreakdown.map(({ taxAmount }) => taxAmount),
      );
      expect(await acme.get(issued.id)).toMatchObject(issued);
      if (total > 0) {
        const note = await acme.credit(issued.id, { reason: "returned" });
        expect([note.total, note.taxTotal]).toEqual([total, taxTotal]);
      }
      expect((await acme.audit()).findings).toEqual([]);
    }),
    { numRuns: tries(300) },
  ));
