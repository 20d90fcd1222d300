import { type CompanyProfile, createInvoicing, isRefusal } from "faktura";
import { memoryStore } from "faktura/memory";
import { parseVatNumber } from "faktura/vat";
import { describe, expect, test } from "vitest";
import { vatNumberForm } from "../../../src/domain/vat/number/form.ts";
import { MEMBER_STATES } from "../../../src/domain/vat/territory/membership.ts";
import { germanProfile } from "../../support/fixtures.ts";
import { openBooks } from "../books.ts";

/** What saving the profile says of `vatNumber`; `undefined` if it is saved. */
async function faultOf(changes: Partial<CompanyProfile>): Promise<unknown> {
  const acme = createInvoicing({ store: memoryStore() }).company("acme");
  try {
    await acme.saveProfile(germanProfile(changes));
    return undefined;
  } catch (error) {
    if (!isRefusal(error, "request_invalid")) throw error;
    await expect(acme.profile()).rejects.toMatchObject({ code: "company_not_found" });
    return error.errors.map((each) => ("pointer" in each ? `${each.pointer}: ${each.detail}` : each));
  }
}

const says = (form: string) => [
  `/vatNumber: must be a VAT number with ${form}; a number of another kind belongs in taxNumber or registrationNumber`,
];

// biome-ignore format: a table
test.each<[country: string, vatNumber: string, form: string]>([
  ["DE", "DE1",                "DE and 9 digits"],
  ["DE", "12/345/67890",       "DE and 9 digits"],
  ["DE", "DE000000000",        "DE and 9 digits"],
  ["AT", "ATU1",               "AT, U and 8 digits"],
  ["GR", "GR1",                "EL and 9 digits"],
  ["FR", "FR123",              "FR, 2 letters or digits, and 9 digits"],
  ["MC", "FR123",              "FR, 2 letters or digits, and 9 digits"],
  ["GB", "GB12",               "GB (in Northern Ireland XI) and 9 or 12 digits, GD and 3 digits, or HA and 3 digits"],
  ["GB", "XI12",               "GB (in Northern Ireland XI) and 9 or 12 digits, GD and 3 digits, or HA and 3 digits"],
  ["IM", "GB12",               "GB (in Northern Ireland XI) and 9 or 12 digits, GD and 3 digits, or HA and 3 digits"],
])("a company in %s cannot have the VAT number %s", async (country, vatNumber, form) => {
  expect(await faultOf({ country, vatNumber })).toEqual(says(form));
});

// biome-ignore format: a table
test.each<[country: string, vatNumber: string, postalCode?: string]>([
  ["DE", "DE136695976"], ["DE", "136 695 976"], ["DE", "de-136.695.976"], ["DE", "DE136695970"], // its checksum fails
  ["DE", "ATU12345675"], // registered in another state
  ["GR", "GR094259216"], ["FR", "40303265045"], ["MC", "FR40303265045"], ["GB", "GB434031494"], ["IM", "GB003123456"],
  ["GB", "XI110305878"], ["GB", "GBGD001"],
  ["CH", "CHE-123.456.788 MWST"], ["NO", "NO 974760673 MVA"], ["US", "12-3456789"], ["MX", "ESA850101AAA"],
  ["MY", "PT 1234567890"], ["FO", "FO 123456"], ["DK", "123456", "FO-100"], ["ES", "as given", "35001"],
  ["IT", "SM12345", "47890"],
])("a company in %s can have the VAT number %s", async (country, vatNumber, postalCode) => {
  const address = postalCode === undefined ? {} : { address: { postalCode } };
  expect(await faultOf({ country, vatNumber, ...address })).toBeUndefined();
});

test("a refused number leaves the stored profile as it was", async () => {
  const { acme } = await openBooks();
  await expect(acme.saveProfile(germanProfile({ name: "Other", vatNumber: "DE1" }))).rejects.toThrow("/vatNumber");
  expect(await acme.profile()).toEqual(germanProfile());
});

test("a profile of the host's own with a malformed number issues nothing", async () => {
  const companies = { profile: async () => germanProfile({ vatNumber: "DE1" }) };
  const { acme } = await openBooks(undefined, {}, { companies });
  await expect(acme.profile()).rejects.toThrow(TypeError);
});

describe("the form of each state's numbers", () => {
  test.each(Object.keys(MEMBER_STATES))("of %s begins with its prefix", (country) => {
    const prefix = country === "GR" ? "EL" : country;
    expect(vatNumberForm(country)).toMatch(new RegExp(`^${prefix}(?:,| and| \\()`));
  });

  test.each(Object.keys(MEMBER_STATES))("of %s, if it is only digits, is what the parser takes", (country) => {
    const [, counts] = /^[A-Z]{2} and (\d+(?:(?:, | or | to )\d+)*) digits$/.exec(vatNumberForm(country) ?? "") ?? [];
    if (counts === undefined) return;
    const [from, to] = counts.split(" to ").map(Number);
    const stated = counts.includes(" to ")
      ? Array.from({ length: to! - from! + 1 }, (_, more) => from! + more)
      : counts.split(/, | or /).map(Number);
    const prefix = country === "GR" ? "EL" : country;
    const lengths = Array.from({ length: 15 }, (_, length) => length);
    const taken = lengths.filter((length) => parseVatNumber(prefix + "1".repeat(length)) !== undefined);
    expect(taken).toEqual(stated);
  });

  test("is not known of other countries", () => {
    expect(["CH", "US", "FO", "MC", "ES-CN"].map((country) => vatNumberForm(country))).toEqual(
      Array(5).fill(undefined),
    );
  });
});
