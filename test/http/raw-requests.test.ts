/**
 * Goal: whatever bytes come in, the service goes on, loses nothing that it answered for, and grows no larger.
 * Method: requests with their bytes spoilt are written to a server in a process of its own, several connections at once
 * and in pieces, by clients that do not wait for an end; then an order of good will. The server watches its event loop
 * and its memory; in the end its books are read. `FAKTURA_FUZZ_ROUNDS` sets how many requests; otherwise 4,000
 * with `npm run test:nightly`, and else 500.
 */
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { endChildren } from "../crash/children.ts";
import { tries } from "../support/tries.ts";
import { rawRequest } from "./raw-requests.ts";
import { ADAPTERS, ORDER, posted, WatchedService } from "./watched-service.ts";

const AT_ONCE = 8;
const ROUNDS = Math.ceil(Number(process.env["FAKTURA_FUZZ_ROUNDS"] ?? tries(4000, 8)) / AT_ONCE / ADAPTERS.length);
/** In parsings of a mebibyte of JSON. */
const MAX_HELD = 160;
const MAX_GROWTH_BYTES = 8 * 2 ** 20;

let service: WatchedService;
beforeAll(async () => {
  service = await WatchedService.start();
});
afterAll(endChildren);

const memory = async () => (await service.ask<{ bytes: number }>("memory")).bytes;

async function expectGoodWill(adapter: (typeof ADAPTERS)[number]): Promise<void> {
  expect((await service.exchange(adapter, [posted(ORDER)])).statuses).toEqual([201]);
  const { held, errors } = await service.ask<{ held: number; errors: string[] }>("watch");
  expect(errors).toEqual([]);
  expect(held).toBeLessThan(MAX_HELD);
}

test.each(ADAPTERS)(
  "no bytes break what is served through %s",
  async (adapter) => {
    const seen = new Set<number>();
    const check = async (requests: readonly (readonly Uint8Array[])[]) => {
      const answers = await Promise.all(requests.map((pieces) => service.exchange(adapter, pieces, { leaves: true })));
      for (const { statuses, text } of answers) {
        expect(
          statuses.filter((status) => status >= 500),
          text.slice(0, 500),
        ).toEqual([]);
        for (const status of statuses) seen.add(status);
      }
      await expectGoodWill(adapter);
    };
    const requests = fc.array(rawRequest, { minLength: AT_ONCE, maxLength: AT_ONCE });
    for (let warmUp = 0; warmUp < AT_ONCE; warmUp += 1) await expectGoodWill(adapter);
    const before = await memory();
    await fc.assert(fc.asyncProperty(requests, check), { numRuns: ROUNDS, endOnFailure: true });
    expect((await memory()) - before).toBeLessThan(MAX_GROWTH_BYTES);
    // A server that hung up on everything would prove little.
    expect([...seen]).toEqual(expect.arrayContaining([200, 201, 400]));
  },
  60_000 + ROUNDS * AT_ONCE * 1000,
);

test("in the end the books are whole, with all that was answered for", async () => {
  const books = await service.close();
  for (const [number, id] of service.acknowledged) expect(books.get(number), number).toBe(id);
  expect(service.acknowledged.size).toBeGreaterThanOrEqual(ROUNDS * ADAPTERS.length);
});
