/**
 * Goal: no single request breaks the service, holds up the others, or leaves anything behind.
 * Method: a server in a process of its own gets what is hostile, byte for byte, on sockets, through each adapter; it
 * watches its event loop and its memory, and an order of good will follows each. In the end its books are compared with
 * what it has answered.
 * Not covered: many connections at once, and slowness, which the host's server limits; see docs/SECURITY.md.
 */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { endChildren } from "../crash/children.ts";
import { COSTLY_BODIES, COSTLY_ORDERS } from "./hostile-bodies.ts";
import { HOSTILE_REQUESTS } from "./hostile-requests.ts";
import { ADAPTERS, headOf, ORDER, posted, WatchedService } from "./watched-service.ts";

/** Several times what the worst of these takes, in parsings of a mebibyte of JSON; what is quadratic takes thousands. */
const MAX_HELD = 160;
const MEBIBYTE = 2 ** 20;

let service: WatchedService;
/** Orders whose client left before the answer: they may have been issued all the same. */
let unanswered = 0;
beforeAll(async () => {
  service = await WatchedService.start();
});
afterAll(endChildren);

describe.each(ADAPTERS)("through %s", (adapter) => {
  afterEach(async () => {
    expect((await service.exchange(adapter, [posted(ORDER)])).statuses).toEqual([201]);
    const { held, errors } = await service.ask<{ held: number; errors: string[] }>("watch");
    expect(errors).toEqual([]);
    expect(held).toBeLessThan(MAX_HELD);
  });

  test.each(HOSTILE_REQUESTS)("$name", async ({ pieces, statuses, leaves = false }) => {
    const answer = await service.exchange(adapter, pieces, { leaves });
    if (leaves) unanswered += 1;
    if (statuses !== undefined) expect(answer.statuses, answer.text.slice(0, 500)).toEqual(statuses);
    expect(answer.statuses.filter((status) => status >= 500)).toEqual([]);
  });

  test.each(COSTLY_BODIES)("a body of %s", async (_, body, status) => {
    const answer = await service.exchange(adapter, [posted(body)]);
    expect(answer.statuses, answer.text.slice(0, 500)).toEqual([status]);
    // What is refused is named, not sent back.
    expect(answer.text.length).toBeLessThan(100_000);
  });

  test("a body that says it is compressed is not unpacked", async () => {
    for (const [name, body, status] of COSTLY_BODIES.filter(([name]) => name.includes("compressed"))) {
      const answer = await service.exchange(adapter, [posted(body, "Content-Encoding: gzip")]);
      expect(answer.statuses, name).toEqual([status]);
    }
  });

  test.each(COSTLY_ORDERS)("an order of %s", async (_, body) => {
    expect((await service.exchange(adapter, [posted(body)])).statuses).toEqual([201]);
  });

  test("requests that come together are answered one by one", async () => {
    const kept = Buffer.from(posted(ORDER)).toString().replace("Connection: close\r\n", "");
    const { statuses } = await service.exchange(adapter, [kept, kept, kept, headOf("GET /nowhere")]);
    expect(statuses).toEqual([201, 201, 201, 404]);
  });

  test("bodies that never end hold neither the others up nor many times their size", async () => {
    const memory = async () => (await service.ask<{ bytes: number }>("memory")).bytes;
    const before = await memory();
    const head = headOf("POST /invoices", "Content-Type: application/json", "Transfer-Encoding: chunked");
    const chunks = Buffer.from("1\r\n \r\n".repeat(MEBIBYTE / 16));
    const open = Array.from({ length: 4 }, () => service.connect(adapter));
    await Promise.all(open.map(({ write }) => write([head, chunks])));
    const sent = open.length * (head.length + chunks.length);
    while ((await service.ask<{ bytes: number }>("received")).bytes < sent);
    expect((await service.exchange(adapter, [posted(ORDER)])).statuses).toEqual([201]);
    expect((await memory()) - before).toBeLessThan(8 * MEBIBYTE);
    for (const { hangUp } of open) hangUp();
    const answers = await Promise.all(open.map(({ read }) => read()));
    expect(answers.flatMap(({ statuses }) => statuses).filter((status) => status !== 400)).toEqual([]);
  });
});

test("in the end the books are whole, and hold what was answered and no more", async () => {
  const books = await service.close();
  for (const [number, id] of service.acknowledged) expect(books.get(number), number).toBe(id);
  expect(service.acknowledged.size).toBeGreaterThan(100);
  expect(books.size - service.acknowledged.size).toBeLessThanOrEqual(unanswered);
});
