/**
 * Goal: every kind of document of a Hungarian company is reported as NAV takes it.
 * Method: each is issued with its credit note and, beside that, cancelled; the reports are judged by the official schema, and by
 * an independent reader that adds up their lines.
 */
import type { Company } from "faktura";
import { navGaps } from "faktura/einvoice/hu";
import { describe, expect, test } from "vitest";
import { openBooks } from "../../service/books.ts";
import { describeUnless } from "../../support/skipping.ts";
import { NO_SCHEMA, refusals, schemaErrors } from "./authority.ts";
import { ORDER, reportsOf, SCENES, SELLER } from "./scenes.ts";

const named = SCENES.map((scene) => ({ name: scene[0], scene }));

/** The reports of an invoice, its credit note, another such invoice and its cancellation. */
async function reportedOf([, , order, seller]: (typeof SCENES)[number]) {
  const { acme } = await openBooks(undefined, { ...SELLER, ...seller });
  const issue = (company: Company) => company.issue({ ...ORDER, ...order });
  const invoice = await issue(acme);
  const note = await acme.credit(invoice.id, { reason: "Visszáru" });
  await acme.cancel((await issue(acme)).id);
  return { documents: [invoice, note], reports: await reportsOf(acme) };
}

const textsOf = (xml: string, name: string) =>
  [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, "g"))].map(([, text]) => text);

describe("NAV's checks pass, and the VAT is that of the sale", () => {
  test.each(named)("$name", async ({ scene }) => {
    const { documents, reports } = await reportedOf(scene);
    for (const document of documents) expect(navGaps(document)).toEqual([]);
    expect(reports.map(({ operation }) => operation)).toEqual(["CREATE", "MODIFY", "CREATE", "STORNO"]);
    for (const { xml } of reports) expect(refusals(xml)).toEqual([]);
    const lines = /<lineVatRate>(?:<\w+>)*([^<]+)</g;
    expect([...reports[0]!.xml.matchAll(lines)].map(([, vat]) => vat)).toEqual(scene[1]);
    const [created, modified, , cancelled] = reports.map(({ xml }) => Number(textsOf(xml, "invoiceGrossAmountHUF")[0]));
    expect([modified, cancelled]).toEqual([-created! + 0, -created! + 0]);
  });
});

describeUnless(NO_SCHEMA)("the official schema takes", () => {
  test.each(named)("$name", async ({ scene }) => {
    for (const { xml } of (await reportedOf(scene)).reports) expect(schemaErrors(xml)).toEqual([]);
  });
});
