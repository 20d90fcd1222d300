import { conditions } from "./conditions.ts";
import { type Finding, type Scale, type Target, tableOf } from "./report.ts";
import { median } from "./workload.ts";

/** One side of a comparison. `run` proves what it did before it tells its figure: how many a second, or what one costs. */
export interface Contender {
  readonly name: string;
  readonly run: (round: number) => Promise<number>;
  /** What its ratio to the first contender must come to. */
  readonly target?: Target | undefined;
}

/** What a comparison is about. */
export interface Comparison extends Omit<Finding, "rows"> {
  readonly rounds: number;
  /** The first is what the others are set against. */
  readonly contenders: readonly Contender[];
}

/**
 * Runs the contenders in turns, the order reversed each round, and gives the median of figures and of ratios: a ratio is
 * taken within its round, so that a machine that slows down slows both sides. One round before the first is for the
 * compiler.
 */
export async function compare({ rounds, contenders, ...finding }: Comparison): Promise<Finding> {
  const figures = contenders.map(() => [] as number[]);
  for (let round = 0; round <= rounds; round += 1) {
    const places = contenders.map((_, place) => place);
    for (const place of round % 2 === 0 ? places : places.toReversed()) {
      progress(`${finding.title}: round ${round} of ${rounds}, ${contenders[place]!.name}`);
      const figure = await contenders[place]!.run(round);
      if (round > 0) figures[place]!.push(figure);
    }
  }
  const rows = contenders.map(({ name, target }, place) => {
    const ratio = median(figures[place]!.map((figure, round) => figure / figures[0]![round]!));
    return { name, figure: median(figures[place]!), ratio, target };
  });
  return { ...finding, rows };
}

/** Says what is being measured: on a terminal in one line that is written anew, else in lines. */
export function progress(step: string): void {
  process.stderr.write(process.stderr.isTTY ? `\r\x1b[K${step}` : `${step}\n`);
}

/**
 * Asks a question and prints what was found: as tables, or with `--json` for the script that asks all of them. `--short`
 * measures for a shorter time.
 */
export async function answer(ask: (scale: Scale) => Promise<readonly Finding[]>): Promise<void> {
  const findings = await ask(process.argv.includes("--short") ? "short" : "full");
  if (process.argv.includes("--json")) console.log(JSON.stringify(findings));
  else console.log(`\n${conditions()}\n\n${findings.map(tableOf).join("\n\n")}`);
}
