/**
 * Goal: a document has a gap exactly where it would break a rule that is flagged fatal, and without gaps it is valid.
 * Method: random orders, and credit notes of some of them, for complete and incomplete companies. Each document is
 * written in both syntaxes, and judged by the official rules and schemas.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { NO_RULES } from "../en16931/rules.ts";
import { describeUnless } from "../support/skipping.ts";
import { tries } from "../support/tries.ts";
import { CHECKED_PROFILES, disagreements, gapRules } from "./official.ts";
import { issueDocuments, scenes } from "./random-documents.ts";

const PROFILES = CHECKED_PROFILES.slice(-tries(2, 2));

describeUnless(NO_RULES)("random documents", () => {
  test.each(PROFILES)(
    "are judged as their gaps for %s say",
    async (profile) => {
      const count = { issued: 0, complete: 0, creditNotes: 0 };
      await fc.assert(
        fc.asyncProperty(scenes, async (scene) => {
          const documents = await issueDocuments(scene);
          const document = documents[1] ?? documents[0];
          if (document === undefined) return fc.pre(false);
          count.issued += 1;
          if ("reason" in document) count.creditNotes += 1;
          if (gapRules(document, profile, "ubl").length === 0) count.complete += 1;
          expect(disagreements(document, profile)).toEqual([]);
        }),
        { numRuns: tries(600, 15), maxSkipsPerRun: 1000, endOnFailure: true },
      );
      console.info(`${profile}: ${JSON.stringify(count)}`);
    },
    1_200_000,
  );
});
