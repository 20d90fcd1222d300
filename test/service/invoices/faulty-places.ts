import { type InvoicingStore, isRefusal } from "faktura";
import { expect } from "vitest";
import { traceOf } from "../books.ts";

/** The places that an invalid request points at, each once; it must leave nothing behind. */
export async function faultyPlaces(store: InvoicingStore, call: () => Promise<unknown>): Promise<string[]> {
  const before = await traceOf(store);
  const error = await call().then(
    () => expect.fail("nothing was refused"),
    (reason: unknown) => reason,
  );
  if (!isRefusal(error, "request_invalid")) throw error;
  expect(await traceOf(store)).toEqual(before);
  for (const { detail } of error.errors) expect(detail).toMatch(/^["\w].{3,150}$/);
  return [...new Set(error.errors.map((fault) => ("pointer" in fault ? fault.pointer : fault.parameter)))];
}
