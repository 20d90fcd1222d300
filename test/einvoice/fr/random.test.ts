/**
 * Goal: a document has a gap for `ctc-fr` exactly where it would break a rule of EN 16931 or of France.
 * Method: random orders of French sellers, and credit notes of some of them, with some things wrong. Each document is
 * written in both syntaxes and judged by the official rules.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { NO_NATIONAL_RULES } from "../../en16931/rules.ts";
import { describeUnless } from "../../support/skipping.ts";
import { tries } from "../../support/tries.ts";
import { disagreements, gapRules } from "../official.ts";
import { issueDocuments } from "../random-documents.ts";
import { frenchScenes } from "./scenes.ts";

describeUnless(NO_NATIONAL_RULES)("random documents of French sellers", () => {
  test("are judged as their gaps say", async () => {
    const count = { issued: 0, complete: 0, creditNotes: 0 };
    await fc.assert(
      fc.asyncProperty(frenchScenes, async (scene) => {
        const documents = await issueDocuments(scene);
        const document = documents[1] ?? documents[0];
        if (document === undefined) return fc.pre(false);
        count.issued += 1;
        if ("reason" in document) count.creditNotes += 1;
        if (gapRules(document, "ctc-fr", "ubl").length === 0) count.complete += 1;
        expect(disagreements(document, "ctc-fr")).toEqual([]);
      }),
      { numRuns: tries(1_000, 100), maxSkipsPerRun: 1000, endOnFailure: true },
    );
    console.info(`ctc-fr: ${JSON.stringify(count)}`);
    if (count.issued > 50) expect(count.complete).toBeGreaterThan(0);
  }, 1_200_000);
});
