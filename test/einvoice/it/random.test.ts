/**
 * Goal: a document has a gap exactly where the exchange system would refuse its file, and without gaps it is taken.
 * Method: random orders of an Italian company, and credit notes of some of them, are written whether or not they have gaps,
 * and judged by the official schema and by an independent reader that does the portal's arithmetic. So are the orders of
 * the golden documents, issued by that company.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { CompanyProfile, CreditNote, Invoice, InvoiceOrder, OrderItem } from "faktura";
import { fatturaPaGaps } from "faktura/einvoice/it";
import fc from "fast-check";
import { expect, test } from "vitest";
import { describeUnless } from "../../support/skipping.ts";
import { tries } from "../../support/tries.ts";
import { issueDocuments, scenes } from "../random-documents.ts";
import { fatturaAnyway } from "../ungated.ts";
import { NO_SCHEMA, refusals, schemaErrors } from "./portal.ts";
import { ROME, SELLER } from "./scenes.ts";

/** The checks that the reader repeats. Gaps with other codes are of the schema, of registers, or the library's own. */
const REPEATED = ["00301", "00313", "00400", "00401", "00417", "00418", "00421", "00423", "00424", "00471"];

/** The same check of a summary or a contribution as of a line, where a gap is of all of them. */
const SAME: Readonly<Record<string, string>> = {
  "00413": "00400",
  "00429": "00400",
  "00414": "00401",
  "00430": "00401",
};

type ItalianOrder = NonNullable<NonNullable<InvoiceOrder["national"]>["it"]>;
type ItalianLine = NonNullable<NonNullable<OrderItem["national"]>["it"]>;

const nationalOrder: fc.Arbitrary<ItalianOrder> = fc.record(
  {
    documentType: fc.constantFrom("TD01", "TD02", "TD05", "TD06", "TD24", "TD25"),
    recipientCode: fc.constantFrom("ABC1234", "UFABC1", "XXXXXXX", "0000000"),
    splitPayment: fc.boolean(),
    stampDuty: fc.boolean(),
    deliveryNotes: fc.constantFrom([{ number: "1", date: "2026-11-01" }]),
  },
  { requiredKeys: [] },
);

const withholdings = fc.array(
  fc.record(
    {
      type: fc.constantFrom("RT01", "RT02", "RT04"),
      percent: fc.constantFrom(20, 8.5, 23.456),
      basePercent: fc.constantFrom(50, 100),
      reason: fc.constant("Ritenuta"),
      code: fc.constantFrom("A", "R", "ZO"),
    },
    { requiredKeys: ["type", "percent", "reason", "code"] },
  ),
  { minLength: 1, maxLength: 2 },
);

const disbursements = fc.constantFrom([{ description: "Visura", amount: 12.34, reference: "R 1" }]);

const nationalLine: fc.Arbitrary<ItalianLine> = fc.record(
  {
    nature: fc.constantFrom("N1", "N3.5", "N4", "N6.7"),
    withheld: fc.boolean(),
    pensionFund: fc.constantFrom({ type: "TC01", percent: 4 }, { type: "TC22", percent: 4 }),
  },
  { requiredKeys: [] },
);

const rarely = <Value>(arbitrary: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });

const LETTERS = "àèìòùÀÉñßœŁ€–’абвΩ🧾<&>\"' .aZ09";
const latin = fc
  .array(fc.constantFrom(...LETTERS, ..."abcdefghijkl"), { minLength: 1, maxLength: 16 })
  .map((all) => `A${all.join("")}`);

/** The order with what FatturaPA often needs, so that many documents are complete. */
const italian = fc.record({
  scene: scenes,
  isDomestic: fc.boolean(),
  isWhole: fc.integer({ min: 0, max: 3 }).map((n) => n > 0),
  name: latin,
  national: rarely(nationalOrder),
  withholdings: rarely(withholdings),
  disbursements: rarely(disbursements),
  line: rarely(nationalLine),
  seller: fc.record({ cashAccounting: fc.boolean(), vatRegistered: fc.integer({ min: 0, max: 5 }).map((n) => n > 0) }),
});

type Scene = typeof italian extends fc.Arbitrary<infer Of> ? Of : never;

const CLIENT = { clientCountry: "IT", clientVatNumber: "IT00488410010", clientAddress: ROME };
const SHORT = {
  contractReference: "C-1",
  projectReference: "J51B20000000001",
  tenderReference: "Z1",
  goodsReceiptReference: "R",
  buyerAccountingReference: "K",
};

function orderOf({ scene: { order }, isDomestic, isWhole, name, national, line, ...payable }: Scene): InvoiceOrder {
  const items = order.items.map((item, index) => ({
    ...item,
    ...(index === 0 && line !== undefined && { national: { it: line } }),
  }));
  const whole = {
    clientName: name,
    currency: "EUR",
    exchangeRate: undefined,
    clientAddress: ROME,
    purchaseOrderReference: "PO-1",
    ...SHORT,
    items: items.map((item) => ({
      ...item,
      description: `${name} ${item.description}`,
      buyerAccountingReference: "K",
    })),
  } as const;
  const given = { ...order, items, ...(isWhole && whole), ...(isDomestic && CLIENT) };
  const { withholdings, disbursements } = payable;
  return { ...given, withholdings, disbursements, national: national === undefined ? undefined : { it: national } };
}

const profileOf = ({ scene, seller }: Scene): Partial<CompanyProfile> => ({
  ...scene.profile,
  ...SELLER,
  ...seller,
  taxRepresentative: undefined,
  taxNumber: undefined,
  ossRegistered: false,
});

/** What the gaps and the portal do not agree on. */
function disagreements(document: Invoice | CreditNote): string[] {
  const found = fatturaPaGaps(document);
  const gaps = found.map(({ rule }) => rule);
  const xml = fatturaAnyway(document);
  const refused = refusals(xml).map((rule) => SAME[rule] ?? rule);
  const structure = schemaErrors(xml);
  return [
    ...refused
      .filter((rule) => !gaps.includes(rule) && !(rule === "total" && gaps.length > 0))
      .map((rule) => `${rule} is refused without a gap`),
    ...gaps
      .filter((rule) => REPEATED.includes(rule) && !refused.includes(rule))
      .map((rule) => `${rule} is a gap and not refused`),
    ...(gaps.length === 0 ? structure : []),
    ...(gaps.every((rule) => rule === "00200") && gaps.length > 0 && structure.length === 0
      ? found.map(({ field }) => `00200 of ${field} is a gap of nothing`)
      : []),
  ];
}

const GOLDEN = join(import.meta.dirname, "../../golden");
const orders = readdirSync(GOLDEN)
  .filter((file) => file.endsWith(".json"))
  .map((file): [string, InvoiceOrder] => [
    file,
    (JSON.parse(readFileSync(join(GOLDEN, file), "utf8")) as { order: InvoiceOrder }).order,
  ]);

describeUnless(NO_SCHEMA)("the exchange system takes", () => {
  test.each(orders)("the golden order %s as its gaps say", async (_, order) => {
    const documents = await issueDocuments({ profile: SELLER, order, credit: "all" });
    for (const document of documents) expect(disagreements(document)).toEqual([]);
  });

  test("random documents as their gaps say", async () => {
    const count = { issued: 0, complete: 0, creditNotes: 0 };
    const gaps = new Set<string>();
    await fc.assert(
      fc.asyncProperty(italian, async (given) => {
        const documents = await issueDocuments({
          profile: profileOf(given),
          order: orderOf(given),
          credit: given.scene.credit,
        });
        const document = documents[1] ?? documents[0];
        if (document === undefined) return fc.pre(false);
        const found = fatturaPaGaps(document);
        for (const { rule, field } of found) gaps.add(`${rule} ${field}`);
        count.issued += 1;
        if ("reason" in document) count.creditNotes += 1;
        if (found.length === 0) count.complete += 1;
        expect(disagreements(document)).toEqual([]);
      }),
      { numRuns: tries(1_000, 10), maxSkipsPerRun: 1000, endOnFailure: true },
    );
    console.info(`FatturaPA: ${JSON.stringify(count)}; gaps: ${[...gaps].sort().join(", ")}`);
    expect(count.complete).toBeGreaterThan(count.issued / 10);
  }, 1_200_000);
});
