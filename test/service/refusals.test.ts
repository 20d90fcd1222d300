import { isRefusal, REFUSAL_CODES, type RefusalCode } from "faktura";
import { memoryStore } from "faktura/memory";
import { describe, expect, test } from "vitest";
import { STORES } from "../support/stores.ts";
import { traceOf } from "./books.ts";
import { ALWAYS_REFUSED, REFUSED_CALLS, type RefusedCall, type Scene, setScene } from "./refusal-scenes.ts";

/** The code that the call is refused with; what else it throws fails the test. */
async function refusedWith(call: () => Promise<unknown>): Promise<RefusalCode | "nothing"> {
  try {
    await call();
    return "nothing";
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return error.code;
  }
}

/** Puts faults into a scene, makes the call, and sees that it left nothing behind: no number, invoice or event. */
async function expectRefusal(scene: Scene, { call, faults }: RefusedCall, codes: RefusalCode[], expected: RefusalCode) {
  // The later fault goes in first, so that the earlier one has the last word where both touch one field.
  for (const [code, put] of [...faults].reverse()) if (codes.includes(code)) await put(scene);
  const [before, eventsBefore] = [await traceOf(scene.store), scene.events.length];
  expect(await refusedWith(() => call(scene))).toBe(expected);
  expect(await traceOf(scene.store)).toEqual(before);
  expect(scene.events).toHaveLength(eventsBefore);
  await scene.invoicing.close();
}

/** Every two faults that one request can have at once, the earlier one first. */
function pairsOf({ faults, cannotMeet }: RefusedCall): [earlier: RefusalCode, later: RefusalCode][] {
  const codes = faults.map(([code]) => code);
  const pairs = codes.flatMap((earlier, index) =>
    codes.slice(index + 1).map((later): [RefusalCode, RefusalCode] => [earlier, later]),
  );
  return pairs.filter((pair) => !cannotMeet.some((apart) => pair.every((code) => apart.includes(code))));
}

describe.each(STORES)("$name", ({ open }) => {
  describe.each(REFUSED_CALLS)("$name", (refused) => {
    test.each(refused.faults.map(([code]) => code))("%s alone is refused and leaves nothing behind", async (code) => {
      await expectRefusal(await setScene(await open()), refused, [code], code);
    });
  });
});

// On one store: the service decides the order, whatever the store.
describe.each(REFUSED_CALLS.filter((refused) => pairsOf(refused).length > 0))("$name", (refused) => {
  test.each(pairsOf(refused))("%s is reported before %s", async (earlier, later) => {
    await expectRefusal(await setScene(memoryStore()), refused, [earlier, later], earlier);
  });
});

test.each(REFUSED_CALLS)("the faults of $name stand in the declared order of precedence", ({ faults }) => {
  const places = faults.map(([code]) => REFUSAL_CODES.indexOf(code));
  expect(places).toEqual([...places].sort((a, b) => a - b));
});

test("every code is refused by some use case", () => {
  const covered = new Set(REFUSED_CALLS.flatMap(({ faults }) => faults.map(([code]) => code)));
  expect([...REFUSAL_CODES].filter((code) => !covered.has(code))).toEqual([]);
});

test.each(REFUSED_CALLS.filter((call) => !ALWAYS_REFUSED.includes(call)))(
  "$name without a fault is not refused",
  async ({ call }) => {
    const scene = await setScene(memoryStore());
    await expect(call(scene)).resolves.toBeDefined();
  },
);
