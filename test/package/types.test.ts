import { isRefusal, Refusal } from "faktura";
import { expect, test } from "vitest";
import { MISTAKES } from "./mistakes.ts";

test.each(Object.entries(MISTAKES))(
  "%s is rejected by the types, and named at run time without them",
  async (_, mistake) => {
    const error = await Promise.resolve()
      .then(mistake)
      .catch((reason: unknown) => reason);
    expect(["TypeError", "Refusal"]).toContain((error as Error)?.name);
    // The engine's own message names nothing that the caller knows.
    expect((error as Error).message).not.toMatch(/undefined \(|of undefined|of null|is not (?:a function|iterable)$/);
  },
);

test("a refusal that was asked for by its code has that code in its type", () => {
  const error: unknown = new Refusal("invoice_paid", "A paid invoice cannot be cancelled.");
  const code: "invoice_paid" | undefined = isRefusal(error, "invoice_paid") ? error.code : undefined;
  expect(code).toBe("invoice_paid");
});
