import { Refusal } from "faktura";
import { expect } from "vitest";

/** What a refusal says: its message, then each fault as place and detail. */
export async function refusalOf(call: Promise<unknown>): Promise<readonly string[]> {
  const error = await call.then(
    () => expect.fail("nothing was refused"),
    (refusal: unknown) => refusal,
  );
  if (!(error instanceof Refusal)) throw error;
  return [
    error.message,
    ...error.errors.map((fault) => `${"pointer" in fault ? fault.pointer : fault.parameter}: ${fault.detail}`),
  ];
}
