import { expect, test } from "vitest";
import { chartOf } from "../../bench/chart.ts";
import { isReached, type Target } from "../../bench/report.ts";

function chartWith(...rows: { name: string; ratio: number; target: Target }[]): string {
  return chartOf(rows.map((row) => ({ title: "A & B", ...row, isReached: isReached(row) })));
}

/** The left edges and widths of the bars, and the positions of their targets. */
function drawn(chart: string) {
  const bars = [...chart.matchAll(/<rect x="([\d.]+)" y="[\d.]+" width="([\d.]+)" height="14" class="(\w+)"/g)];
  const ticks = [...chart.matchAll(/<line x1="([\d.]+)"[^>]* class="target"/g)];
  return bars.map(([, left, width, state], place) => {
    return { left: Number(left), right: Number(left) + Number(width), state, tick: Number(ticks[place]![1]) };
  });
}

test('a bar passes its tick exactly if an "at least" target is reached', () => {
  const row = (ratio: number) => ({ name: `${ratio}`, ratio, target: { atLeast: 5 } });
  const [missed, met, passed] = drawn(chartWith(row(4), row(5), row(6)));
  expect(missed!.right).toBeLessThan(missed!.tick);
  expect(met!.right).toBeCloseTo(met!.tick, 0);
  expect(passed!.right).toBeGreaterThan(passed!.tick);
  expect([missed, met, passed].map((bar) => bar!.state)).toEqual(["missed", "reached", "reached"]);
});

test("a ratio below 1 extends to the left of 1, and ratios off the axis end at its ends", () => {
  const row = (ratio: number) => ({ name: `${ratio}`, ratio, target: { atMost: 1 } });
  const [half, tiny, huge, one] = drawn(chartWith(row(0.5), row(1e-9), row(1e9), row(1)));
  expect(half!.right).toBeCloseTo(one!.left, 0);
  expect(half!.left).toBeGreaterThan(tiny!.left);
  expect(tiny!.left).toBe(16);
  expect(huge!.right).toBeLessThan(840);
});

test("the chart describes in words what it draws, escaped for SVG", () => {
  const chart = chartWith({ name: "a < b", ratio: 0.5, target: { atLeast: 1 } });
  expect(chart).toContain('role="img" aria-labelledby="title desc"');
  expect(chart).toContain('<desc id="desc">A &amp; B, a &lt; b: 0.50 ×, at least 1 ×, missed.</desc>');
  expect(chart).not.toMatch(/a < b|A & B/);
});
