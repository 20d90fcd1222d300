/**
 * Goal: a stated place of supply decides the VAT of a service, whoever the client is; where the seller cannot charge that
 * VAT, the refusal says what to do.
 * Method: every kind of client at every kind of place, with sellers of every kind.
 */
import { determineVat, Refusal, standardVatRate, type VatClient, type VatCompany, type VatOptions } from "faktura/vat";
import { describe, expect, test } from "vitest";

const ON = "2026-11-20";
const GERMAN: VatCompany = {
  ...{ country: "DE", vatRegistered: true, ossRegistered: true, vatNumber: "DE136695976" },
};
const WITHOUT_OSS = { ...GERMAN, ossRegistered: false };
const SWISS = { ...GERMAN, country: "CH", vatNumber: undefined };
const SMALL = { ...GERMAN, vatRegistered: false, ossRegistered: false };

const decide = (seller: VatCompany, client: VatClient, placeOfSupply: string, options: Partial<VatOptions> = {}) =>
  determineVat(seller, client, { on: ON, placeOfSupply, ...options });

function refused(...call: Parameters<typeof decide>): Refusal {
  try {
    decide(...call);
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  return expect.fail("nothing was refused");
}

const CLIENTS: VatClient[] = [
  ...[{ country: "DE" }, { country: "FR" }, { country: "US" }, { country: "ES", postalCode: "35001" }],
  ...[
    { country: "FR", isCompany: false },
    { country: "FR", isCompany: true },
    { country: "CH", isCompany: true },
  ],
  ...[
    { country: "FR", vatNumber: "FR40303265045" },
    { country: "FR", vatNumber: "DE136695976" },
    { country: "FR", vatNumber: "FR1" },
    { country: "US", vatNumber: "12-3456789" },
  ],
];
const CONSUMERS = CLIENTS.filter(({ vatNumber, isCompany }) => vatNumber === undefined && isCompany !== true);
const BUSINESSES = CLIENTS.filter((client) => !CONSUMERS.includes(client));

describe("at a place", () => {
  test.each([GERMAN, WITHOUT_OSS])("in the seller's state, each client pays its VAT", (seller) => {
    for (const client of CLIENTS) {
      for (const supply of [undefined, "services", "digital"] as const) {
        expect(decide(seller, client, "DE", { supply })).toMatchObject({
          ...{ treatment: "domestic", rate: 19, rateCountry: "DE", category: "S", vatexCode: null, vatNote: "" },
          reason:
            "Service with its place of supply in Germany (Directive 2006/112/EC, articles 47 to 57): charged at the standard " +
            "rate of Germany on 2026-11-20, 19 %.",
        });
      }
    }
  });

  test("in another member state, each consumer pays its VAT through OSS, in the non-Union scheme too", () => {
    for (const seller of [GERMAN, SWISS, { ...GERMAN, country: "ES", postalCode: "35001", vatNumber: undefined }]) {
      for (const client of CONSUMERS) {
        expect(decide(seller, client, "AT")).toEqual({
          ...{
            treatment: "oss",
            rate: 20,
            rateCountry: "AT",
            category: "S",
            vatexCode: null,
            vatNote: "",
            warnings: [],
          },
          reason:
            "Service with its place of supply in Austria (Directive 2006/112/EC, articles 47 to 57), declared through OSS: " +
            "charged at the standard rate of Austria on 2026-11-20, 20 %.",
        });
      }
    }
    expect(decide(GERMAN, { country: "FR" }, "AT", { vatRates: { AT: 10, FR: 5.5 } })).toMatchObject({ rate: 10 });
  });

  test("outside the EU, nobody pays VAT to a seller inside", () => {
    for (const client of CLIENTS) {
      for (const place of ["CH", "US", "ES-CN", "DE-Heligoland", "GB"]) {
        expect(decide(GERMAN, client, place)).toMatchObject({
          ...{ treatment: "outside-scope", rate: 0, rateCountry: null, category: "O", vatexCode: "VATEX-EU-O" },
          vatNote: expect.stringMatching(
            /^Service outside the scope of EU VAT \/ .+ \(Directive 2006\/112\/EC, articles 47 to 57\)$/,
          ),
          reason: expect.stringMatching(
            / \(Directive 2006\/112\/EC, articles 47 to 57\): outside the scope of EU VAT, /,
          ),
        });
      }
    }
  });

  test("at home outside the EU, each client pays the VAT of that state", () => {
    for (const client of CLIENTS) {
      expect(decide({ ...SWISS, ossRegistered: false }, client, "CH")).toMatchObject({
        ...{ treatment: "domestic", rate: 8.1, rateCountry: "CH", vatNote: "" },
        reason:
          "Service with its place of supply in Switzerland: charged at the standard rate of Switzerland on 2026-11-20, 8.1 %.",
      });
    }
    expect(decide(SWISS, { country: "CH" }, "US")).toMatchObject({ treatment: "outside-scope", rate: 0 });
  });

  test("that is an area, the area's VAT is charged", () => {
    const portuguese = { ...GERMAN, country: "PT", vatNumber: undefined };
    expect(decide(portuguese, { country: "US" }, "PT-30")).toMatchObject({ treatment: "domestic", rate: 22 });
    expect(decide({ ...portuguese, postalCode: "9000-039" }, { country: "US" }, "PT")).toMatchObject({ rate: 23 });
    expect(decide(GERMAN, { country: "DE" }, "AT-Jungholz")).toMatchObject({
      treatment: "oss",
      rate: 19,
      warnings: [],
    });
    expect(decide(GERMAN, { country: "DE" }, "MC")).toMatchObject({ treatment: "oss", rateCountry: "FR", rate: 20 });
    const french = { ...GERMAN, country: "FR", vatNumber: undefined };
    expect(decide(french, { country: "FR" }, "MC")).toMatchObject({ treatment: "domestic", rate: 20 });
    expect(decide(french, { country: "FR" }, "RE")).toMatchObject({
      treatment: "domestic",
      rateCountry: "RE",
      rate: 8.5,
    });
    expect(decide(french, { country: "FR" }, "FR-20R", { vatRates: { "FR-20R": 2.1 } })).toMatchObject({ rate: 2.1 });
    const finnish = { ...GERMAN, country: "FI", vatNumber: undefined };
    expect(decide(finnish, { country: "US" }, "AX")).toMatchObject({ treatment: "domestic", rate: 25.5 });
  });

  test("goods are handed over in the seller's own state, to clients from everywhere, or outside the EU", () => {
    for (const client of CLIENTS) {
      expect(decide(GERMAN, client, "DE", { supply: "goods" })).toMatchObject({
        ...{ treatment: "domestic", rate: 19, vatNote: "" },
        reason:
          "Goods handed over in Germany (Directive 2006/112/EC, article 31): charged at the standard rate of Germany on " +
          "2026-11-20, 19 %.",
      });
      const { code, message, errors } = refused(GERMAN, client, "AT", { supply: "goods" });
      expect(code).toBe("request_invalid");
      expect(message).toMatch(
        /^placeOfSupply means .+ needs a number of Austria in registrations; otherwise .+ autoVat: false/,
      );
      expect(errors).toMatchObject([{ pointer: "/placeOfSupply" }]);
      expect(decide(GERMAN, client, "US", { supply: "goods" })).toMatchObject({ treatment: "outside-scope", rate: 0 });
    }
  });

  test("a seller that is not registered charges nothing", () => {
    for (const place of ["DE", "AT", "US"]) {
      expect(decide(SMALL, { country: "FR" }, place)).toMatchObject({ treatment: "not-registered", rate: 0 });
    }
  });
});

describe("a place in another member state is refused", () => {
  test("for businesses, with what to do", () => {
    for (const seller of [GERMAN, WITHOUT_OSS, SWISS]) {
      for (const client of BUSINESSES) {
        const { code, message, errors } = refused(seller, client, "AT");
        expect(code).toBe("request_invalid");
        expect(message).toMatch(
          /^placeOfSupply is in Austria, .+ autoVat: false, with vatCategory AE .+ \(article 194\)\.$/,
        );
        expect(errors).toMatchObject([{ pointer: "/placeOfSupply" }]);
      }
    }
  });

  test("for sellers without OSS, never charged at the seller's rate", () => {
    for (const seller of [WITHOUT_OSS, { ...SWISS, ossRegistered: false }]) {
      for (const client of CONSUMERS) {
        expect(refused(seller, client, "AT").message).toMatch(
          /^placeOfSupply is in Austria, .+ register for OSS, or order with autoVat: false\.$/,
        );
      }
    }
  });
});

test("an unknown place is refused by name", () => {
  const fault = (place: unknown) => refused(GERMAN, { country: "DE" }, place as string).errors[0]!.detail;
  expect(fault("EL")).toBe('"EL" is not an ISO 3166-1 alpha-2 code; use GR, or the id of an area such as "PT-30"');
  expect(fault("UK")).toContain("use GB");
  expect(fault("PT-99")).toContain("the id of an area: PT-20, PT-30");
  expect(fault(7)).toContain("ISO 3166-1");
});

test("in each member state, a place has its standard rate", () => {
  const states = "AT BE BG CY CZ DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK".split(" ");
  for (const place of states) {
    expect(decide(GERMAN, { country: "US" }, place)).toMatchObject({
      ...{ treatment: "oss", rateCountry: place, rate: standardVatRate(place, ON) },
    });
    const own = { ...GERMAN, country: place, vatNumber: undefined };
    expect(decide(own, { country: "US" }, place)).toMatchObject({ treatment: "domestic", rateCountry: place });
  }
});

describe("an exemption of the seller's state", () => {
  const exemption = { reason: "§ 4 Nr. 12 UStG" };

  test("applies at a place at home, and is refused through OSS", () => {
    const rent = decide(GERMAN, { country: "US" }, "DE", { exemption });
    expect(rent).toMatchObject({ treatment: "domestic", category: "E", rate: 0, vatNote: exemption.reason });
    expect(refused(GERMAN, { country: "US" }, "AT", { exemption }).errors).toMatchObject([{ pointer: "/exemption" }]);
    expect(decide(GERMAN, { country: "US" }, "CH", { exemption })).toMatchObject({ category: "O" });
  });

  test("comes before the rate of the product", () => {
    expect(determineVat(GERMAN, { country: "DE" }, { on: ON, exemption, vatRates: { DE: 3 } }).rate).toBe(0);
  });

  test("must be an object with a reason", () => {
    for (const faulty of [null, "§ 4", {}, { reason: 4 }]) {
      expect(refused(GERMAN, { country: "DE" }, "DE", { exemption: faulty as never }).errors).toMatchObject([
        { pointer: "/exemption", detail: expect.stringContaining("must be an object such as") },
      ]);
    }
  });
});
