import { conditions } from "./conditions.ts";
import { type Finding, type Scale, type Target, tableOf } from "./report.ts";
import { median } from "./workload.ts";

/**
 * One side of a comparison. `run` verifies what it did, then returns its figure: a rate per second, or the cost of one.
 */
export interface Contender {
  readonly name: string;
  readonly run: (round: number) => Promise<number>;
  /** The target for its ratio to the first contender. */
  readonly target?: Target | undefined;
}

/** A comparison: its title, unit, rounds and contenders. */
export interface Comparison extends Omit<Finding, "rows"> {
  readonly rounds: number;
  /** The others are compared with the first one. */
  readonly contenders: readonly Contender[];
}

/**
 * Runs the contenders in turn, in reversed order every other round, and returns the medians of their figures and
 * ratios. Each ratio is taken within one round, so that a machine that slows down affects both sides. An extra round
 * before the first warms up the compiler.
 */
export async function compare({ contenders, ...finding }: Comparison): Promise<Finding> {
  const { rounds } = finding;
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
    const ratios = figures[place]!.map((figure, round) => figure / figures[0]![round]!);
    const spread = place === 0 ? undefined : { from: Math.min(...ratios), to: Math.max(...ratios) };
    return { name, figure: median(figures[place]!), ratio: median(ratios), spread, target };
  });
  return { ...finding, rows };
}

/** Prints what is being measured: on a terminal in one line that it overwrites, otherwise in a line for each step. */
export function progress(step: string): void {
  process.stderr.write(process.stderr.isTTY ? `\r\x1b[K${step}` : `${step}\n`);
}

/**
 * Runs a benchmark and prints its findings as tables, or with `--json` as JSON for `run.ts`. With `--short` it takes
 * less time.
 */
export async function answer(ask: (scale: Scale) => Promise<readonly Finding[]>): Promise<void> {
  const findings = await ask(process.argv.includes("--short") ? "short" : "full");
  if (process.argv.includes("--json")) console.log(JSON.stringify(findings));
  else console.log(`\n${conditions()}\n\n${findings.map(tableOf).join("\n\n")}`);
}
