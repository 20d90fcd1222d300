/**
 * A child process that moves acme between two databases, and kills itself with SIGKILL behind its write number `last`, counted
 * from 1. If there are fewer writes, it moves acme to the end, and prints how many there were.
 */
import { type MoveSide, moveCompany } from "../../src/cli/move-company.ts";
import { openShards } from "./moved-books.ts";

const [place, from, to, last] = process.argv.slice(2) as [string, string, string, string];
const WRITES: readonly PropertyKey[] = ["change", "awaitWriters", "insert", "remove"];
let written = 0;

/** The side, whose writes are counted. */
function counted({ name, store }: MoveSide): MoveSide {
  const moves = new Proxy(store.moves, {
    get(target, key) {
      const method = target[key as "change"];
      if (!WRITES.includes(key)) return method;
      return async (...args: Parameters<typeof method>) => {
        const result: unknown = await method(...args);
        // A deletion that finds nothing is no step.
        if (result !== false) written += 1;
        if (result !== false && written === Number(last)) process.kill(process.pid, "SIGKILL");
        return result;
      };
    },
  });
  const own = { moves } as { readonly [key: PropertyKey]: unknown };
  return { name, store: new Proxy(store, { get: (target, key) => own[key] ?? target[key as "shard"] }) };
}

const shards = await openShards(JSON.parse(place));
const side = (name: string) => counted({ name, store: shards.stores[name]! });
await moveCompany("acme", side(from), side(to), () => undefined);
await shards.close();
process.stdout.write(`${written}\n`);
