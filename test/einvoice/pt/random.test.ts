/**
 * Goal: whatever a Portuguese company issues, a document without gaps is in a file that the tax authority takes, and a document
 * with gaps is not signed; any books give the same chains again.
 * Method: random orders, and credit notes of some of them, in files of one document and of all; random changes of books.
 */
import type { Company, Invoice } from "faktura";
import { saftPtGaps } from "faktura/einvoice/pt";
import fc from "fast-check";
import { expect, test } from "vitest";
import { openBooks } from "../../service/books.ts";
import { describeUnless } from "../../support/skipping.ts";
import { tries } from "../../support/tries.ts";
import { brokenAsserts, chainFaults, NO_SCHEMA, schemaErrors, sumFaults } from "./authority.ts";
import { orderOf, portuguese } from "./random-orders.ts";
import { fileOf, KEYS, ORDER, recordsOf, SELLER } from "./scenes.ts";

describeUnless(NO_SCHEMA)("the tax authority takes", () => {
  test("random documents without gaps, and others are not signed", async () => {
    const count = { issued: 0, complete: 0, creditNotes: 0 };
    const gaps = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(portuguese, async (given) => {
        const { acme } = await openBooks(undefined, {
          ...given.scene.profile,
          ...SELLER,
          taxRepresentative: undefined,
        });
        const invoice = await acme.issue(orderOf(given)).catch(() => undefined);
        if (invoice === undefined) return fc.pre(false);
        count.issued += 1;
        const documents = [invoice];
        if (given.scene.credit === "all" && invoice.total > 0) {
          const note = await acme.credit(invoice.id, { reason: "Devolução & mais" });
          documents.push(note as never);
          count.creditNotes += 1;
        }
        const found = documents.flatMap((document) => saftPtGaps(document));
        for (const { rule } of found) gaps.set(rule, (gaps.get(rule) ?? 0) + 1);
        if (found.length > 0)
          return void (await expect(fileOf(acme)).rejects.toMatchObject({ code: "einvoice_incomplete" }));
        count.complete += 1;
        const file = await fileOf(acme);
        expect([...schemaErrors(file), ...brokenAsserts(file), ...sumFaults(file)]).toEqual([]);
        expect(chainFaults(file, KEYS.publicKey)).toEqual([]);
      }),
      { numRuns: tries(1_000, 20), maxSkipsPerRun: 1000, endOnFailure: true },
    );
    console.info(`SAF-T (PT): ${JSON.stringify(count)}; gaps: ${JSON.stringify([...gaps].sort())}`);
    expect(count.complete).toBeGreaterThan(count.issued / 10);
  }, 1_200_000);
});

const change = fc.record({
  what: fc.constantFrom("issue", "issue", "ticket", "pay", "credit", "cancel"),
  place: fc.nat(20),
});

async function make(acme: Company, { what, place }: { what: string; place: number }, issued: Invoice[]): Promise<void> {
  if (what === "issue" || what === "ticket" || issued.length === 0) {
    issued.push(await acme.issue({ ...ORDER, ...(what === "ticket" && { series: "FS" }) }));
    return;
  }
  const { id } = issued[place % issued.length]!;
  if (what === "pay") await acme.recordPayment(id, { amount: 1 });
  else if (what === "credit") await acme.credit(id, { reason: "R", lines: [{ line: 1, netAmount: 1 }] });
  else await acme.cancel(id);
}

test("the signatures of any books are one chain in each series, and those behind any record are its end", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(change, { maxLength: 25 }), fc.nat(20), async (changes, place) => {
      const { acme } = await openBooks(undefined, SELLER);
      const issued: Invoice[] = [];
      // What the books refuse, such as a payment of what was cancelled, changes nothing.
      for (const each of changes) await make(acme, each, issued).catch(() => undefined);
      const records = await recordsOf(acme);
      const { total: notes } = await acme.creditNotes();
      expect(records).toHaveLength(issued.length + notes);
      if (records.length === 0) return;
      expect(chainFaults(await fileOf(acme), KEYS.publicKey)).toEqual([]);
      const after = records[place % records.length]!;
      const series = after.number.replace(/-.*/, "");
      const own = records.filter(({ number, position }) => number.startsWith(series) && position > after.position);
      expect(await recordsOf(acme, { series, after })).toEqual(own);
    }),
    { numRuns: tries(20) },
  );
});
