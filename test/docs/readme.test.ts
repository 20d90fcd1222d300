import { expect, test } from "vitest";
import { readPage } from "./pages.ts";

const README = readPage("README.md");
const wordsIn = (text: string) => text.split(/\s+/).filter((word) => word !== "").length;

test("the README shows code within its first 80 words, the heading included", () => {
  expect(wordsIn(README.split("```")[0]!)).toBeLessThanOrEqual(80);
});

test("the README has at most 600 words beside its code, and less than 120 lines", () => {
  expect(wordsIn(README.replaceAll(/^```.*?^```$/gms, ""))).toBeLessThanOrEqual(600);
  expect(README.trimEnd().split("\n").length).toBeLessThan(120);
});
