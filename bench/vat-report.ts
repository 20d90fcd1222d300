/**
 * Question: what does a VAT report cost as the archive grows?
 * Method: the archives of `archive-size`, with services for a business in another member state. Half of the invoices are
 * paid and half are cancelled, so that each has an entry in the journal in addition to its own row. All of them have their tax
 * point in the reported year: the most that a report can have to sum. The sum is verified. The result is the time for each
 * invoice of the archive.
 *
 *     npm run bench -- vat-report
 */
import { type Archive, openPostgresArchives, openSqliteArchives } from "./archives.ts";
import { answer, compare } from "./question.ts";
import type { Scale } from "./report.ts";
import { ORDER, temporaryFolder } from "./workload.ts";

const SERVICES = { ...ORDER, supply: "services" } as const;
const YEAR = { from: "2026-01-01", to: "2026-12-31" };

await answer(async (scale: Scale) => {
  const sizes = scale === "short" ? [1000, 10_000, 100_000] : [10_000, 100_000, 1_000_000];
  const sqlite = await ask("SQLite", await openSqliteArchives(temporaryFolder(), sizes, SERVICES), scale);
  const archives = await openPostgresArchives(sizes, SERVICES);
  try {
    return [sqlite, await ask("PostgreSQL", archives, scale)];
  } finally {
    await archives[0]!.stop(); // even if a check fails, or the server would outlive the script
  }
});

function ask(database: string, archives: readonly Archive[], scale: Scale) {
  const contenders = archives.map((archive) => ({
    name: `${archive.size.toLocaleString("en")} invoices`,
    run: () => costOf(archive),
  }));
  const rounds = scale === "short" ? 3 : 2;
  const durability = "none";
  return compare({ title: `VAT report of a year, ${database}`, durability, unit: "µs an invoice", rounds, contenders });
}

/** Microseconds for each invoice. The oldest invoice is neither paid nor cancelled, and every second one is paid. */
async function costOf({ company, size }: Archive): Promise<number> {
  const start = performance.now();
  const { recapitulative, unplaced } = await company.vatReport(YEAR);
  const taken = performance.now() - start;
  const due = (size / 2 + 1) * 284.5;
  const [line, ...others] = recapitulative.lines;
  if (line?.taxableAmount !== due || others.length > 0 || unplaced.length > 0) {
    throw new Error(`the report of ${size} invoices has ${line?.taxableAmount} instead of ${due}`);
  }
  return (taken * 1000) / size;
}
