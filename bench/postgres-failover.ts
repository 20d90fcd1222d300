/**
 * Question: what is lost when the primary dies under load and its standby takes over?
 * Method: two real servers on this machine, with a latency of 5 ms in each direction. 32 callers on two hosts issue for
 * four companies, each call with its own idempotency key. All processes of the primary are killed with SIGKILL at a
 * random moment, and data in transit to the standby is dropped. Up to two seconds later, the standby is promoted and
 * the callers' address leads to it. Failed calls are repeated with their keys. Then the new primary's books are
 * compared with every answer. Each round begins with new servers.
 *
 *     npm run bench:failover            # six rounds per mode npm run bench:failover -- 30
 */
import { failoverRound, prepareBooks, type RoundResult } from "./failover-round.ts";
import { machine, median } from "./workload.ts";

const ROUNDS = Number(process.argv[2] ?? 6);
const DELAY_MS = 5;

const MODES = {
  "synchronous, `on`": { synchronous: true, synchronousCommit: "on", mayLose: false },
  "synchronous, `remote_apply`": { synchronous: true, synchronousCommit: "remote_apply", mayLose: false },
  asynchronous: { synchronous: false, synchronousCommit: "on", mayLose: true },
} as const;

const sum = (rounds: readonly RoundResult[], of: (round: RoundResult) => number) =>
  rounds.reduce((total, round) => total + of(round), 0);

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => process.exit(1));

const data = await prepareBooks();
const results = Object.keys(MODES).map(() => [] as RoundResult[]);
for (let round = 0; round < ROUNDS; round += 1) {
  for (const [index, mode] of Object.values(MODES).entries()) {
    process.stderr.write(`round ${round + 1} of ${ROUNDS}, mode ${index + 1} of ${results.length}\r`);
    const times = { loadMs: 500 + Math.random() * 1000, noticeMs: Math.random() * 2000 };
    const result = await failoverRound(data, { ...mode, ...times, delayMs: DELAY_MS });
    if (result.faults.length > 0) throw new Error(`the new primary's books are not sound: ${result.faults.join("; ")}`);
    results[index]!.push(result);
  }
}

console.log(
  `${machine()}, PostgreSQL 18; ${ROUNDS} rounds per mode, fsync on, ${DELAY_MS} ms each way to the standby\n`,
);
console.log(
  "| standby | acknowledged | lost | numbers acknowledged twice | unanswered at the kill | replayed " +
    "| issued again | `outcome_unknown` | seconds without answers, median and longest |",
);
console.log("|---|---|---|---|---|---|---|---|---|");
for (const [index, name] of Object.keys(MODES).entries()) {
  const rounds = results[index]!;
  const silences = rounds.map(({ silenceMs }) => silenceMs / 1000);
  const cells = [
    ...[name, sum(rounds, (it) => it.acknowledged), sum(rounds, (it) => it.lost), sum(rounds, (it) => it.numbersTwice)],
    ...[sum(rounds, (it) => it.replayed + it.issuedAgain), sum(rounds, (it) => it.replayed)],
    ...[sum(rounds, (it) => it.issuedAgain), sum(rounds, (it) => it.outcomeUnknown)],
    `${median(silences).toFixed(1)}, ${Math.max(...silences).toFixed(1)}`,
  ];
  console.log(`| ${cells.join(" | ")} |`);
}
const lost = Object.values(MODES).flatMap(({ mayLose }, index) => (mayLose ? [] : results[index]!));
if (sum(lost, (it) => it.lost + it.numbersTwice) > 0) {
  throw new Error("acknowledged invoices were lost, although the standby was synchronous");
}
