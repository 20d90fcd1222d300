/**
 * Goal: a move that is killed leaves a company open on one shard or on none, and the same command ends it.
 * Method: a process that moves a company kills itself with SIGKILL behind each of its writes, one more each time, there and
 * back in turns, while a server issues for the company without a pause. After each kill, both databases are asked for a write.
 * Then the move is repeated. In the end no number of the server is missing or there twice, and the books are sound.
 * Not covered: a kill inside a transaction, which the database undoes.
 */
import { createInvoicing } from "faktura";
import { afterEach, expect, test } from "vitest";
import { moveCompany } from "../../src/cli/move-company.ts";
import { germanProfile } from "../support/fixtures.ts";
import { freshSchema, onPostgres, postgresUrl as url } from "../support/postgres.ts";
import { freshFile } from "../support/stores.ts";
import { Child, endChildren } from "./children.ts";
import { openShards, type ShardPlace } from "./moved-books.ts";

const PLACES: readonly { name: string; create: () => Promise<ShardPlace> }[] = [
  { name: "SQLite", create: async () => ({ shards: { a: freshFile(), b: freshFile() } }) },
  ...onPostgres({
    name: "PostgreSQL",
    create: async () => ({
      shards: { a: await freshSchema({ shard: "a" }), b: await freshSchema({ shard: "b" }) },
      url,
    }),
  }),
];

afterEach(endChildren);

test.each(PLACES)(
  "$name: SIGKILL behind each write of a move leaves no two shards open, and the move is ended",
  async ({ create }) => {
    const place = await create();
    const { stores, close } = await openShards(place);
    const sides = Object.entries(stores).map(([name, store]) => ({ name, store }));
    /** The shards that accept a write of the company. */
    const openSides = async () => {
      const outcomes = sides.map(async ({ name, store }) => {
        const written = createInvoicing({ store }).company("acme").saveProfile(germanProfile());
        return written.then(
          () => [name],
          (error: Error) => {
            expect(error.message).toMatch(/have moved to /);
            return [];
          },
        );
      });
      return (await Promise.all(outcomes)).flat();
    };
    const server = new Child("test/crash/issue-while-moved.ts", JSON.stringify(place));
    await server.said(1);
    server.say("go");
    await server.said(5);
    let writes = 0;
    const seen = new Set<string>();
    for (let last = 1; writes === 0; last += 1) {
      const [from, to] = last % 2 === 1 ? sides : [...sides].reverse();
      const child = new Child("test/crash/move-until.ts", JSON.stringify(place), from!.name, to!.name, `${last}`);
      await child.finished().catch((error: Error) => expect(error.message).toContain("ended with null"));
      writes = Number(child.lines[0] ?? 0);
      const open = await openSides();
      expect(open.length, `behind write ${last}`).toBeLessThanOrEqual(1);
      seen.add(open.length === 0 ? "none" : open[0] === from!.name ? "from" : "to");
      await moveCompany("acme", from!, to!, () => undefined);
      expect(await openSides(), `after write ${last} and the end`).toEqual([to!.name]);
      await server.said(server.lines.length + 1);
    }
    expect([...seen].sort()).toEqual(["from", "none", "to"]);
    await server.kill();
    const numbers = server.lines.slice(1);
    expect(numbers.map((number) => Number(number.slice(-4)))).toEqual(numbers.map((_, place) => place + 1));
    const [home] = await openSides();
    const totals = [];
    for (const { name, store } of sides) {
      const company = createInvoicing({ store }).company("acme");
      expect((await company.audit()).findings).toEqual([]);
      if (name === home) totals.push((await company.list()).total);
    }
    // The kill may have come between a commit and its line.
    expect([numbers.length, numbers.length + 1]).toContain(totals[0]);
    await close();
  },
  600_000,
);
