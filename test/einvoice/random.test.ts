/**
 * Goal: a document has a gap exactly where it would break a rule that is flagged fatal, and without gaps it is valid.
 * Method: random orders, and credit notes of some of them, for complete and incomplete companies. Each document is
 * written in both syntaxes, and judged by the official rules and schemas. Peppol's rules, which differ by country, judge
 * those of sellers in 22 states in UBL.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { NO_NATIONAL_RULES, NO_RULES } from "../en16931/rules.ts";
import { describeUnless } from "../support/skipping.ts";
import { tries } from "../support/tries.ts";
import { disagreements, gapRules, judge, withoutLineSums, written } from "./official.ts";
import { STATES, scenesFrom } from "./peppol-scenes.ts";
import { issueDocuments, scenes } from "./random-documents.ts";

// Peppol's rules for UBL judge documents below; those for CII are of another year.
const PROFILES = (["en16931", "xrechnung"] as const).slice(-tries(2, 2));

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
        { numRuns: tries(1_000, 70), maxSkipsPerRun: 1000, endOnFailure: true },
      );
      console.info(`${profile}: ${JSON.stringify(count)}`);
    },
    1_200_000,
  );
});

describeUnless(NO_NATIONAL_RULES)("random documents from", () => {
  test.each(STATES)(
    "%s are judged by Peppol as their gaps say",
    async (state) => {
      const count = { issued: 0, complete: 0, creditNotes: 0 };
      await fc.assert(
        fc.asyncProperty(scenesFrom(state), async (scene) => {
          const documents = await issueDocuments(scene);
          const document = documents[1] ?? documents[0];
          if (document === undefined) return fc.pre(false);
          count.issued += 1;
          if ("reason" in document) count.creditNotes += 1;
          const gaps = gapRules(document, "peppol", "ubl");
          if (gaps.length === 0) count.complete += 1;
          const { fatal, structure } = judge(written(document, "peppol", "ubl"), "peppol", "ubl");
          expect(gaps).toEqual(withoutLineSums(fatal));
          if (gaps.length === 0) expect(structure).toEqual([]);
        }),
        { numRuns: tries(91, 45), maxSkipsPerRun: 1000, endOnFailure: true },
      );
      console.info(`${state}: ${JSON.stringify(count)}`);
      // Else the test would not show that documents without gaps are valid. Only self-billed Greek ones have none.
      if (count.issued > 50 && state !== "GR") expect(count.complete).toBeGreaterThan(0);
    },
    1_200_000,
  );
});
