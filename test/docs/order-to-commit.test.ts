import { expect, test } from "vitest";
import { readPage, SOURCES } from "./pages.ts";

test("the page about the way of an order names functions and types that exist in the sources", () => {
  const page = readPage("docs/contributing/order-to-commit.md");
  const code = SOURCES.map(readPage).join("\n");
  const named = [...page.matchAll(/`(?<name>[a-z]+[A-Z]\w*|[A-Z][a-z]+[A-Z]?\w*)`/g)].map(
    ({ groups }) => groups!["name"]!,
  );
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((name) => !new RegExp(`\\b${name}\\b`).test(code))).toEqual([]);
});
