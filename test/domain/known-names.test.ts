import { expect, test } from "vitest";
import { nearestName, nearestNameHint } from "../../src/domain/known-names.ts";

test("the nearest known name is returned, whatever the case, and none if all are far", () => {
  const known = ["total", "taxTotal", "taxRate"];
  expect(nearestName("TAXRATE", known)).toBe("taxRate");
  expect(nearestName("taxTotl", known)).toBe("taxTotal");
  expect(nearestName("totel", known)).toBe("total");
  expect(nearestName("colour", known)).toBeUndefined();
  expect(nearestName("", known)).toBeUndefined();
});

test("a name of more than 64 characters is not compared, because the time grows with the length of both names", () => {
  const known = ["x".repeat(66)];
  expect(nearestName("x".repeat(64), known)).toBe(known[0]);
  expect(nearestName("x".repeat(65), known)).toBeUndefined();
});

test("if no name is a few letters off, the only name that ends in the given text is meant", () => {
  const known = ["clientName", "clientCountry", "clientVatNumber", "vatNote", "taxRate"];
  expect(nearestName("Country", known)).toBe("clientCountry");
  expect(nearestName("name", known)).toBe("clientName");
  expect(nearestName("name", [...known, "sellerName"])).toBeUndefined();
  expect(nearestName("te", known)).toBeUndefined();
});

test("a name of which no letter is right is not the nearest one", () => {
  expect(nearestName("X", ["S", "AE"])).toBeUndefined();
  expect(nearestName("s", ["S", "AE"])).toBe("S");
});

test("a longer name is meant to be the only one that it ends or begins with", () => {
  const known = ["name", "country", "currency", "vatNote"];
  expect(nearestName("companyName", known)).toBe("name");
  expect(nearestName("currencyCode", known)).toBe("currency");
  expect(nearestName("countryName", known)).toBeUndefined();
});

test("the hint lists names that begin with a given one, and at most three of them", () => {
  const known = ["clientName", "clientCountry", "clientEmail", "note"];
  expect(nearestNameHint("client", known)).toBe("; did you mean clientName, clientCountry, clientEmail?");
  expect(nearestNameHint("client", [...known, "clientNumber"])).toBe(
    "; did you mean clientName, clientCountry, clientEmail or another that begins with client?",
  );
});

test("the hint names the nearest one, or else all if there are few, or else nothing", () => {
  const known = ["on", "supply"];
  expect(nearestNameHint("suply", known)).toBe("; did you mean supply?");
  expect(nearestNameHint("colour", known)).toBe("; known: on, supply");
  expect(
    nearestNameHint(
      "colour",
      Array.from({ length: 9 }, (_, index) => `name${index}`),
    ),
  ).toBe("");
  expect(nearestNameHint("colour", [])).toBe("");
});
