import { createInvoicing } from "faktura";
import { sqliteStore } from "faktura/sqlite";
import { describe, expect, test } from "vitest";
import { traceOf } from "../../../service/books.ts";
import { germanProfile, oneTo, order } from "../../../support/fixtures.ts";
import { freshFile, SQLITE_DRIVERS } from "../../../support/stores.ts";

/** More turns than a call takes, so that the last ones find it done. */
const TURNS = 60;

/**
 * Goal: whenever a host ends its transaction under a joined call, the invoice, its event and its key stand or fall
 * together with what the host wrote. Method: the host ends it after 0, 1, 2, … turns of the event loop, and what the
 * call answered is compared with what stands. Limits: a host that writes on the connection meanwhile is not played.
 */
describe.each(SQLITE_DRIVERS)("a host that ends its transaction under a joined call on $name", ({ connect }) => {
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

  test("by rolling back: nothing of it stands, whatever was answered, and the next one is issued", async () => {
    for (const turns of oneTo(TURNS)) {
      const ended = await endAfter(turns - 1, "ROLLBACK");
      expect(ended, `after ${turns - 1} turns`).toMatchObject({ total: 0, events: 0, keys: 0 });
      expect(["issued", "refused"]).toContain(ended.answer);
    }
  });

  test("by committing: what stands is what was answered", async () => {
    const answers = new Set<string>();
    for (const turns of oneTo(TURNS)) {
      const { answer, ...stands } = await endAfter(turns - 1, "COMMIT");
      const count = answer === "issued" ? 1 : 0;
      expect(stands, `after ${turns - 1} turns: ${answer}`).toEqual({ total: count, events: count, keys: count });
      answers.add(answer);
    }
    expect([...answers].sort()).toEqual(["issued", "refused"]);
  });
});
