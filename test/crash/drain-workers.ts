import { existsSync, readFileSync } from "node:fs";
import { setTimeout as moment } from "node:timers/promises";
import { createInvoicing, type Invoicing, type JournalCloudEvent } from "faktura";
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
  readonly feed: string;
  readonly company: string;
  readonly place: number;
  readonly id: string;
}

/** The ids of the events that must be delivered. */
interface Expected {
  readonly billing: string[];
  readonly events: string[];
}

/**
 * Writes while workers drain, kills one of them each round once it has delivered something, and compares the receiver's
 * file with what was written. Returns how many events there were, and how often one was delivered again.
 */
export async function killDrainingWorkers(place: Place) {
  const received = freshFile("received.txt", diskFolder());
  const { store, close } = await openPlace(place);
  const invoicing = createInvoicing({ store });
  for (const company of COMPANIES) await invoicing.company(company).saveProfile(germanProfile());
  const written: Expected = { billing: [], events: [] };
  const write = () => writeForAll(invoicing, written);
  const start = () => new Child("test/crash/drain-forever.ts", JSON.stringify(place), received);
  const workers = Array.from({ length: WORKERS }, start);
  await Promise.all(workers.map((worker) => worker.said(1)));
  for (const worker of workers) worker.say("go");

  for (let round = 0; round < ROUNDS; round += 1) {
    const slot = round % WORKERS;
    const next = start(); // starts while the others work
    await write();
    await deliveredBy(workers[slot]!, write);
    await moment(Math.random() * 25); // about as long as it waits before it acknowledges
    await workers[slot]!.kill();
    workers[slot] = next;
    await next.said(1);
    next.say("go");
  }

  for (const feed of [store.billing, store.events("default")]) {
    while ((await feed.companiesBehind(null, 10)).companyIds.length > 0) await moment(20);
  }
  for (const worker of workers) worker.say("stop");
  await Promise.all(workers.map((worker) => worker.finished()));
  const aside: Received[] = [];
  for await (const { id, data } of invoicing.putAside()) {
    aside.push({ feed: "events", company: data.companyId, place: data.position, id });
  }
  const retried: string[] = [];
  const deliver = async ([event]: readonly JournalCloudEvent[]) => void retried.push(event!.id);
  const retry = await invoicing.retryEvents({ deliver });
  expect(retry.delivered, "what was put aside, each once").toBe(aside.length);
  expect(retried.sort()).toEqual(aside.map(({ id }) => id).sort());
  for await (const { id } of invoicing.putAside()) expect.fail(`${id} is still put aside`);
  await invoicing.close();
  await close();
  const lines = read(received);
  const of = (feed: string) => lines.filter((line) => line.feed === feed);
  const isRefused = ({ place }: Received) => place % 5 === 0;
  expect(of("events").filter(isRefused), "a refused event").toEqual([]);
  expect(aside.length).toBeGreaterThan(ROUNDS);
  expect(
    aside.filter((each) => !isRefused(each)),
    "put aside although it was not refused",
  ).toEqual([]);
  const [billing, events] = [compare(written.billing, of("billing")), of("events")];
  const delivered = written.events.filter((id) => !retried.includes(id));
  return { billing, events: compare(delivered, events), aside: aside.length };
}

/** Invoices of each company and of its panel, which must not be billed; a payment and a cancellation of the first one. */
async function writeForAll(invoicing: Invoicing, written: Expected): Promise<void> {
  const all = COMPANIES.map(async (id) => {
    const company = invoicing.company(id);
    const panels = await invoicing.company(id, { source: "panel" }).issue(order());
    const issued = (await company.issueMany([order(), order(), order(), order()])).map((invoice) => invoice.id);
    const billed = issued.map((invoice) => `invoice.issued:${invoice}`);
    written.billing.push(...billed);
    written.events.push(...billed, `invoice.issued:${panels.id}`);
    if (id !== COMPANIES[0]) return; // two more commits for one company are enough
    const [paid, cancelled] = issued as [string, string];
    await company.recordPayment(paid, { amount: 38 });
    await company.cancel(cancelled);
    const { payments } = await company.get(paid);
    written.events.push(`invoice.cancelled:${cancelled}`, ...payments.map(({ id }) => `payment.recorded:${id}`));
  });
  await Promise.all(all);
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
    const [feed, company, place, id] = line.split(" ") as [string, string, string, string];
    return { feed, company, place: Number(place), id };
  });
}

function compare(written: readonly string[], received: readonly Received[]) {
  const ids = received.map(({ id }) => id);
  expect(
    ids.filter((id) => !written.includes(id)),
    "invented",
  ).toEqual([]);
  expect(
    written.filter((id) => !ids.includes(id)),
    "lost",
  ).toEqual([]);
  for (const company of COMPANIES) {
    const first = [...new Set(received.filter((each) => each.company === company).map(({ place }) => place))];
    expect(first, `the order in which ${company}'s came first`).toEqual([...first].sort((a, b) => a - b));
  }
  return { written: written.length, repeated: ids.length - new Set(ids).size };
}
