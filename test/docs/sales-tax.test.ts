import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { answersTo, CAUSES, causesOf, chargeInRegion, chargeOf, isSameCharge } from "../../bench/vat-answers.ts";
import { MEMBERS, OTHER_PLACES, salesBetween } from "../../bench/vat-sales.ts";

const PAGE = readFileSync(new URL("../../docs/why/sales-tax.md", import.meta.url), "utf8");
const counted = (text: string) => Number(text.replace(",", ""));

/** The page's table of causes: how many sales each explains, as answered and without `worldwide`. */
const ROWS = [
  ...PAGE.matchAll(/^\| (?:\*\*)?([^|*]+?)(?:\*\*)? \| (?:\*\*)?([\d,]+)(?:\*\*)? \| (?:\*\*)?([\d,]+)/gm),
].map(([, cause, given, inRegion]) => [cause!, counted(given!), counted(inRegion!)] as const);

test("the page counts and explains every sale that sales-tax answers differently", async () => {
  const answers = await answersTo(salesBetween([...MEMBERS, ...OTHER_PLACES]), { on: "2026-11-20" });
  const [given, inRegion] = [causesOf(answers, chargeOf), causesOf(answers, chargeInRegion)];
  const of = (causes: readonly string[], name: string) => causes.filter((cause) => cause === name).length;
  const rows = CAUSES.map(({ name }) => [name, of(given, name), of(inRegion, name)] as const);
  expect(ROWS.filter(([cause]) => cause !== "all" && !/places|everywhere|between|never/.test(cause))).toEqual(rows);
  expect(ROWS.find(([cause]) => cause === "all")).toEqual(["all", given.length, inRegion.length]);
  expect(PAGE).toContain(`${answers.length.toLocaleString("en")} sales`);
});

test("between member states the two agree today, and two years ago they only differ in rates", async () => {
  const different = async (on: string) =>
    (await answersTo(salesBetween(MEMBERS), { on })).filter(
      ({ ours, theirs }) => !isSameCharge(ours, chargeOf(theirs)),
    );
  expect(await different("2026-11-20")).toEqual([]);
  expect(PAGE).toContain(`For the tax point 2024-11-20, ${(await different("2024-11-20")).length} of the 2,916 sales`);
});
