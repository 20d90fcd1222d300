import { expect, test } from "vitest";
import { chartOf } from "../../bench/chart.ts";
import type { Measurement } from "../../bench/report.ts";

function chartWith(...rows: Measurement[]): string {
  const finding = { title: "A & B", durability: "none", unit: "calls a second", rows };
  return chartOf([{ question: "it", scale: "short", conditions: "", findings: [finding] }]);
}

/** The left edges and widths of the bars, and the positions of their targets. */
function drawn(chart: string) {
  const bars = [...chart.matchAll(/<rect x="([\d.]+)" y="[\d.]+" width="([\d.]+)" height="14" class="(\w+)"/g)];
  const ticks = [...chart.matchAll(/<line x1="([\d.]+)"[^>]* class="target"/g)];
  return bars.map(([, left, width, state], place) => {
    return { left: Number(left), right: Number(left) + Number(width), state, tick: Number(ticks[place]![1]) };
  });
}

test("only a row with a target gets a bar", () => {
  const chart = chartWith(
    { name: "base", figure: 1, ratio: 1 },
    { name: "it", figure: 2, ratio: 2, target: { atLeast: 1 } },
  );
  expect(drawn(chart)).toHaveLength(1);
  expect(chart).not.toContain("base");
});

test('a bar passes its tick exactly if an "at least" target is reached', () => {
  const row = (ratio: number) => ({ name: `${ratio}`, figure: 1, ratio, target: { atLeast: 5 } });
  const [missed, met, passed] = drawn(chartWith(row(4), row(5), row(6)));
  expect(missed!.right).toBeLessThan(missed!.tick);
  expect(met!.right).toBeCloseTo(met!.tick, 0);
  expect(passed!.right).toBeGreaterThan(passed!.tick);
  expect([missed, met, passed].map((bar) => bar!.state)).toEqual(["missed", "reached", "reached"]);
});

test("a ratio below 1 extends to the left of 1, and ratios off the axis end at its ends", () => {
  const row = (ratio: number) => ({ name: `${ratio}`, figure: 1, ratio, target: { atMost: 1 } });
  const [half, tiny, huge, one] = drawn(chartWith(row(0.5), row(1e-9), row(1e9), row(1)));
  expect(half!.right).toBeCloseTo(one!.left, 0);
  expect(half!.left).toBeGreaterThan(tiny!.left);
  expect(tiny!.left).toBe(16);
  expect(huge!.right).toBeLessThan(840);
});

test("the chart describes in words what it draws, escaped for SVG", () => {
  const chart = chartWith({ name: "a < b", figure: 1, ratio: 0.5, target: { atLeast: 1 } });
  expect(chart).toContain('role="img" aria-labelledby="title desc"');
  expect(chart).toContain('<desc id="desc">A &amp; B, a &lt; b: 0.50 ×, at least 1 ×, missed.</desc>');
  expect(chart).not.toMatch(/a < b|A & B/);
});
