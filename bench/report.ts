/** How long to measure: `short` where all questions are asked in one go. */
export type Scale = "short" | "full";

export type Target = { readonly atLeast: number } | { readonly atMost: number };

/** One row of a finding. */
export interface Measurement {
  readonly name: string;
  readonly figure: number;
  /** Against the first row, in the same run. */
  readonly ratio: number;
  readonly target?: Target | undefined;
}

/** Figures that were measured side by side in one run. */
export interface Finding {
  readonly title: string;
  /** What a commit survives, the same on all sides; `none` where nothing is written. */
  readonly durability: string;
  /** Of the figures, such as `invoices a second`. */
  readonly unit: string;
  readonly rows: readonly Measurement[];
}

/** What a question found when it was last asked. */
export interface Result {
  /** The script's name. */
  readonly question: string;
  readonly scale: Scale;
  /** Machine, day and versions. */
  readonly conditions: string;
  readonly findings: readonly Finding[];
}

const BEGIN = "<!-- results: written by `npm run bench -- --write` -->";
const END = "<!-- end of the results -->";

/** A finding as a Markdown table, the ratio before the figure. */
export function tableOf({ title, durability, unit, rows }: Finding): string {
  const head = `| ${title} | ratio | target | ${unit} |\n|---|--:|---|--:|`;
  const lines = rows.map((row) => {
    const target = row.target === undefined ? "" : `${targetOf(row.target)}: ${isReached(row) ? "reached" : "missed"}`;
    return `| ${row.name} | ${ratioOf(row.ratio)} | ${target} | ${rounded(row.figure)} |`;
  });
  const kept = durability === "none" ? "Nothing is written." : `Durability: ${durability}.`;
  return `${[head, ...lines].join("\n")}\n\n${kept}`;
}

/** Whether a measurement came to its target; one without a target did. */
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

/** The command that asks a question again, for as long. */
export function commandOf({ question, scale }: Result): string {
  return scale === "short" ? "npm run bench" : `npm run bench -- ${question}`;
}

/** All results, each question under its name, with what it was measured on and how to repeat it. */
export function reportOf(results: readonly Result[]): string {
  return results
    .map((result) => {
      const measured = `${result.scale === "short" ? "A short run" : "A full run"}: ${result.conditions}.`;
      const tables = result.findings.map(tableOf).join("\n\n");
      return `### ${result.question}\n\n\`${commandOf(result)}\`. ${measured}\n\n${tables}`;
    })
    .join("\n\n");
}

/** The results known so far with those of a new run in their places, in the order of `questions`. */
export function merged(known: readonly Result[], fresh: readonly Result[], questions: readonly string[]): Result[] {
  return questions.flatMap((question) => {
    const isOf = (result: Result) => result.question === question;
    const found = fresh.find(isOf) ?? known.find(isOf);
    return found === undefined ? [] : [found];
  });
}

/** The page with the results between its markers. @throws Error when the markers are not there */
export function pageWith(page: string, results: readonly Result[]): string {
  const [begin, end] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error(`the page has no ${BEGIN} and ${END}`);
  return `${page.slice(0, begin + BEGIN.length)}\n\n${reportOf(results)}\n\n${page.slice(end)}`;
}
