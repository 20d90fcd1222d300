/**
 * Goal: a document has a gap exactly where the tax agency would refuse its record, and without gaps it is taken; and the
 * records of any books are one chain that can be read from any record on.
 * Method: random orders of a Spanish company, and credit notes of some of them, are written whether or not they have gaps, and
 * judged by the official schemas and by an independent reader. So are the orders of the golden documents, issued by that
 * company. Random changes of books are read at once and in parts.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Company, CompanyProfile, CreditNote, Invoice, InvoiceOrder, OrderItem } from "faktura";
import { verifactuGaps } from "faktura/einvoice/es";
import fc from "fast-check";
import { expect, test } from "vitest";
import { openBooks } from "../../service/books.ts";
import { describeUnless } from "../../support/skipping.ts";
import { tries } from "../../support/tries.ts";
import { issueDocuments, scenes } from "../random-documents.ts";
import { registrationAnyway } from "../ungated.ts";
import { chainFaults, NO_SCHEMA, refusals, schemaErrors } from "./agency.ts";
import { INSTALLATION, ORDER, RATE, recordsOf, SELLER } from "./scenes.ts";

/** The gap of what a record cannot show: that its amounts are not in euros. */
const UNSEEN = "ImporteTotal exchangeRate";

type SpanishOrder = NonNullable<NonNullable<InvoiceOrder["national"]>["es"]>;
type SpanishLine = NonNullable<NonNullable<OrderItem["national"]>["es"]>;

const nationalOrder: fc.Arbitrary<SpanishOrder> = fc.record(
  {
    description: fc.constantFrom("Servicios", "ñ".repeat(500)),
    invoiceType: fc.constantFrom("F1", "F2", "F3"),
    clientId: fc.record({
      type: fc.constantFrom("02", "03", "04", "05", "06", "07"),
      id: fc.constantFrom("12345678Z", "FR40303265045", "A58818501", "X-1"),
      country: fc.constantFrom("ES", "FR", "XK"),
    }),
    correctionType: fc.constantFrom("R1", "R2", "R3", "R4"),
    replaced: fc.constantFrom({ net: 100, tax: 21 }, { net: 100, tax: 21, surcharge: 5.2 }),
  },
  { requiredKeys: [] },
);
const nationalLine: fc.Arbitrary<SpanishLine> = fc.record(
  {
    exemption: fc.constantFrom("E1", "E2", "E3", "E4", "E5", "E6", "N1", "N2"),
    regime: fc.constantFrom("01", "02", "04", "07", "08", "09", "11", "15", "17", "18", "19"),
    equivalenceSurcharge: fc.boolean(),
  },
  { requiredKeys: [] },
);

const rarely = <Value>(arbitrary: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });
const often = fc.integer({ min: 0, max: 3 }).map((n) => n > 0);

/** The order with what Veri*factu often needs, so that many documents are complete. */
const spanish = fc.record({
  scene: scenes,
  isDomestic: fc.boolean(),
  isWhole: often,
  currency: fc.constantFrom("EUR", "USD", "JPY"),
  rate: fc.constantFrom(21, 10, 4),
  national: rarely(nationalOrder),
  line: rarely(nationalLine),
  seller: fc.record({ cashAccounting: fc.boolean(), vatRegistered: often }),
});

type Scene = typeof spanish extends fc.Arbitrary<infer Of> ? Of : never;

const { clientCountry, clientVatNumber, clientAddress } = ORDER;
const CLIENT = { clientCountry, clientVatNumber, clientAddress };
const EARLIER = [{ number: "FV-1", issueDate: "2026-10-01" }];

function orderOf({ scene: { order }, isDomestic, isWhole, currency, rate, national, line }: Scene): InvoiceOrder {
  const isManual = order.autoVat === false;
  const wholeItem = (item: OrderItem): OrderItem => ({
    ...item,
    ...(isManual ? (item.taxRate ?? 0) > 0 && { taxRate: rate, vatCategory: undefined } : { vatRates: { ES: rate } }),
  });
  const items = order.items.map((item, index) => ({
    ...(isWhole ? wholeItem(item) : item),
    ...(index === 0 && line !== undefined && { national: { es: line } }),
  }));
  const whole = { ...(currency !== "EUR" && { exchangeRate: RATE }), currency, precedingInvoices: EARLIER } as const;
  const given = { ...order, exchangeRate: undefined, items, ...(isWhole && whole), ...(isDomestic && CLIENT) };
  return { ...given, national: national === undefined ? undefined : { es: national } };
}

const profileOf = ({ scene, seller }: Scene): Partial<CompanyProfile> => ({
  ...scene.profile,
  ...SELLER,
  ...seller,
  taxRepresentative: undefined,
  taxNumber: seller.vatRegistered ? undefined : "B12345674",
  ...(!seller.vatRegistered && { vatNumber: undefined, exemptionNote: "Artículo 20" }),
});

const FACTS = {
  previous: undefined,
  installation: INSTALLATION,
  generatedAt: "2026-11-20T13:00:00+01:00",
  hash: "0".repeat(64),
};

/** Whether the record's total is that of the document in euros, without the VAT of other states. */
function hasTotal(document: Invoice | CreditNote, xml: string): boolean {
  if (document.currency !== "EUR") return true;
  const isForeign = ({ category, rateCountry }: Invoice["vatBreakdown"][number]) =>
    ["S", "Z"].includes(category) && (rateCountry ?? "ES") !== "ES";
  const foreign = document.vatBreakdown.filter(isForeign).reduce((sum, { taxAmount }) => sum + taxAmount, 0);
  const total = (document.total - foreign) * ("creditNoteNumber" in document ? -1 : 1);
  return Math.abs(Number(/<ImporteTotal>(.*?)</.exec(xml)![1]) - total) < 0.001;
}

function isInEuros({ currency, exchangeRate }: Invoice | CreditNote): boolean {
  return currency === "EUR" || (exchangeRate !== undefined && (exchangeRate.currency ?? "EUR") === "EUR");
}

/** What the gaps and the tax agency do not agree on. */
function disagreements(document: Invoice | CreditNote): string[] {
  const gaps = verifactuGaps(document).map(({ rule, field }) => `${rule} ${field}`);
  const xml = registrationAnyway(document, FACTS);
  if (!hasTotal(document, xml)) return ["the total is not that of the document"];
  const [refused, structure] = [refusals(xml), schemaErrors(xml)];
  const isSeen = gaps.some((gap) => gap !== UNSEEN || isInEuros(document));
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

describeUnless(NO_SCHEMA)("the tax agency takes", () => {
  test.each(orders)("the golden order %s as its gaps say", async (_, order) => {
    const documents = await issueDocuments({ profile: SELLER, order, credit: "all" });
    for (const document of documents) expect(disagreements(document)).toEqual([]);
  });

  test("random documents as their gaps say", async () => {
    const count = { issued: 0, complete: 0, creditNotes: 0 };
    const gaps = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(spanish, async (given) => {
        const documents = await issueDocuments({
          profile: profileOf(given),
          order: orderOf(given),
          credit: given.scene.credit,
        });
        const document = documents[1] ?? documents[0];
        if (document === undefined) return fc.pre(false);
        const found = verifactuGaps(document);
        for (const { rule, field } of found) gaps.set(`${rule} ${field}`, (gaps.get(`${rule} ${field}`) ?? 0) + 1);
        count.issued += 1;
        if ("reason" in document) count.creditNotes += 1;
        if (found.length === 0) count.complete += 1;
        expect(disagreements(document)).toEqual([]);
      }),
      { numRuns: tries(1_000, 10), maxSkipsPerRun: 1000, endOnFailure: true },
    );
    console.info(`Veri*factu: ${JSON.stringify(count)}; gaps: ${JSON.stringify([...gaps].sort())}`);
    expect(count.complete).toBeGreaterThan(count.issued / 10);
  }, 1_200_000);
});

/** A change of the books, of the invoice at a place among those that there are. */
const change = fc.record({
  what: fc.constantFrom("issue", "issue", "ticket", "pay", "credit", "cancel"),
  place: fc.nat(20),
});

async function make(acme: Company, { what, place }: { what: string; place: number }, issued: Invoice[]): Promise<void> {
  if (what === "issue" || what === "ticket" || issued.length === 0) {
    const client = what === "ticket" ? { clientVatNumber: undefined, series: "TPV" } : {};
    issued.push(await acme.issue({ ...ORDER, ...client }));
    return;
  }
  const { id } = issued[place % issued.length]!;
  if (what === "pay") await acme.recordPayment(id, { amount: 1 });
  else if (what === "credit") await acme.credit(id, { reason: "R", lines: [{ line: 1, netAmount: 1 }] });
  else await acme.cancel(id);
}

test("the records of any books are one chain, and those behind any record are its end", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(change, { maxLength: 25 }), fc.nat(20), async (changes, place) => {
      const { acme } = await openBooks(undefined, { ...SELLER, series: { TPV: { prefix: "TPV" } } });
      const issued: Invoice[] = [];
      // What the books refuse, such as a payment of what was cancelled, changes nothing.
      for (const each of changes) await make(acme, each, issued).catch(() => undefined);
      const records = await recordsOf(acme);
      expect(chainFaults(records.map(({ xml }) => xml))).toEqual([]);
      expect(records.map(({ position }) => position)).toEqual(
        records.map(({ position }) => position).toSorted((a, b) => a - b),
      );
      const documents = records.filter(({ kind }) => kind === "registration").map(({ number }) => number);
      const { data: notes } = await acme.creditNotes({ limit: 100 });
      const all = [...issued.map((each) => each.invoiceNumber), ...notes.map((each) => each.creditNoteNumber)];
      expect(documents.toSorted()).toEqual(all.toSorted());
      const { total: cancelled } = await acme.list({ status: "CANCELLED" });
      expect(records.length - documents.length).toBe(cancelled);
      if (records.length === 0) return;
      const index = place % records.length;
      expect(await recordsOf(acme, { after: records[index] })).toEqual(records.slice(index + 1));
    }),
    { numRuns: tries(30) },
  );
});
