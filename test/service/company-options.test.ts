/** Goal: who calls, and for which company, is what every store keeps as it is; anything else is refused and shown. */
import { createInvoicing } from "faktura";
import { memoryStore } from "faktura/memory";
import { expect, onTestFinished, test, vi } from "vitest";
import { germanProfile, order } from "../support/fixtures.ts";

const invoicing = createInvoicing({ store: memoryStore() });
const open = (options: object, companyId: unknown = "acme") => invoicing.company(companyId as string, options);

test.each(["", 42, null, ["anna"], "a\0b", "a\ud800", "x".repeat(201)])("%j is no actor", (actor) => {
  expect(() => open({ actor })).toThrow(TypeError);
  expect(() => open({ actor })).toThrow(/^actor must be a string of 1 to 200 characters/);
});

test.each<[object, string]>([
  [{ source: "mail" }, 'source must be one of api, panel, not "mail"'],
  [{ actr: "anna" }, "company: actr is not a known option; did you mean actor?"],
])("%j are no options", (options, message) => {
  expect(() => open(options)).toThrow(new TypeError(message));
});

test.each([{}, { actor: undefined }, { actor: "a" }, { actor: "x".repeat(200) }, { source: "panel" }])(
  "%j are options",
  (options) => {
    expect(() => open(options)).not.toThrow();
  },
);

test.each(["", null, 42, "a\0b", "\ud800"])("%j is no company id", (companyId) => {
  expect(() => open({}, companyId)).toThrow(TypeError);
  expect(() => open({}, companyId)).toThrow(/^a company id must be /);
});

test("without a listener there is no warning about one", async () => {
  const warnings: unknown[] = [];
  const spy = vi.spyOn(process, "emitWarning").mockImplementation((warning) => void warnings.push(warning));
  onTestFinished(() => spy.mockRestore());
  const acme = open({});
  await acme.saveProfile(germanProfile());
  await acme.issue(order());
  expect(warnings).toEqual([]);
});
