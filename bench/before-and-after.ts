/**
 * Question: is anything slower than it was at an earlier commit?
 * Method: the library is built from an older commit: the named one, else the last tag, else `HEAD~1`. Both builds run
 * the same tasks in turn, each in its own process. A third process runs the older build again, which shows what the
 * machine alone changes.
 * Each task proves its result before it returns a rate.
 *
 *     npm run bench -- before-and-after
 *     npm run bench -- before-and-after 55ea646
 */
import { type ChildProcess, childProcess } from "./child-process.ts";
import { SQLITE_DURABILITY } from "./floor-on-sqlite.ts";
import { olderCommit, TODAY, withBuildOf } from "./older-build.ts";
import { withServer } from "./postgres-server.ts";
import { answer, compare } from "./question.ts";
import type { Measurement, Scale } from "./report.ts";
import { TASKS, type TaskName } from "./tasks.ts";
import { median } from "./workload.ts";

const BEFORE = olderCommit();

await answer((scale: Scale) =>
  withServer(async ({ url, durability }) => {
    const rounds = scale === "short" ? 3 : 15;
    const children: ChildProcess<TaskName>[] = [];
    const changes: Measurement[] = [];
    const repeats: number[] = [];
    await withBuildOf(BEFORE, async (before) => {
      for (const dist of [before, TODAY, before]) children.push(childProcess<TaskName>("tasks-of-build.ts", dist, url));
      const [base, after, again] = children;
      for (const name of Object.keys(TASKS) as TaskName[]) {
        const { rows } = await compare({
          title: name,
          unit: "",
          durability,
          rounds,
          contenders: [
            { name: "before", run: () => base!.ask(name) },
            { name: "after", run: () => after!.ask(name) },
            { name: "before, again", run: () => again!.ask(name) },
          ],
        });
        changes.push({ ...rows[1]!, name });
        repeats.push(rows[2]!.ratio);
      }
    }).finally(() => {
      for (const child of children) child.end();
    });
    const slowest = changes.reduce((least, change) => (change.ratio < least.ratio ? change : least));
    const spread = { from: Math.min(...repeats), to: Math.max(...repeats) };
    return [
      {
        title: `today's build, each task against the same one in ${BEFORE}`,
        durability: `SQLite: ${SQLITE_DURABILITY}; ${durability}`,
        unit: "times a second",
        rounds,
        rows: [
          ...changes,
          { name: "the slowest of them", ratio: slowest.ratio, target: { atLeast: 0.97 } },
          { name: `${BEFORE} against itself, all tasks`, ratio: median(repeats), spread },
        ],
      },
    ];
  }),
);
