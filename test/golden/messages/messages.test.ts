/**
 * Goal: every text with which a call is refused says what is wrong, where, and what to do next; and only changes after a
 * review.
 * Method: `messages.json` contains what the calls of `cases.ts` say, by subject and title: the code, the message, and each
 * fault with its place. Other tests assert codes, places and values, and no sentences. To add a text, add a call. To accept a
 * change, run `FAKTURA_UPDATE_GOLDEN=1 npm test -- test/golden/messages` and review the difference.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { REFUSAL_CODES } from "faktura";
import { expect, test } from "vitest";
import { everyText } from "./cases.ts";

const GOLDEN = join(import.meta.dirname, "messages.json");
const said = await everyText();

test("each call says what was reviewed", () => {
  if (process.env["FAKTURA_UPDATE_GOLDEN"] === "1") writeFileSync(GOLDEN, `${JSON.stringify(said, null, 2)}\n`);
  expect(said).toEqual(JSON.parse(readFileSync(GOLDEN, "utf8")));
});

test("each code of a refusal has a text, and no call went through", () => {
  const texts = Object.values(said).flatMap((subject) => Object.values(subject));
  const codes = new Set(texts.map(([code]) => code!));
  expect(REFUSAL_CODES.filter((code) => !codes.has(code))).toEqual([]);
  expect(texts.filter(([, message]) => message === "nothing was refused")).toEqual([]);
});

test("the message of a request that is not valid states its first fault as a sentence", () => {
  for (const subject of Object.values(said))
    for (const [title, [code, message, first]] of Object.entries(subject)) {
      if (code !== "request_invalid" || first === undefined) continue;
      expect(message, title).toMatch(/[.?]$/);
      const [, detail] = /^[^:]*: (.*)$/s.exec(first)!;
      expect(message, title).toContain(detail!.replace(/[.?]$/, ""));
    }
});
