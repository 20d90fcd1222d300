/**
 * Question: what do issuing, lists and reads cost as the archive grows?
 * Method: the first invoice of each archive is issued through the library. The others are copies of its row, spread
 * over a hundred days and checked by the same guards. The numbers are verified to be 1..n, including those issued while
 * measuring. Half of the invoices are paid and half are cancelled, except for the oldest, which is the only one SENT:
 * the worst mix for totals. The same call is made on each archive in turn. The result is the cost of a call, compared
 * with the archive of 1,000. Issuing comes last, because it makes an archive grow, and small archives are copied for
 * each run. Before each measurement some invoices are issued, so that no archive is measured cold.
 *
 *     npm run bench -- archive-size
 */
import { join } from "node:path";
import type { Company } from "faktura";
import { type Archive, openPostgresArchives, openSqliteArchives, rssMegabytes } from "./archives.ts";
import { SQLITE_DURABILITY } from "./floor-on-sqlite.ts";
import { answer, compare, progress } from "./question.ts";
import type { Finding, Scale } from "./report.ts";
import { costOf, ORDER, temporaryFolder, withCallers } from "./workload.ts";

const LIMIT = 20;
const COST = "µs a call";

/** How many invoices to issue before measuring, because an archive that was just opened is slower. */
const WARM_UP = 200;

/** The reads, on an archive of this size. */
const READS: Readonly<Record<string, (company: Company, size: number) => Promise<unknown>>> = {
  "first page": (company) => company.list({ limit: LIMIT }),
  "middle page": (company, size) => company.list({ limit: LIMIT, page: Math.ceil(size / LIMIT / 2) }),
  "last page": (company, size) => company.list({ limit: LIMIT, page: Math.ceil(size / LIMIT) }),
  "first page of a range of two days": (company) =>
    company.list({ limit: LIMIT, from: "2026-02-10", to: "2026-02-11" }),
  "first page of SENT (only the oldest invoice)": (company) => company.list({ limit: LIMIT, status: "SENT" }),
  "first page of PAID (half of the invoices)": (company) => company.list({ limit: LIMIT, status: "PAID" }),
  "first page of CANCELLED (half of the invoices)": (company) => company.list({ limit: LIMIT, status: "CANCELLED" }),
  "middle page of PAID": (company, size) =>
    company.list({ limit: LIMIT, status: "PAID", page: Math.ceil(size / LIMIT / 4) }),
  "last page of PAID": (company, size) =>
    company.list({ limit: LIMIT, status: "PAID", page: Math.floor((size / 2 - 1) / LIMIT) }),
};

await answer(async (scale: Scale) => {
  const sizes = scale === "short" ? [1000, 10_000, 100_000] : [1000, 10_000, 100_000, 1_000_000];
  const folder = temporaryFolder();
  const sqlite = await ask("SQLite", SQLITE_DURABILITY, await openSqliteArchives(folder, sizes), scale);
  const memory: Finding = {
    title: "memory of a process that lists and issues, SQLite",
    durability: SQLITE_DURABILITY,
    unit: "MB resident",
    rows: sizes.map((size) => row(size, rssMegabytes(join(folder, `${size}.db`)))).map(againstFirst),
  };
  const archives = await openPostgresArchives(sizes);
  try {
    const postgres = await ask("PostgreSQL", "fsync and synchronous_commit on", archives, scale);
    return [...sqlite, memory, ...postgres];
  } finally {
    await archives[0]!.stop(); // even if a check fails, or the server would outlive the script
  }
});

async function ask(database: string, durability: string, archives: readonly Archive[], scale: Scale) {
  const rounds = scale === "short" ? 3 : 7;
  const findings: Finding[] = [];
  const costs = async (name: string, cost: (archive: Archive) => Promise<number>, target?: { atMost: number }) => {
    const contenders = archives.map((archive, place) => ({
      name: `${archive.size.toLocaleString("en")} invoices`,
      run: () => cost(archive),
      target: place === 0 ? undefined : target,
    }));
    findings.push(await compare({ title: `${name}, ${database}`, durability, unit: COST, rounds, contenders }));
  };
  for (const [name, read] of Object.entries(READS)) {
    const target = name === "last page" ? { atMost: 1.3 } : undefined;
    await costs(name, ({ company, size }) => costOf(10, 1, () => read(company, size)), target);
  }
  await costs("one invoice by its id", ({ company, ids }) => {
    let asked = 0;
    return costOf(200, 1, () => company.get(ids[asked++ % ids.length]!));
  });
  for (const [callers, invoices] of [
    [1, 150],
    [64, 2000],
  ] as const) {
    progress(`issuing, ${database}`);
    await costs(
      `issuing, ${callers === 1 ? "1 caller" : `${callers} callers`}`,
      async (archive) => {
        const { company, close } = await archive.toIssueIn();
        const issue = () => company.issue(ORDER);
        await withCallers(callers, WARM_UP, issue);
        const cost = await costOf(invoices, callers, issue);
        await close(WARM_UP + invoices);
        return cost;
      },
      { atMost: 1.3 },
    );
  }
  for (const archive of archives) await archive.prove();
  return findings;
}

function row(size: number, figure: number) {
  return { name: `${size.toLocaleString("en")} invoices`, figure, ratio: 1 };
}

function againstFirst<Row extends { readonly figure: number }>(each: Row, _: number, rows: readonly Row[]) {
  return { ...each, ratio: each.figure / rows[0]!.figure };
}
