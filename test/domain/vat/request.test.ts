import { determineVat, Refusal, type VatClient, type VatCompany, type VatOptions } from "faktura/vat";
import { expect, test } from "vitest";

const SELLER = { country: "DE", vatRegistered: true, ossRegistered: false };
const CLIENT = { country: "FR" };
const OPTIONS = { on: "2026-11-20" };

/** The places of the faults in untyped input from a panel. */
function faultyPlaces(company: object, client: object, options: object): string[] {
  try {
    determineVat(company as VatCompany, client as VatClient, options as VatOptions);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    expect(error.code).toBe("request_invalid");
    return error.errors.map((fault) => ("pointer" in fault ? fault.pointer : fault.parameter));
  }
  return [];
}

test("valid input is decided", () => {
  expect(faultyPlaces(SELLER, CLIENT, OPTIONS)).toEqual([]);
  expect(faultyPlaces(SELLER, { ...CLIENT, vatNumber: undefined, isCompany: undefined }, OPTIONS)).toEqual([]);
});

test.each([
  ["company.country", { ...SELLER, country: undefined }, CLIENT, OPTIONS],
  ["company.country", { ...SELLER, country: "toString" }, CLIENT, OPTIONS],
  ["company.vatRegistered", { ...SELLER, vatRegistered: "false" }, CLIENT, OPTIONS],
  ["company.ossRegistered", { ...SELLER, ossRegistered: undefined }, CLIENT, OPTIONS],
  ["client.country", SELLER, {}, OPTIONS],
  ["client.country", SELLER, { country: "ZZ" }, OPTIONS],
  ["client.country", SELLER, { country: " FR" }, OPTIONS],
  ["client.country", SELLER, { country: 33 }, OPTIONS],
  ["client.vatNumber", SELLER, { ...CLIENT, vatNumber: null }, OPTIONS],
  ["client.vatNumber", SELLER, { ...CLIENT, vatNumber: 40303265045 }, OPTIONS],
  ["client.isCompany", SELLER, { ...CLIENT, isCompany: "yes" }, OPTIONS],
  ["on", SELLER, CLIENT, {}],
  ["on", SELLER, CLIENT, { on: "2026-02-29" }],
  ["on", SELLER, CLIENT, { on: "20.11.2026" }],
  ["on", SELLER, CLIENT, { on: 20261120 }],
  ["supply", SELLER, CLIENT, { ...OPTIONS, supply: "food" }],
  ["on", SELLER, CLIENT, { on: ["2026-11-20"] }],
  ["company.postalCode", { ...SELLER, postalCode: 35001 }, CLIENT, OPTIONS],
  ["company.address.postalCode", { ...SELLER, address: { postalCode: 35001 } }, CLIENT, OPTIONS],
  ["company.vatNumber", { ...SELLER, vatNumber: 136695976 }, CLIENT, OPTIONS],
  ["company.language", { ...SELLER, language: ["de"] }, CLIENT, OPTIONS],
  ["company.exemptionNote", { ...SELLER, exemptionNote: {} }, CLIENT, OPTIONS],
  ["client.postalCode", SELLER, { ...CLIENT, postalCode: null }, OPTIONS],
  ["client.address.postalCode", SELLER, { ...CLIENT, address: { postalCode: 75001 } }, OPTIONS],
  ["failedChecksum", SELLER, CLIENT, { ...OPTIONS, failedChecksum: "ignore" }],
  ["rates", SELLER, CLIENT, { ...OPTIONS, rates: null }],
  ["rates", SELLER, CLIENT, { ...OPTIONS, rates: "none" }],
  ["rates", SELLER, CLIENT, { ...OPTIONS, rates: { MC: [{ since: "2020-01-01", percent: "20" }] } }],
  ["rates", SELLER, CLIENT, { ...OPTIONS, rates: { DE: [{ since: "2020-1-1", percent: "20" }] } }],
])("%s is named if it is invalid (%#)", (place, company, client, options) => {
  expect(faultyPlaces(company, client, options)).toEqual([place]);
});

test("all faults are named at once, the seller's first", () => {
  const places = [
    "company.country",
    "company.vatRegistered",
    "company.ossRegistered",
    "client.country",
    "client.vatNumber",
    "client.isCompany",
  ];
  const client = { vatNumber: 1, isCompany: 1 };
  expect(faultyPlaces({}, client, { on: "", supply: "" })).toEqual([...places, "on", "supply"]);
});

test("a million characters for a country or a number are refused at once, and not repeated", () => {
  const long = "X".repeat(1_000_000);
  expect(faultyPlaces({ ...SELLER, country: long }, { country: long }, OPTIONS)).toEqual([
    "company.country",
    "client.country",
  ]);
  expect(() => determineVat(SELLER, { ...CLIENT, vatNumber: long }, OPTIONS)).toThrow(Refusal);
});
