import { expect, test, vi } from "vitest";
import { withinTime } from "../../../src/adapters/shared/within-time.ts";

const NEVER = new Promise<never>(() => undefined);
const late = () => new Error("late");

test("a time that has run out sets no timer with a negative delay, which Node warns about", async () => {
  const timers = vi.spyOn(globalThis, "setTimeout");
  await expect(withinTime(NEVER, -5, late)).rejects.toThrow("late");
  expect(timers.mock.calls.map(([, delayMs]) => delayMs)).toEqual([0]);
  timers.mockRestore();
});

test("a time longer than a timer can hold does not run out at once", async () => {
  const answer = new Promise((resolve) => setTimeout(resolve, 20, "answered"));
  await expect(withinTime(answer, Number.POSITIVE_INFINITY, late)).resolves.toBe("answered");
});
