/**
 * Goal: what a reason says would happen otherwise, happens.
 * Method: every sale between places of each kind, decided again with the change that its reason names.
 * Not covered: a client in Northern Ireland that only its number places there, because without it, it is elsewhere.
 */

import type { Supply } from "faktura";
import { determineVat, type VatClient, type VatCompany, type VatDecision } from "faktura/vat";
import { expect, test } from "vitest";
import { TODAY } from "../../support/sales.ts";

const BELFAST = { country: "GB", postalCode: "BT1 1AA" };

/** A member state of each kind, areas of theirs, and others; between them lie all borders that a reason knows. */
// biome-ignore format: a flat table
const PLACES = [
  { country: "DE" }, { country: "FR" }, { country: "ES" }, { country: "FI" }, { country: "PT" }, { country: "MC" },
  { country: "GB" }, { country: "US" }, { country: "CH" }, { country: "AX" }, { country: "RE" }, { country: "GF" },
  BELFAST, { country: "DE", postalCode: "27498" }, { country: "ES", postalCode: "35001" },
];

interface Sold {
  readonly company: VatCompany;
  readonly client: VatClient;
  readonly supply: Supply | undefined;
}

/** A well-formed number of the client's state, or else of a state other than the seller's. */
function numberFor({ country }: VatClient, seller: VatCompany): string {
  if (country === "GB") return "XI980780684";
  const isFrench = country === "FR" || country === "MC" || (country !== "DE" && seller.country === "DE");
  return isFrench ? "FR40303265045" : "DE811125440";
}

function* everySale(): Generator<Sold> {
  const flags = [true, false, undefined];
  for (const seller of PLACES)
    for (const place of PLACES)
      for (const supply of [undefined, "goods", "services", "digital"] as const)
        for (const isCompany of flags)
          for (const ossRegistered of [true, false])
            for (const hasNumber of [true, false]) {
              const company = { ...seller, vatRegistered: true, ossRegistered, vatNumber: "DE136695976" };
              const vatNumber = hasNumber ? numberFor(place, company) : undefined;
              const isPlacedByNumber = hasNumber && place.country === "GB" && place !== BELFAST;
              if (!isPlacedByNumber) yield { company, client: { ...place, isCompany, vatNumber }, supply };
            }
}

function decide({ company, client, supply }: Sold, changed: Partial<Sold> = {}): VatDecision | undefined {
  try {
    return determineVat(changed.company ?? company, changed.client ?? client, {
      on: TODAY,
      supply: changed.supply ?? supply,
    });
  } catch {
    return undefined; // no rate is known for sales within some of the places, and XI counts for goods only
  }
}

type Change = (sold: Sold) => Partial<Sold>;
const withSupply =
  (supply: Supply): Change =>
  () => ({ supply });
const withOss: Change = ({ company, client }) => ({
  company: { ...company, ossRegistered: true },
  client: { ...client, vatNumber: undefined, isCompany: undefined },
});
const withNumber: Change = ({ company, client }) => ({
  client: { ...client, vatNumber: numberFor(client, company) },
});
const withoutNumber: Change = ({ client }) => ({ client: { ...client, vatNumber: undefined } });

// biome-ignore format: a table is read by its columns
const HINTS: [says: RegExp, change: Change, treatments: readonly string[]][] = [
  [/With OSS, /,                                                 withOss,                  ["oss"]],
  [/VAT number, the sale would be an export\./,                  withNumber,               ["export", "outside-scope"]],
  [/VAT number, the sale would be an exempt intra-Community/,    withNumber,               ["intra-community-supply"]],
  [/VAT number, reverse charge would apply\./,                   withNumber,               ["reverse-charge"]],
  [/Without the VAT number, VAT would be charged\./,             withoutNumber,            ["oss", "origin"]],
  [/treated as goods(?: or digital services)?\./,                withSupply("goods"),      ["same"]],
  [/treated as (?:goods or )?digital services\./,                withSupply("digital"),    ["same"]],
  [/treated as services\./,                                      withSupply("services"),   ["same", "outside-scope"]],
  [/Goods would be an exempt intra-Community supply\./,          withSupply("goods"),      ["intra-community-supply"]],
  [/Services would be outside the scope of EU VAT\./,            withSupply("services"),   ["outside-scope"]],
  [/Services would be taxed by national law\./,                  withSupply("services"),   ["domestic"]],
  [/ther services would be charged at the rate of/,              withSupply("services"),   ["origin"]],
  [/ther services would be outside the scope of EU VAT\./,       withSupply("services"),   ["outside-scope"]],
];

const DECIDED = [...everySale()].flatMap((sold) => {
  const decided = decide(sold);
  return decided === undefined ? [] : [{ sold, decided }];
});

test.each(HINTS)("%s", (says, change, treatments) => {
  const hinted = DECIDED.filter(({ decided }) => says.test(decided.reason));
  const faults = hinted.filter(({ sold, decided }) => {
    const otherwise = decide(sold, change(sold));
    if (otherwise === undefined) return false;
    return !treatments.map((each) => (each === "same" ? decided.treatment : each)).includes(otherwise.treatment);
  });
  expect(faults).toEqual([]);
  expect(hinted.length).toBeGreaterThan(20);
});
