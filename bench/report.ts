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
function commandOf({ question, scale }: Result): string {
  return scale === "short" ? "npm run bench" : `npm run bench -- ${question}`;
}

/** The results, each under the name of its benchmark, with the conditions and the command that repeats it. */
export function reportOf(results: readonly Result[]): string {
  return results.map(sectionOf).join("\n\n");
}

function sectionOf(result: Result): string {
  const measured = `${result.scale === "short" ? "A short run" : "A full run"}: ${result.conditions}.`;
  const tables = result.findings.map(tableOf).join("\n\n");
  return `### ${result.question}\n\n\`${commandOf(result)}\`. ${measured}\n\n${tables}`;
}

/**
 * The page with these results in place of earlier ones of the same benchmarks. It keeps the sections of the other
 * `questions`, and has all sections in their order.
 *
 * @throws Error if the page lacks the markers around the results
 */
export function pageWith(page: string, results: readonly Result[], questions: readonly string[]): string {
  const sections = sectionsOf(page);
  for (const result of results) sections.set(result.question, sectionOf(result));
  const kept = questions.flatMap((question) => sections.get(question) ?? []);
  return `${page.slice(0, page.indexOf(BEGIN) + BEGIN.length)}\n\n${kept.join("\n\n")}\n\n${page.slice(page.indexOf(END))}`;
}

/** The sections between the markers, by the names of their benchmarks. @throws Error if the markers are missing */
export function sectionsOf(page: string): Map<string, string> {
  const [begin, end] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error(`the page lacks ${BEGIN} or ${END}`);
  const texts = page.slice(begin + BEGIN.length, end).split(/^(?=### )/m);
  const named = texts.map((text) => [/^### (?<name>.+)/.exec(text)?.groups?.["name"], text.trim()] as const);
  return new Map(named.flatMap(([name, text]) => (name === undefined ? [] : [[name, text] as const])));
}

/** A row of the page that has a target. */
export interface TargetedRow {
  /** Of its table. */
  readonly title: string;
  readonly name: string;
  readonly ratio: number;
  readonly target: Target;
  readonly isReached: boolean;
}

const TABLE_HEAD = /^\| (?<title>.+?) \| ratio \| target \|/;
const TARGETED =
  /^\| (?<name>.+?) \| (?<ratio>[\d.]+) ×[^|]* \| at (?<side>least|most) (?<limit>[\d.]+) ×: (?<state>reached|missed) \|/;

/** The rows with a target in all tables of the results, in their order. */
export function targetedRowsOf(page: string): readonly TargetedRow[] {
  let title = "";
  return [...sectionsOf(page).values()].flatMap((section) =>
    section.split("\n").flatMap((line) => {
      title = TABLE_HEAD.exec(line)?.groups?.["title"] ?? title;
      const { name, ratio, side, limit, state } = TARGETED.exec(line)?.groups ?? {};
      if (name === undefined) return [];
      const target: Target = side === "least" ? { atLeast: Number(limit) } : { atMost: Number(limit) };
      return [{ title, name, ratio: Number(ratio), target, isReached: state === "reached" }];
    }),
  );
}
