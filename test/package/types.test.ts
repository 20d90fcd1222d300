import { expect, test } from "vitest";
import { MISTAKES } from "./mistakes.ts";

test.each(Object.entries(MISTAKES))(
  "%s is stopped by the types, and named where there are none",
  async (_, mistake) => {
    const error = await Promise.resolve()
      .then(mistake)
      .catch((reason: unknown) => reason);
    expect(["TypeError", "Refusal"]).toContain((error as Error)?.name);
    // What the engine says of it by itself names nothing that the caller knows.
    expect((error as Error).message).not.toMatch(/undefined \(|of undefined|of null|is not (?:a function|iterable)$/);
  },
);
