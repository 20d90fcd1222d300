/**
 * Goal: the place of delivery is only spoken of where an order names one, or states by hand a category that depends on it.
 * Method: random sellers, clients and supplies between places of every kind, without `deliverTo`, and with the client's own
 * place as `deliverTo`.
 */
import type { CompanyProfile, InvoiceOrder } from "faktura";
import { isRefusal } from "faktura";
import fc from "fast-check";
import { expect, test } from "vitest";
import { openBooks } from "../service/books.ts";
import { order } from "../support/fixtures.ts";
import { tries } from "../support/tries.ts";

/** Countries and areas, with numbers of their state. */
const PLACES = [
  { country: "DE", number: "DE136695976" },
  { country: "DE", postalCode: "27498", number: "DE136695976" },
  { country: "FR", number: "FR40303265045" },
  { country: "MC", number: "FR40303265045" },
  { country: "RE", number: "FR40303265045" },
  { country: "PT", postalCode: "9000-001", number: "PT501964843" },
  { country: "AT", postalCode: "6691", number: "ATU13585627" },
  { country: "FI", number: "FI20774740" },
  { country: "AX", number: "FI20774740" },
  { country: "GB", postalCode: "BT1 1AA", number: "XI980780684" },
  { country: "GB", number: "GB980780684" },
  { country: "CH", number: "CHE-116.281.710" },
  { country: "US", number: undefined },
] as const;

const place = fc.constantFrom(...PLACES);
const supply = fc.constantFrom("goods", "services", "digital", undefined);
const addressOf = (at: (typeof PLACES)[number]) => ({ postalCode: "postalCode" in at ? at.postalCode : undefined });

const profileOf = (
  at: (typeof PLACES)[number],
  ossRegistered: boolean,
  vatRegistered: boolean,
): Partial<CompanyProfile> => ({
  ...{ country: at.country, address: addressOf(at), ossRegistered, vatRegistered },
  vatNumber: at.country === "CH" ? undefined : at.number,
});

async function warned(profile: Partial<CompanyProfile>, changes: Partial<InvoiceOrder>): Promise<boolean> {
  const { acme } = await openBooks(undefined, profile);
  try {
    return (await acme.issue(order(changes))).warnings.some(({ code }) => code === "delivery_contradicts_vat");
  } catch (error) {
    if (isRefusal(error, "vat_rate_unknown") || isRefusal(error, "vat_number_invalid")) return false;
    throw error;
  }
}

const sale = fc.record({
  seller: place,
  client: place,
  supply,
  hasNumber: fc.boolean(),
  isCompany: fc.constantFrom(true, false, undefined),
  ossRegistered: fc.boolean(),
  vatRegistered: fc.boolean(),
});

const orderOf = ({
  client,
  supply,
  hasNumber,
  isCompany,
}: typeof sale extends fc.Arbitrary<infer Sale> ? Sale : never) => ({
  ...{ clientCountry: client.country, clientAddress: addressOf(client), supply, isCompany },
  clientVatNumber: hasNumber ? client.number : undefined,
});

test("plain orders never get the warning", () =>
  fc.assert(
    fc.asyncProperty(sale, async (given) => {
      const profile = profileOf(given.seller, given.ossRegistered, given.vatRegistered);
      expect(await warned(profile, orderOf(given))).toBe(false);
    }),
    { numRuns: tries(1_000, 10) },
  ));

test("nor do orders with rates by hand", () =>
  fc.assert(
    fc.asyncProperty(sale, fc.constantFrom("S", "Z", "E", "AE", undefined), async (given, vatCategory) => {
      const profile = profileOf(given.seller, given.ossRegistered, true);
      const taxRate = vatCategory === "S" || vatCategory === undefined ? 7 : 0;
      const items = [{ description: "Flour", quantity: 1, unitPrice: 1, taxRate, vatCategory }];
      expect(await warned(profile, { ...orderOf(given), autoVat: false, items })).toBe(false);
    }),
    { numRuns: tries(1_000, 10) },
  ));

test("nor do stated goods that are delivered where the client is", () =>
  fc.assert(
    fc.asyncProperty(sale, async (given) => {
      const profile = profileOf(given.seller, given.ossRegistered, given.vatRegistered);
      const deliverTo = { country: given.client.country, address: addressOf(given.client) };
      expect(await warned(profile, { ...orderOf(given), supply: "goods", deliverTo })).toBe(false);
    }),
    { numRuns: tries(1_000, 10) },
  ));
