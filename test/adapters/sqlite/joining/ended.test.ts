import { createInvoicing } from "faktura";
import { sqliteStore } from "faktura/sqlite";
import { describe, expect, test } from "vitest";
import { traceOf } from "../../../service/books.ts";
import { germanProfile, oneTo, order } from "../../../support/fixtures.ts";
import { freshFile, SQLITE_DRIVERS } from "../../../support/stores.ts";

/** More turns of the event loop than a call takes, so that in the last rounds the call is done. */
const TURNS = 60;

/**
 * Goal: whenever a host ends its transaction during a joined call, the invoice, its event and its key are committed or
 * rolled back together with the host's writes.
 * Method: the host ends it after 0, 1, 2, … turns of the event loop. The result of the call is compared with what is
 * stored.
 * Not covered: a host that also writes on the connection during the call.
 */
describe.each(SQLITE_DRIVERS)("a host that ends its transaction during a joined call on $name", ({ connect }) => {
  async function endAfter(turns: number, end: "ROLLBACK" | "COMMIT") {
    const path = freshFile();
    const store = sqliteStore(() => connect(path));
    const invoicing = createInvoicing({ store });
    const acme = invoicing.company("acme");
    await acme.saveProfile(germanProfile());
    const host = connect(path);
    host.exec("PRAGMA synchronous = FULL; CREATE TABLE orders (name TEXT); BEGIN IMMEDIATE");
    host.exec("INSERT INTO orders VALUES ('1')");
    const joined = invoicing.joining(host).company("acme");
    const call = joined.issue(order(), { idempotencyKey: "1" }).then(
      () => "issued",
      (error: unknown) => (error instanceof TypeError ? "refused" : String(error)),
    );
    for (let turn = 0; turn < turns; turn += 1) await null;
    host.exec(end);
    const answer = await call;
    const { total, events } = await traceOf(store);
    const key = await store.reader.findKey("acme", "1");
    await acme.issue(order());
    host.close();
    await invoicing.close();
    return { answer, total, events: events.length, keys: key === undefined ? 0 : 1 };
  }

  test("by rolling back: nothing is stored, whatever the call returned, and the next invoice is issued", async () => {
    for (const turns of oneTo(TURNS)) {
      const ended = await endAfter(turns - 1, "ROLLBACK");
      expect(ended, `after ${turns - 1} turns`).toMatchObject({ total: 0, events: 0, keys: 0 });
      expect(["issued", "refused"]).toContain(ended.answer);
    }
  });

  test("by committing: what is stored is what the call returned", async () => {
    const answers = new Set<string>();
    for (const turns of oneTo(TURNS)) {
      const { answer, ...written } = await endAfter(turns - 1, "COMMIT");
      const count = answer === "issued" ? 1 : 0;
      expect(written, `after ${turns - 1} turns: ${answer}`).toEqual({ total: count, events: count, keys: count });
      answers.add(answer);
    }
    expect([...answers].sort()).toEqual(["issued", "refused"]);
  });
});
