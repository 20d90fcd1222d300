import { expect, test } from "vitest";
import { nearestName } from "../../src/domain/nearest-name.ts";

test("the nearest of the known names is given, whatever the case, and none that is far", () => {
  const known = ["total", "taxTotal", "taxRate"];
  expect(nearestName("TAXRATE", known)).toBe("taxRate");
  expect(nearestName("taxTotl", known)).toBe("taxTotal");
  expect(nearestName("totel", known)).toBe("total");
  expect(nearestName("colour", known)).toBeUndefined();
  expect(nearestName("", known)).toBeUndefined();
});

test("a name of more than 64 characters is nobody's slip: comparing a long one takes as long as both together", () => {
  const known = ["x".repeat(66)];
  expect(nearestName("x".repeat(64), known)).toBe(known[0]);
  expect(nearestName("x".repeat(65), known)).toBeUndefined();
});
