/**
 * Goal: a document has a gap exactly where KSeF or an auditor would refuse its file, and without gaps it is taken.
 * Method: random orders of a Polish company, and credit notes of some of them, are written whether or not they have gaps, and
 * judged by the official schema and by an independent reader that adds up the lines by rate. So are the orders of the golden
 * documents, issued by that company.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { CompanyProfile, CreditNote, Invoice, InvoiceOrder, OrderItem } from "faktura";
import { ksefGaps } from "faktura/einvoice/pl";
import fc from "fast-check";
import { expect, test } from "vitest";
import { describeUnless } from "../../support/skipping.ts";
import { tries } from "../../support/tries.ts";
import { issueDocuments, scenes } from "../random-documents.ts";
import { ksefAnyway } from "../ungated.ts";
import { NO_SCHEMA, refusals, schemaErrors } from "./portal.ts";
import { KRAKOW, SELLER } from "./scenes.ts";

/** Gaps of what neither the schema nor the lines of a file can show: what the document is, and what it is about. */
const UNSEEN = ["Zamowienie", "RodzajFaktury", "DaneFaKorygowanej"];

type PolishOrder = NonNullable<NonNullable<InvoiceOrder["national"]>["pl"]>;
type PolishLine = NonNullable<NonNullable<OrderItem["national"]>["pl"]>;

const unit = fc.constantFrom(
  ...[
    { name: "Szkoła", id: "5260250995-00012" },
    { name: "Spółka", id: "5261040828" },
  ],
  { name: "Błąd", id: "5261040829" },
);
const nationalOrder: fc.Arbitrary<PolishOrder> = fc.record(
  {
    localUnit: unit,
    groupMember: unit,
    exemptionBasis: fc.constantFrom("act", "directive", "other"),
    splitPayment: fc.boolean(),
    correctionType: fc.constantFrom("1", "2", "3"),
  },
  { requiredKeys: [] },
);
const nationalLine: fc.Arbitrary<PolishLine> = fc.record(
  {
    pkwiu: fc.constantFrom("62", "62.01.11.0"),
    goodsGroup: fc.constantFrom("GTU_01", "GTU_13"),
    procedure: fc.constantFrom("WSTO_EE", "B_MPV_PROWIZJA"),
    annex15: fc.boolean(),
  },
  { requiredKeys: [] },
);

const rarely = <Value>(arbitrary: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });
const often = fc.integer({ min: 0, max: 3 }).map((n) => n > 0);

/** The order with what FA(3) often needs, so that many documents are complete. */
const polish = fc.record({
  scene: scenes,
  isDomestic: fc.boolean(),
  isWhole: often,
  currency: fc.constantFrom("PLN", "EUR", "JPY"),
  rate: fc.constantFrom(23, 8, 5, 0),
  national: rarely(nationalOrder),
  line: rarely(nationalLine),
  seller: fc.record({ cashAccounting: fc.boolean(), vatRegistered: fc.integer({ min: 0, max: 5 }).map((n) => n > 0) }),
});

type Scene = typeof polish extends fc.Arbitrary<infer Of> ? Of : never;

const CLIENT = { clientCountry: "PL", clientVatNumber: "PL5260250995", clientAddress: KRAKOW };
const RATE = { rate: 4.25, date: "2026-11-19", source: "NBP" };

function orderOf({ scene: { order }, isDomestic, isWhole, currency, rate, national, line }: Scene): InvoiceOrder {
  const isManual = order.autoVat === false;
  const wholeItem = (item: OrderItem): OrderItem => ({
    ...item,
    quantity: Number(item.quantity.toFixed(6)) || 1,
    ...(isManual
      ? (item.taxRate ?? 0) > 0 && { taxRate: rate || 23, vatCategory: undefined }
      : { vatRates: { PL: rate } }),
  });
  const items = order.items.map((item, index) => ({
    ...(isWhole ? wholeItem(item) : item),
    ...(index === 0 && line !== undefined && { national: { pl: line } }),
  }));
  const { payment = {} as never, documentType } = order;
  const whole = {
    ...(currency !== "PLN" && { exchangeRate: RATE }),
    currency,
    clientAddress: KRAKOW,
    documentType: documentType === "386" || documentType === "384" ? undefined : documentType,
    payment: payment.means === "30" ? { means: "10" } : order.payment,
  } as const;
  const given = { ...order, exchangeRate: undefined, items, ...(isWhole && whole), ...(isDomestic && CLIENT) };
  return { ...given, national: national === undefined ? undefined : { pl: national } };
}

const profileOf = ({ scene, seller }: Scene): Partial<CompanyProfile> => ({
  ...scene.profile,
  ...SELLER,
  ...seller,
  accounts: undefined,
  taxRepresentative: undefined,
  taxNumber: seller.vatRegistered ? undefined : "5261040828",
  ...(!seller.vatRegistered && { vatNumber: undefined, exemptionNote: "art. 113 ust. 1" }),
});

const FACTS = { correctedKsefNumber: "5261040828-20261120-0100001AF629-AF" };

/** What the gaps and KSeF do not agree on. */
function disagreements(document: Invoice | CreditNote): string[] {
  const gaps = ksefGaps(document, FACTS).map(({ rule }) => rule);
  const xml = ksefAnyway(document, FACTS);
  const [refused, structure] = [refusals(xml), schemaErrors(xml)];
  const isSeen = gaps.some((rule) => !UNSEEN.includes(rule));
  return [
    ...(gaps.length === 0 ? [...refused.map((rule) => `${rule} is refused without a gap`), ...structure] : []),
    ...(isSeen && refused.length === 0 && structure.length === 0 ? [`${gaps.join(", ")}: a gap of nothing`] : []),
  ];
}

const GOLDEN = join(import.meta.dirname, "../../golden");
const orders = readdirSync(GOLDEN)
  .filter((file) => file.endsWith(".json"))
  .map((file): [string, InvoiceOrder] => [
    file,
    (JSON.parse(readFileSync(join(GOLDEN, file), "utf8")) as { order: InvoiceOrder }).order,
  ]);

describeUnless(NO_SCHEMA)("KSeF takes", () => {
  test.each(orders)("the golden order %s as its gaps say", async (_, order) => {
    const documents = await issueDocuments({ profile: SELLER, order, credit: "all" });
    for (const document of documents) expect(disagreements(document)).toEqual([]);
  });

  test("random documents as their gaps say", async () => {
    const count = { issued: 0, complete: 0, creditNotes: 0 };
    const gaps = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(polish, async (given) => {
        const documents = await issueDocuments({
          profile: profileOf(given),
          order: orderOf(given),
          credit: given.scene.credit,
        });
        const document = documents[1] ?? documents[0];
        if (document === undefined) return fc.pre(false);
        const found = ksefGaps(document, FACTS);
        for (const { rule, field } of found) gaps.set(`${rule} ${field}`, (gaps.get(`${rule} ${field}`) ?? 0) + 1);
        count.issued += 1;
        if ("reason" in document) count.creditNotes += 1;
        if (found.length === 0) count.complete += 1;
        expect(disagreements(document)).toEqual([]);
      }),
      { numRuns: tries(1_000, 10), maxSkipsPerRun: 1000, endOnFailure: true },
    );
    console.info(`FA(3): ${JSON.stringify(count)}; gaps: ${JSON.stringify([...gaps].sort())}`);
    expect(count.complete).toBeGreaterThan(count.issued / 10);
  }, 1_200_000);
});
