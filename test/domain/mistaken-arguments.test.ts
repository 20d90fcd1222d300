/** Goal: the pure functions name a wrong argument, say what they need, and never fail with an engine's own text. */
import { determineVat, parseInvoiceNumber } from "faktura";
import { expect, test } from "vitest";
import { MISTAKES, REFUSED } from "./mistaken-calls.ts";

test.each(MISTAKES)("%s is a mistake, and the error says what is needed", (_, call, given) => {
  const mistake = () => call(...(given as never[]));
  expect(mistake).toThrow(TypeError);
  expect(mistake).toThrow(/ (?:needs|must be) .*, not /);
});

test.each(["clientVatNumber", "customerVatNumber", "vat_number", "vat_id", "vatId"])(
  "a client whose VAT number is in %s is not a consumer",
  (name) => {
    const seller = { country: "DE", vatRegistered: true, ossRegistered: false };
    const decide = (client: object) => determineVat(seller, { country: "FR", ...client }, { on: "2026-11-20" });
    const errors = [{ parameter: "client", detail: expect.stringContaining(name) }];
    expect(() => decide({ [name]: "FR40303265045" })).toThrow(expect.objectContaining({ errors }));
    expect(decide({ [name]: undefined, name: "Ada", taxNumber: "17" }).treatment).toBe("origin");
    expect(decide({ [name]: "FR40303265045", vatNumber: "FR40303265045" }).treatment).toBe("reverse-charge");
  },
);

test("what is no text is no invoice number", () => {
  expect(parseInvoiceNumber(undefined as never)).toBeUndefined();
});

test.each(REFUSED)("%s is refused by name, and the message says so too", (_, call, place) => {
  const named = place.startsWith("/") ? { pointer: place } : { parameter: place };
  expect(call).toThrow(
    expect.objectContaining({
      code: "request_invalid",
      message: expect.stringContaining(` ${place}: `),
      errors: [{ ...named, detail: expect.any(String) }],
    }),
  );
});

test("each known option of a decision is accepted", () => {
  const company = { country: "DE", vatRegistered: true, ossRegistered: false };
  const known = { supply: "goods", failedChecksum: "refuse", rates: {}, vatRates: {} };
  for (const [name, value] of Object.entries(known))
    expect(determineVat(company, { country: "FR" }, { on: "2026-11-20", [name]: value }).rate, name).toBe(19);
});
