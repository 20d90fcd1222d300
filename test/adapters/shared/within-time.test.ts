import { expect, test, vi } from "vitest";
import { withinTime } from "../../../src/adapters/common/within-time.ts";

const NEVER = new Promise<never>(() => undefined);
const late = () => new Error("late");

test("after the time has run out, no timer with a negative delay is set, which Node warns about", async () => {
  const timers = vi.spyOn(globalThis, "setTimeout");
  await expect(withinTime(NEVER, -5, late)).rejects.toThrow("late");
  expect(timers.mock.calls.map(([, delayMs]) => delayMs)).toEqual([0]);
  timers.mockRestore();
});

test("a time longer than the longest timer does not run out at once", async () => {
  const answer = new Promise((resolve) => setTimeout(resolve, 20, "answered"));
  await expect(withinTime(answer, Number.POSITIVE_INFINITY, late)).resolves.toBe("answered");
});
