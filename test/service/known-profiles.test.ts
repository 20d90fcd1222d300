import { expect, test } from "vitest";
import { KnownProfiles } from "../../src/service/known-profiles.ts";
import { germanProfile, oneTo } from "../support/fixtures.ts";

const text = JSON.stringify(germanProfile());

test("a profile stays the same object until its text changes or is gone", () => {
  const profiles = new KnownProfiles();
  profiles.update("acme", text);
  const known = profiles.find("acme");
  expect(known).toEqual({ text, profile: germanProfile() });
  profiles.update("acme", text);
  expect(profiles.find("acme")).toBe(known);
  profiles.update("acme", text.replace("Firma", "Laden"));
  expect(profiles.find("acme")?.profile.name).toBe(germanProfile().name.replace("Firma", "Laden"));
  profiles.update("acme", undefined);
  expect(profiles.find("acme")).toBeUndefined();
});

test("at most a thousand are kept, and the oldest is dropped first", () => {
  const profiles = new KnownProfiles();
  for (const place of oneTo(1001)) profiles.update(`company-${place}`, text);
  expect([1, 2, 1001].map((place) => profiles.find(`company-${place}`) !== undefined)).toEqual([false, true, true]);
});
