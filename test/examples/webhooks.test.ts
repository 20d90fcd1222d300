/**
 * Goal: webhooks that are sent and received as the guide shows arrive at least once, in order, and only if they are signed.
 * Method: a receiver on a real port that fails twice; then requests of somebody who does not know the secret.
 */
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { createInvoicing, type JournalCloudEvent } from "faktura";
import { openSqliteStore } from "faktura/sqlite";
import { Webhook } from "standardwebhooks";
import { expect, onTestFinished, test, vi } from "vitest";
import { createReceiver } from "../../docs/examples/webhooks/receiver.ts";
import { sendWebhooks } from "../../docs/examples/webhooks/sender.ts";
import { readPage } from "../docs/pages.ts";
import { germanProfile, order } from "../support/fixtures.ts";
import { freshFile } from "../support/stores.ts";
import { ended, follow } from "./demo-host.ts";

const newSecret = () => `whsec_${randomBytes(32).toString("base64")}`;

/** A receiver on a port of its own, which fails at the events that `failsAt` says. */
async function openReceiver(secret: string, failsAt: (attempt: number) => boolean = () => false) {
  const attempts: JournalCloudEvent[] = [];
  const server = createReceiver(secret, async (event) => {
    attempts.push(event);
    if (failsAt(attempts.length)) throw new Error("out of order");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return { attempts, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

test("a receiver that fails twice gets every event, in order, and the failed ones again", async () => {
  const failures = vi.spyOn(console, "error").mockReturnValue(undefined);
  onTestFinished(() => failures.mockRestore());
  const invoicing = createInvoicing({ store: await openSqliteStore(freshFile()) });
  onTestFinished(() => invoicing.close());
  for (const company of ["firma", "globex", "mute"]) {
    await invoicing.company(company).saveProfile(germanProfile());
    const { id } = await invoicing.company(company).issue(order());
    await invoicing.company(company).recordPayment(id, { amount: 38 });
    await invoicing.company(company).recordPayment(id, { amount: -38 });
    await invoicing.company(company).cancel(id);
    const second = await invoicing.company(company).issue(order());
    await invoicing.company(company).credit(second.id, { reason: "returned" });
  }
  const [secret, another] = [newSecret(), newSecret()];
  const [failing, whole] = [
    await openReceiver(secret, (attempt) => [2, 3].includes(attempt)),
    await openReceiver(another),
  ];
  const endpoints = new Map([
    ["firma", { url: failing.url, secret }],
    ["globex", { url: whole.url, secret: another }],
  ]);
  const deliver = sendWebhooks(async (companyId) => endpoints.get(companyId));
  const rounds = [];
  for (let round = 0; round < 3; round += 1)
    rounds.push(await invoicing.drainEvents({ deliver, batchSize: 1, retryAfterMs: 0 }));
  expect(rounds.map(({ failed }) => failed.map(({ companyId, error }) => `${companyId}: ${error}`))).toEqual([
    [expect.stringMatching(/^firma: Error: the receiver answered 500 to payment\.recorded:/)],
    [expect.stringMatching(/^firma: Error: the receiver answered 500 to payment\.recorded:/)],
    [],
  ]);
  expect(whole.attempts.map(({ type, data }) => `${data.position} ${type}`)).toEqual([
    ...["1 invoice.issued", "2 payment.recorded", "3 payment.recorded", "4 invoice.cancelled"],
    ...["5 invoice.issued", "6 credit_note.issued"],
  ]);
  expect(failing.attempts.map(({ data }) => data.position)).toEqual([1, 2, 2, 2, 3, 4, 5, 6]);
  expect(failing.attempts[2], "repeated unchanged").toEqual(failing.attempts[1]);
  expect(new Set(failing.attempts.map(({ data }) => data.companyId))).toEqual(new Set(["firma"]));
});

test("a webhook that is not signed, was changed, or is old is refused with 401, and not handled", async () => {
  const secret = newSecret();
  const { attempts, url } = await openReceiver(secret);
  const send = async (body: string, headers: Record<string, string>) =>
    (await fetch(url, { method: "POST", body, headers })).status;
  const signed = (key: string, at: Date) => ({
    "webhook-id": "event",
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": new Webhook(key).sign("event", at, "{}"),
  });
  const now = new Date();
  expect(await send("{}", {})).toBe(401);
  expect(await send("{}", signed(newSecret(), now))).toBe(401);
  expect(await send('{ "amount": 1 }', signed(secret, now))).toBe(401);
  expect(await send("{}", { ...signed(secret, now), "webhook-id": "another" })).toBe(401);
  expect(await send("{}", signed(secret, new Date(now.getTime() - 3_600_000)))).toBe(401);
  expect(attempts).toEqual([]);
  expect(await send("{}", signed(secret, now))).toBe(204);
  expect(attempts).toEqual([{}]);
});

test("the example runs, and the guide shows the same sender and receiver", async () => {
  const example = follow(spawn(process.execPath, ["--import", "tsx", "docs/examples/webhooks/run.ts"]));
  const { code, printed } = await ended(example);
  expect([code, printed.match(/^r(?:ound|eceived) .*(?= INV-)|^round .*/gm)]).toEqual([
    0,
    [
      ...["round 1: 0 delivered, 1 failed", "round 2: 0 delivered, 1 failed", "received 1 invoice.issued"],
      ...["received 2 payment.recorded", "received 3 credit_note.issued", "round 3: 3 delivered, 0 failed"],
    ],
  ]);
  const page = readPage("docs/guide/webhooks.md");
  for (const name of ["sender.ts", "receiver.ts"]) {
    const code = readFileSync(`docs/examples/webhooks/${name}`, "utf8");
    expect(page).toContain(`\n\`\`\`ts no-run\n// ${name}\n${code}\`\`\`\n`);
  }
});
