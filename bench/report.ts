/** How long to measure. `short` is for running all benchmarks at once. */
export type Scale = "short" | "full";

export type Target = { readonly atLeast: number } | { readonly atMost: number };

/** The lowest and the highest of several ratios. */
export interface Spread {
  readonly from: number;
  readonly to: number;
}

/** One row of a finding. */
export interface Measurement {
  readonly name: string;
  /** `undefined` if the row has only a ratio. */
  readonly figure?: number | undefined;
  /** The ratio to the first row, in the same run. */
  readonly ratio: number;
  /** The lowest and the highest ratio of a round. Absent in the first row, and if it was measured once. */
  readonly spread?: Spread | undefined;
  readonly target?: Target | undefined;
}

/** Figures that were measured together in one run. */
export interface Finding {
  readonly title: string;
  /** The durability settings, the same for all rows; `none` if nothing is written. */
  readonly durability: string;
  /** The unit of the figures, such as `invoices a second`. */
  readonly unit: string;
  readonly rows: readonly Measurement[];
  /** How often each row was measured, after a round to warm up. Absent if it was measured once. */
  readonly rounds?: number | undefined;
}

/** The findings of one benchmark in its last run. */
export interface Result {
  /** The name of the script. */
  readonly question: string;
  readonly scale: Scale;
  /** Machine, day and versions. */
  readonly conditions: string;
  readonly findings: readonly Finding[];
}

const BEGIN = "<!-- results: written by `npm run bench -- --write` -->";
const END = "<!-- end of the results -->";

/** The finding as a Markdown table, with the ratio, its spread and the target before the figure. */
export function tableOf({ title, durability, unit, rows, rounds }: Finding): string {
  const head = `| ${title} | ratio | target | ${unit} |\n|---|--:|---|--:|`;
  const lines = rows.map((row) => {
    const target = row.target === undefined ? "" : `${targetOf(row.target)}: ${isReached(row) ? "reached" : "missed"}`;
    const figure = row.figure === undefined ? "" : rounded(row.figure);
    return `| ${row.name} | ${ratioOf(row.ratio)}${spreadOf(row)} | ${target} | ${figure} |`;
  });
  const kept = durability === "none" ? "Nothing is written." : `Durability: ${durability}.`;
  const repeated = rounds === undefined ? "" : ` ${rounds} rounds.`;
  return `${[head, ...lines].join("\n")}\n\n${kept}${repeated}`;
}

function spreadOf({ spread }: Measurement): string {
  return spread === undefined ? "" : ` (${spread.from.toFixed(2)} to ${spread.to.toFixed(2)})`;
}

/** Whether a measurement reached its target; `true` without a target. */
export function isReached({ ratio, target }: Measurement): boolean {
  if (target === undefined) return true;
  return "atLeast" in target ? ratio >= target.atLeast : ratio <= target.atMost;
}

export function targetOf(target: Target): string {
  return "atLeast" in target ? `at least ${target.atLeast} ×` : `at most ${target.atMost} ×`;
}

export function ratioOf(ratio: number): string {
  return `${ratio >= 100 ? Math.round(ratio) : ratio.toFixed(2)} ×`;
}

function rounded(figure: number): string {
  return figure >= 100 ? Math.round(figure).toLocaleString("en") : String(Number(figure.toPrecision(3)));
}

/** The command that repeats the run, at the same scale. */
export function commandOf({ question, scale }: Result): string {
  return scale === "short" ? "npm run bench" : `npm run bench -- ${question}`;
}

/** All results, each under the name of its benchmark, with the conditions and the command that repeats it. */
export function reportOf(results: readonly Result[]): string {
  return results
    .map((result) => {
      const measured = `${result.scale === "short" ? "A short run" : "A full run"}: ${result.conditions}.`;
      const tables = result.findings.map(tableOf).join("\n\n");
      return `### ${result.question}\n\n\`${commandOf(result)}\`. ${measured}\n\n${tables}`;
    })
    .join("\n\n");
}

/** The stored results, replaced by those of a new run if there are any, in the order of `questions`. */
export function merged(known: readonly Result[], fresh: readonly Result[], questions: readonly string[]): Result[] {
  return questions.flatMap((question) => {
    const isOf = (result: Result) => result.question === question;
    const found = fresh.find(isOf) ?? known.find(isOf);
    return found === undefined ? [] : [found];
  });
}

/** The page with the results between its markers. @throws Error if the markers are missing */
export function pageWith(page: string, results: readonly Result[]): string {
  const [begin, end] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error(`the page lacks ${BEGIN} or ${END}`);
  return `${page.slice(0, begin + BEGIN.length)}\n\n${reportOf(results)}\n\n${page.slice(end)}`;
}
