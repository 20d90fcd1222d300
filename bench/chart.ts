import { ratioOf, type TargetedRow, targetOf } from "./report.ts";

const WIDTH = 840;
const LEFT = 16;
const RIGHT = 96;
const ROW = 44;
const HEAD = 40;
/** The range of the axis in powers of ten, to show ratios from a tenth to a hundred. */
const DECADES = { from: -1, to: 2 };

/** The bars are readable on white and on black. The text follows the page's colour scheme. */
const STYLE = `<style>
text { font: 13px system-ui, sans-serif; fill: #24292f }
.question { font-weight: 600 } .small { font-size: 11px; fill: #6e7781 }
.reached { fill: #2f81f7 } .missed { fill: #d29922 } .target { stroke: #cf222e; stroke-width: 2 } .axis { stroke: #8b949e }
@media (prefers-color-scheme: dark) { text { fill: #e6edf3 } .small { fill: #9198a1 } }
</style>`;

/** A chart of the rows that have a target: bars from 1 × on a logarithmic axis, and a tick for each target. */
export function chartOf(rows: readonly TargetedRow[]): string {
  const height = HEAD + rows.length * ROW + 28;
  const description = rows.map((row) => `${row.title}, ${row.name}: ${descriptionOf(row)}`).join("; ");
  const head = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-labelledby="title desc">`;
  const lines = [
    head,
    '<title id="title">Ratios and their targets</title>',
    `<desc id="desc">${escaped(description)}.</desc>`,
    STYLE,
    `<text x="${LEFT}" y="20" class="question">Ratio to the first row of each table, in the same run</text>`,
    ...axis(height),
    ...rows.flatMap((row, place) => bar(row, HEAD + place * ROW)),
    "</svg>",
  ];
  return `${lines.join("\n")}\n`;
}

function descriptionOf({ ratio, target, isReached }: TargetedRow): string {
  return `${ratioOf(ratio)}, ${targetOf(target)}, ${isReached ? "reached" : "missed"}`;
}

function axis(height: number): string[] {
  const powers = Array.from({ length: DECADES.to - DECADES.from + 1 }, (_, place) => 10 ** (DECADES.from + place));
  return powers.flatMap((ratio) => {
    const x = placeOf(ratio);
    const opacity = ratio === 1 ? 1 : 0.4;
    return [
      `<line x1="${x}" y1="${HEAD - 8}" x2="${x}" y2="${height - 24}" class="axis" opacity="${opacity}"/>`,
      `<text x="${x}" y="${height - 8}" class="small" text-anchor="middle">${ratio} ×</text>`,
    ];
  });
}

function bar(row: TargetedRow, top: number): string[] {
  const [one, end] = [placeOf(1), placeOf(row.ratio)];
  const state = row.isReached ? "reached" : "missed";
  const tick = placeOf("atLeast" in row.target ? row.target.atLeast : row.target.atMost);
  const [left, width] = [Math.min(one, end), Math.max(Math.abs(end - one), 1)];
  return [
    `<text x="${LEFT}" y="${top + 12}">${escaped(`${row.title}: ${row.name}`)}</text>`,
    `<rect x="${left}" y="${top + 20}" width="${rounded(width)}" height="14" class="${state}"/>`,
    `<line x1="${tick}" y1="${top + 16}" x2="${tick}" y2="${top + 38}" class="target"/>`,
    `<text x="${WIDTH - 8}" y="${top + 32}" text-anchor="end">${ratioOf(row.ratio)} ${state}</text>`,
  ];
}

/** The position of a ratio on the axis, clamped to its ends. */
function placeOf(ratio: number): number {
  const power = Math.min(Math.max(Math.log10(ratio), DECADES.from), DECADES.to);
  return rounded(LEFT + ((power - DECADES.from) / (DECADES.to - DECADES.from)) * (WIDTH - LEFT - RIGHT - 24));
}

function rounded(length: number): number {
  return Math.round(length * 10) / 10;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
