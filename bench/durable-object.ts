/**
 * Question: how many bytes and written rows does an invoice take in a Durable Object, and how much processor time a step of an
 * audit?
 * Method: one object in workerd issues invoices of two lines through the package, and says what its storage holds and what its
 * cursors wrote, which is what Cloudflare bills. Processor time is that of workerd's process, from /proc, so only on Linux.
 * `FAKTURA_RUNTIMES` names the folder in which workerd is installed.
 *
 *     npx tsup --config .tsup.config.ts --no-dts --silent
 *     TSX_TSCONFIG_PATH=bench/tsconfig.json node --import tsx bench/durable-object.ts [invoices]
 */
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../test/support/postgres-server.ts";
import { bundleForWorkerd, startWorkerd, untilListening } from "../test/support/workerd.ts";
import { temporaryFolder } from "./workload.ts";

const invoices = Number(process.argv[2] ?? 100_000);
const folder = temporaryFolder();
const disk = join(folder, "disk");
mkdirSync(disk);
const port = await freePort();
const script = {
  entry: join(import.meta.dirname, "durable-object-worker.ts"),
  objects: { className: "Measured", disk },
  ...{ folder, port },
};
bundleForWorkerd(script);
const host = startWorkerd(script, (end) => process.once("exit", end));
await untilListening(host, port);

interface Answer {
  readonly result: {
    readonly size?: number;
    readonly report?: { readonly findingCount: number; readonly entries: number };
  };
  readonly rowsWritten: number;
  readonly bytes: number;
}

async function ask(command: string): Promise<Answer> {
  const answer = await fetch(`http://127.0.0.1:${port}/`, { method: "POST", body: command });
  if (!answer.ok) throw new Error(`${command}: ${host.printed()}`);
  return (await answer.json()) as Answer;
}

/** Seconds of processor time that workerd has taken, in user and in system mode. */
function processorSeconds(): number {
  const fields = readFileSync(`/proc/${host.child.pid}/stat`, "utf8").split(") ")[1]!.split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

await ask("begin");
for (const command of ["issue", "issue", "issue with a key", "pay", "credit", "acknowledge", "issue 100 at once"])
  console.log(`${command}: ${(await ask(command)).rowsWritten} rows written`);

const empty = (await ask("issue 1000 at once")).bytes;
let last = empty;
const started = processorSeconds();
for (let issued = 0; issued < invoices; issued += 1000) last = (await ask("issue 1000 at once")).bytes;
const cost = (processorSeconds() - started) / invoices;
console.log(`issuing: ${Math.round((last - empty) / invoices)} bytes and ${Math.round(cost * 1e6)} µs an invoice`);

const steps: number[] = [];
for (;;) {
  const before = processorSeconds();
  const { size, report } = (await ask("audit step")).result;
  steps.push(processorSeconds() - before);
  if (report !== undefined) {
    if (report.findingCount !== 0) throw new Error("the books are not sound");
    console.log(`${steps.length} audit steps of ${report.entries} entries: at most ${Math.max(...steps).toFixed(2)} s`);
    break;
  }
  if (steps.length === 2) console.log(`the rest of a step: ${size} characters`);
}

const paid = Math.min(invoices, 10_000);
for (let done = 0; done < paid; done += 100) await ask("pay all");
const withPayments = (await ask("acknowledge")).bytes;
console.log(`a payment that covers the invoice: ${Math.round((withPayments - last) / paid)} bytes`);
const indexed = await ask("index");
console.log(
  `the indexes for search and VAT returns: ${Math.round((indexed.bytes - withPayments) / invoices)} bytes an invoice`,
);
console.log(`and ${indexed.rowsWritten} rows written for all of them`);
process.exit();
