import { existsSync, readFileSync } from "node:fs";
import { setTimeout as moment } from "node:timers/promises";
import { createInvoicing, type Invoicing } from "faktura";
import { expect } from "vitest";
import { germanProfile, order } from "../support/fixtures.ts";
import { freshFile } from "../support/stores.ts";
import { diskFolder } from "../support/temporary-folders.ts";
import { Child } from "./children.ts";
import { openPlace, type Place } from "./drain-place.ts";

/** The number of kills. */
export const ROUNDS = Number(process.env["FAKTURA_CRASH_ROUNDS"] ?? 12);

const COMPANIES = ["acme", "globex", "initech"];
const WORKERS = 3;

/** The lines that the receiver has written, in order. */
interface Received {
  readonly company: string;
  readonly counter: number;
  readonly id: string;
}

/**
 * Issues while workers drain, kills one of them each round once it has delivered something, and compares the receiver's
 * file with what was issued. Returns how often an event was delivered again.
 */
export async function killDrainingWorkers(place: Place): Promise<{ issued: number; repeated: number }> {
  const received = freshFile("received.txt", diskFolder());
  const { store, close } = await openPlace(place);
  const invoicing = createInvoicing({ store });
  for (const company of COMPANIES) await invoicing.company(company).saveProfile(germanProfile());
  const issued: string[] = [];
  const start = () => new Child("test/crash/drain-forever.ts", JSON.stringify(place), received);
  const workers = Array.from({ length: WORKERS }, start);
  await Promise.all(workers.map((worker) => worker.said(1)));
  for (const worker of workers) worker.say("go");

  for (let round = 0; round < ROUNDS; round += 1) {
    const slot = round % WORKERS;
    const next = start(); // starts while the others work
    issued.push(...(await issueForAll(invoicing)));
    await deliveredBy(workers[slot]!, () => issueForAll(invoicing).then((ids) => issued.push(...ids)));
    await moment(Math.random() * 25); // about as long as it waits before it acknowledges
    await workers[slot]!.kill();
    workers[slot] = next;
    await next.said(1);
    next.say("go");
  }

  while ((await store.billing.companiesBehind(null, 10)).companyIds.length > 0) await moment(20);
  for (const worker of workers) worker.say("stop");
  await Promise.all(workers.map((worker) => worker.finished()));
  await invoicing.close();
  await close();
  return compare(issued, read(received));
}

/** Invoices of each company, and of its panel, whose events must not be delivered. */
async function issueForAll(invoicing: Invoicing): Promise<string[]> {
  const batches = COMPANIES.map(async (company) => {
    await invoicing.company(company, { source: "panel" }).issue(order());
    return invoicing.company(company).issueMany([order(), order(), order(), order()]);
  });
  return (await Promise.all(batches)).flat().map(({ id }) => `invoice.issued:${id}`);
}

/** Resolves once this worker has delivered something more. Issues more as long as others are faster. */
async function deliveredBy(worker: Child, issueMore: () => Promise<unknown>): Promise<void> {
  const before = worker.lines.length;
  const delivered = worker.said(before + 1).then(() => true);
  while (!(await Promise.race([delivered, moment(100, false)]))) await issueMore();
}

function read(file: string): Received[] {
  const lines = existsSync(file) ? readFileSync(file, "utf8").trimEnd().split("\n") : [];
  return lines.map((line) => {
    const [company, counter, id] = line.split(" ") as [string, string, string];
    return { company, counter: Number(counter), id };
  });
}

function compare(issued: readonly string[], received: readonly Received[]) {
  const ids = received.map(({ id }) => id);
  expect(
    ids.filter((id) => !issued.includes(id)),
    "invented",
  ).toEqual([]);
  expect(
    issued.filter((id) => !ids.includes(id)),
    "lost",
  ).toEqual([]);
  for (const company of COMPANIES) {
    const first = [...new Set(received.filter((each) => each.company === company).map(({ counter }) => counter))];
    expect(first, `the order in which ${company}'s came first`).toEqual([...first].sort((a, b) => a - b));
  }
  return { issued: issued.length, repeated: ids.length - new Set(ids).size };
}
