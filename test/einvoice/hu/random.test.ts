/**
 * Goal: a document has a gap exactly where NAV would refuse its report, and without gaps it is taken.
 * Method: random orders of a Hungarian company, and credit notes of some of them, are reported whether or not they have gaps, and
 * judged by the official schema and by an independent reader that adds up the lines by VAT. So are the orders of the golden
 * documents, issued by that company.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { CompanyProfile, CreditNote, Invoice, InvoiceOrder, OrderItem } from "faktura";
import { nav, navGaps } from "faktura/einvoice/hu";
import fc from "fast-check";
import { expect, test } from "vitest";
import { describeUnless } from "../../support/skipping.ts";
import { tries } from "../../support/tries.ts";
import { issueDocuments, scenes } from "../random-documents.ts";
import { navAnyway } from "../ungated.ts";
import { NO_SCHEMA, refusals, schemaErrors } from "./authority.ts";
import { PECS, RATE, SELLER } from "./scenes.ts";

/** Gaps of what a report cannot show: what the document is, which invoice it is about, and when its advances were paid. */
const UNSEEN = [
  "INVOICE_REFERENCE_EXPECTED documentType",
  "INVOICE_REFERENCE_EXPECTED correctedInvoices",
  "INVOICE_DELIVERY_DATE_LATE taxPointDate",
  "groupMemberTaxNumber national.hu.clientGroupMember",
];

type HungarianOrder = NonNullable<NonNullable<InvoiceOrder["national"]>["hu"]>;
type HungarianLine = NonNullable<NonNullable<OrderItem["national"]>["hu"]>;

const taxNumber = fc.constantFrom("87654323-2-02", "87654323-5-02", "87654324-2-02", "12345676-4-41");
const nationalOrder: fc.Arbitrary<HungarianOrder> = fc.record(
  {
    clientTaxNumber: taxNumber,
    clientGroupMember: taxNumber,
    appearance: fc.constantFrom("PAPER", "ELECTRONIC", "EDI", "UNKNOWN"),
    reportIsInvoice: fc.boolean(),
  },
  { requiredKeys: [] },
);
const nationalLine: fc.Arbitrary<HungarianLine> = fc.record(
  {
    vatCase: fc.constantFrom("TAM", "AAM", "KBAET", "KBAUK", "EAM", "NAM", "ATK", "EUFAD37", "EUFADE", "EUE", "HO"),
    vtsz: fc.constantFrom("16010091", "02"),
    teszor: fc.constant("620100"),
  },
  { requiredKeys: [] },
);

const rarely = <Value>(arbitrary: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });
const often = fc.integer({ min: 0, max: 3 }).map((n) => n > 0);

/** The order with what a report often needs, so that many documents are complete. */
const hungarian = fc.record({
  scene: scenes,
  isDomestic: fc.boolean(),
  isWhole: often,
  currency: fc.constantFrom("HUF", "EUR", "JPY", "KWD"),
  rate: fc.constantFrom(27, 18, 5),
  national: rarely(nationalOrder),
  line: rarely(nationalLine),
  seller: fc.record({ cashAccounting: fc.boolean(), vatRegistered: fc.integer({ min: 0, max: 5 }).map((n) => n > 0) }),
});

type Scene = typeof hungarian extends fc.Arbitrary<infer Of> ? Of : never;

const CLIENT = { clientCountry: "HU", clientVatNumber: "HU87654323", clientAddress: PECS };

function orderOf({ scene: { order }, isDomestic, isWhole, currency, rate, national, line }: Scene): InvoiceOrder {
  const isManual = order.autoVat === false;
  const wholeItem = (item: OrderItem): OrderItem => ({
    ...item,
    ...(isManual ? (item.taxRate ?? 0) > 0 && { taxRate: rate, vatCategory: undefined } : { vatRates: { HU: rate } }),
  });
  const items = order.items.map((item, index) => ({
    ...(isWhole ? wholeItem(item) : item),
    ...((index === 0 || isWhole) && line !== undefined && { national: { hu: line } }),
  }));
  const { documentType } = order;
  const whole = {
    ...(currency !== "HUF" && { exchangeRate: RATE }),
    currency,
    clientAddress: PECS,
    documentType: documentType === "384" || documentType === "383" ? undefined : documentType,
  } as const;
  const given = { ...order, exchangeRate: undefined, items, ...(isWhole && whole), ...(isDomestic && CLIENT) };
  return { ...given, national: national === undefined ? undefined : { hu: national } };
}

const profileOf = ({ scene, seller }: Scene): Partial<CompanyProfile> => ({
  ...scene.profile,
  ...SELLER,
  ...seller,
  taxRepresentative: undefined,
  taxNumber: seller.vatRegistered ? undefined : "12345676",
  ...(!seller.vatRegistered && { vatNumber: undefined, exemptionNote: "Alanyi adómentes" }),
});

const REFERENCE = { originalNumber: "SZ-1", isUnreported: false, index: 1, linesBefore: 3 };

/** What the gaps and NAV do not agree on. */
function disagreements(document: Invoice | CreditNote): string[] {
  const gaps = navGaps(document).map(({ rule, field }) => `${rule} ${field}`);
  const xml = navAnyway(document, "reason" in document ? REFERENCE : undefined);
  const [refused, structure] = [refusals(xml), schemaErrors(xml)];
  const isSeen = gaps.some((gap) => !UNSEEN.includes(gap));
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

describeUnless(NO_SCHEMA)("NAV takes", () => {
  test.each(orders)("the golden order %s as its gaps say", async (_, order) => {
    const documents = await issueDocuments({ profile: SELLER, order, credit: "all" });
    for (const document of documents) if (nav.appliesTo(document)) expect(disagreements(document)).toEqual([]);
  });

  test("random documents as their gaps say", async () => {
    const count = { issued: 0, complete: 0, creditNotes: 0 };
    const gaps = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(hungarian, async (given) => {
        const documents = await issueDocuments({
          profile: profileOf(given),
          order: orderOf(given),
          credit: given.scene.credit,
        });
        const document = documents[1] ?? documents[0];
        if (document === undefined || !nav.appliesTo(document)) return fc.pre(false);
        const found = navGaps(document);
        for (const { rule, field } of found) gaps.set(`${rule} ${field}`, (gaps.get(`${rule} ${field}`) ?? 0) + 1);
        count.issued += 1;
        if ("reason" in document) count.creditNotes += 1;
        if (found.length === 0) count.complete += 1;
        expect(disagreements(document)).toEqual([]);
      }),
      { numRuns: tries(3_000, 30), maxSkipsPerRun: 1000, endOnFailure: true },
    );
    console.info(`NAV: ${JSON.stringify(count)}; gaps: ${JSON.stringify([...gaps].sort())}`);
    expect(count.complete).toBeGreaterThan(count.issued / 10);
  }, 1_200_000);
});
