/**
 * Goal: stated goods that leave the EU without VAT ask once for the proof, and stop when the order names the export declaration.
 * Method: orders whose goods leave the EU, or do not, with and without a supporting document.
 */
import type { CompanyProfile, InvoiceOrder } from "faktura";
import { expect, test } from "vitest";
import { order } from "../../support/fixtures.ts";
import { openBooks } from "../books.ts";

const POLAND = { country: "PL", vatNumber: "PL8567346215" };
const GOODS: Partial<InvoiceOrder> = { supply: "goods", clientCountry: "US" };
const MRN = "26DE4711A0B1C2D3E4";
const naming = (reference: string) => ({ ...GOODS, supportingDocuments: [{ reference }] });
const CHAIR = { description: "Chair", quantity: 1, unitPrice: 100 };

/** How often the invoice asks for proof, and that it is an export. */
async function asked(given: Partial<InvoiceOrder>, profile: Partial<CompanyProfile> = {}): Promise<number> {
  const { acme } = await openBooks(undefined, { registrations: [POLAND], ...profile });
  const { warnings } = await acme.issue(order(given));
  return warnings.filter(({ code }) => code === "export_proof_missing").length;
}

// biome-ignore format: a table is read by its columns
const SALES: [what: string, order: Partial<InvoiceOrder>, times: number, profile?: Partial<CompanyProfile>][] = [
  ["goods to the United States",              GOODS,                                                          1],
  ["two lines of them",                       { clientCountry: "US", items: [{ ...CHAIR, supply: "goods" }, { ...CHAIR, supply: "goods", dispatchedFrom: "DE" }] }, 1],
  ["a line of goods beside a service",        { clientCountry: "US", items: [{ ...CHAIR, supply: "goods" }, { ...CHAIR, supply: "services" }] }, 1],
  ["goods to the Canary Islands",             { supply: "goods", clientCountry: "ES", clientAddress: { postalCode: "35001" } }, 1],
  ["goods from stock in Poland",              { ...GOODS, dispatchedFrom: "PL" },                             1],
  ["the same of a seller in Switzerland",     { ...GOODS, dispatchedFrom: "PL" },                             1, { country: "CH", vatNumber: undefined }],
  ["goods that leave Switzerland",            GOODS,                                                          0, { country: "CH", vatNumber: undefined }],
  ["goods within the EU",                     { supply: "goods", clientCountry: "FR", isCompany: false },     0],
  ["services",                                { ...GOODS, supply: "services" },                               0],
  ["a sale whose supply is not stated",       { clientCountry: "US" },                                        0],
  ["an export by hand",                       { ...GOODS, autoVat: false, vatNote: "Export", items: [{ ...CHAIR, vatCategory: "G" }] }, 0],
  ["a small enterprise",                      GOODS,                                                          0, { vatRegistered: false, ossRegistered: false, registrations: undefined }],
  ["the export declaration",                  naming(MRN),                                                    0],
  ["the export declaration in small letters", naming(` ${MRN.toLowerCase()} `),                               0],
  ["17 characters",                           naming(MRN.slice(1)),                                           1],
  ["18 characters that are no MRN",           naming("DELIVERY-NOTE-0001"),                                   1],
];

test.each(SALES)("%s", async (_what, given, times, profile) => {
  expect(await asked(given, profile)).toBe(times);
});
