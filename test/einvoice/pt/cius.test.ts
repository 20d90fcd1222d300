/**
 * Goal: a document without gaps for CIUS-PT breaks none of its fatal rules.
 * Method: each kind of document and random ones, with their credit notes, are judged by the official Schematron and UBL's schema.
 */
import { join } from "node:path";
import type { InvoiceOrder } from "faktura";
import { ciusPt } from "faktura/einvoice/pt";
import fc from "fast-check";
import { expect, test } from "vitest";
import { NATIONAL_RULES, NO_NATIONAL_RULES, type Rules, rulesOf } from "../../en16931/rules.ts";
import { openBooks } from "../../service/books.ts";
import { describeUnless } from "../../support/skipping.ts";
import { tries } from "../../support/tries.ts";
import { structureOf } from "../official.ts";
import { orderOf, portuguese } from "./random-orders.ts";
import { ORDER, SCENES, SELLER } from "./scenes.ts";

let rules: Rules | undefined;

function faultsOf(xml: string): string[] {
  rules ??= rulesOf(join(NATIONAL_RULES!, "pt/2.1.1/urn_feap.gov.pt_CIUS-PT_2.1.1.sch"));
  // For XPath a full stop matches these two characters, for the engine's regular expressions it does not.
  const fatal = rules(xml.replace(/[\u2028\u2029]/g, " ")).filter(({ flag }) => flag === "fatal");
  return [...fatal.map(({ id }) => id), ...structureOf(xml, "en16931")];
}

const SENDER = { ...SELLER, paymentTerms: "30 dias" };

describeUnless(NO_NATIONAL_RULES)("CIUS-PT takes", () => {
  test("every kind of document that has no gaps", async () => {
    let count = 0;
    for (const [name, order, seller] of SCENES) {
      const { acme } = await openBooks(undefined, { ...SENDER, ...seller });
      const invoice = await acme.issue({ ...ORDER, ...order } as InvoiceOrder);
      for (const document of [invoice, await acme.credit(invoice.id, { reason: "Devolução" })]) {
        if (ciusPt.gaps(document).length > 0) continue;
        count += 1;
        expect(faultsOf(ciusPt.syntaxes.ubl.write(document)), name).toEqual([]);
      }
    }
    expect(count).toBeGreaterThan(20);
  }, 1_200_000);

  test("random documents that have no gaps", async () => {
    const count = { issued: 0, complete: 0 };
    const gaps = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(portuguese, async (given) => {
        const { acme } = await openBooks(undefined, SENDER);
        const order = {
          ...orderOf({ ...given, isDomestic: true, isWhole: true, currency: "EUR", series: undefined }),
          paymentReference: undefined,
          payment: undefined,
          payee: undefined,
        };
        // Half of these countries are not known to it.
        const items = order.items.map((item) => ({ ...item, originCountry: undefined, purchaseOrderLine: undefined }));
        const invoice = await acme.issue({ ...order, documentType: undefined, items }).catch(() => undefined);
        if (invoice === undefined) return fc.pre(false);
        count.issued += 1;
        const found = ciusPt.gaps(invoice);
        for (const { rule } of found) gaps.set(rule, (gaps.get(rule) ?? 0) + 1);
        if (found.length > 0) return;
        count.complete += 1;
        expect(faultsOf(ciusPt.syntaxes.ubl.write(invoice))).toEqual([]);
      }),
      { numRuns: tries(1_000, 20), maxSkipsPerRun: 1000, endOnFailure: true },
    );
    console.info(`CIUS-PT: ${JSON.stringify(count)}; gaps: ${JSON.stringify([...gaps].sort())}`);
  }, 1_200_000);
});
