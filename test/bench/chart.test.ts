import { expect, test } from "vitest";
import { chartOf } from "../../bench/chart.ts";
import type { Measurement } from "../../bench/report.ts";

function chartWith(...rows: Measurement[]): string {
  const finding = { title: "A & B", durability: "none", unit: "calls a second", rows };
  return chartOf([{ question: "it", scale: "short", conditions: "", findings: [finding] }]);
}

/** The bars' left edges and widths, and where their targets stand. */
function drawn(chart: string) {
  const bars = [...chart.matchAll(/<rect x="([\d.]+)" y="[\d.]+" width="([\d.]+)" height="14" class="(\w+)"/g)];
  const ticks = [...chart.matchAll(/<line x1="([\d.]+)"[^>]* class="target"/g)];
  return bars.map(([, left, width, state], place) => {
    return { left: Number(left), right: Number(left) + Number(width), state, tick: Number(ticks[place]![1]) };
  });
}

test("what has a target gets a bar, and nothing else", () => {
  const chart = chartWith(
    { name: "base", figure: 1, ratio: 1 },
    { name: "it", figure: 2, ratio: 2, target: { atLeast: 1 } },
  );
  expect(drawn(chart)).toHaveLength(1);
  expect(chart).not.toContain("base");
});

test("a bar passes its tick exactly where the target of at least so much is reached", () => {
  const row = (ratio: number) => ({ name: `${ratio}`, figure: 1, ratio, target: { atLeast: 5 } });
  const [missed, met, passed] = drawn(chartWith(row(4), row(5), row(6)));
  expect(missed!.right).toBeLessThan(missed!.tick);
  expect(met!.right).toBeCloseTo(met!.tick, 0);
  expect(passed!.right).toBeGreaterThan(passed!.tick);
  expect([missed, met, passed].map((bar) => bar!.state)).toEqual(["missed", "reached", "reached"]);
});

test("a ratio below 1 grows to the left of 1, and what is off the axis ends at its ends", () => {
  const row = (ratio: number) => ({ name: `${ratio}`, figure: 1, ratio, target: { atMost: 1 } });
  const [half, tiny, huge, one] = drawn(chartWith(row(0.5), row(1e-9), row(1e9), row(1)));
  expect(half!.right).toBeCloseTo(one!.left, 0);
  expect(half!.left).toBeGreaterThan(tiny!.left);
  expect(tiny!.left).toBe(16);
  expect(huge!.right).toBeLessThan(840);
});

test("the chart says in words what it draws, and escapes them", () => {
  const chart = chartWith({ name: "a < b", figure: 1, ratio: 0.5, target: { atLeast: 1 } });
  expect(chart).toContain('role="img" aria-labelledby="title desc"');
  expect(chart).toContain('<desc id="desc">A &amp; B, a &lt; b: 0.50 ×, at least 1 ×, missed.</desc>');
  expect(chart).not.toMatch(/a < b|A & B/);
});
