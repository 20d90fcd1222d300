/**
 * Goal: the golden documents break exactly the official rules that their gaps name, in both syntaxes and the format of the
 * seller's state.
 * Method: each is written in each syntax, whether or not it has gaps, and judged by the official rules and schemas.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Invoice } from "faktura";
import { expect, test } from "vitest";
import { NO_RULES } from "../en16931/rules.ts";
import { describeUnless } from "../support/skipping.ts";
import { tries } from "../support/tries.ts";
import { CHECKED_PROFILES, disagreements, PROFILE_OF_STATE } from "./official.ts";

const PROFILES = CHECKED_PROFILES.slice(-tries(3, 1.5));

const FOLDER = join(import.meta.dirname, "../golden");
const read = (file: string): unknown => JSON.parse(readFileSync(join(FOLDER, file), "utf8"));

const files = readdirSync(FOLDER).filter((file) => file.endsWith(".json"));
const documents = files.map((file): [string, Invoice] => [file, (read(file) as { invoice: Invoice }).invoice]);

describeUnless(NO_RULES)("documents are judged as their gaps say:", () => {
  test.each(documents)("%s", (_, invoice) => {
    const ofState = PROFILE_OF_STATE[invoice.seller.country];
    for (const profile of [...PROFILES, ...(ofState === undefined ? [] : [ofState])])
      expect(disagreements(invoice, profile), profile).toEqual([]);
  });
});
