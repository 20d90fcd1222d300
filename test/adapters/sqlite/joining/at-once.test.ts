import { describe, expect, test } from "vitest";
import { germanProfile, oneTo, order } from "../../../support/fixtures.ts";
import { SQLITE_DRIVERS } from "../../../support/stores.ts";
import { alice, bob, connectHost, gate, openHosted, outcomeOf } from "../host.ts";

/** Concurrent joined calls, and what they wait for. Each belongs to the transaction in which it was made. */
describe.each(SQLITE_DRIVERS)("concurrent joined calls on $name", ({ connect }) => {
  test("a call that waits for long does not affect a transaction that the host begins, uses and ends meanwhile", async () => {
    const [directory, asked] = [gate(), gate()];
    const companies = {
      async profile(companyId: string) {
        if (companyId === "slow") await directory.opened;
        else asked.open();
        return germanProfile();
      },
    };
    const { host, invoicing, joined, kept } = await openHosted(connect, { companies });
    host.exec("BEGIN");
    const slow = invoicing.joining(host).company("slow").issue(order());
    host.exec("SAVEPOINT inner");
    await joined().issue(bob());
    host.exec("ROLLBACK TO inner; RELEASE inner");
    directory.open();
    await slow;
    host.exec("COMMIT");
    expect((await kept()).clients).toEqual([]);
    expect((await invoicing.company("slow").list()).total).toBe(1);
  });

  test("a call in a savepoint that is rolled back fails, even while an earlier call is still running", async () => {
    const directory = gate();
    const companies = { profile: async () => directory.opened.then(() => germanProfile()) };
    const { host, joined, kept } = await openHosted(connect, { companies });
    host.exec("BEGIN");
    const first = outcomeOf(joined().issue(alice()));
    host.exec("SAVEPOINT inner");
    const second = outcomeOf(joined().issue(bob()));
    host.exec("ROLLBACK TO inner; RELEASE inner");
    directory.open();
    expect(await Promise.all([first, second])).toEqual(["issued", "ended"]);
    host.exec("COMMIT");
    expect((await kept()).clients).toEqual(["Alice"]);
  });

  test("two transactions with overlapping calls stay separate", async () => {
    const directory = gate();
    const companies = { profile: async () => directory.opened.then(() => germanProfile()) };
    const { host, joined, kept } = await openHosted(connect, { companies });
    host.exec("BEGIN");
    const early = oneTo(2).map(() => outcomeOf(joined().issue(alice())));
    host.exec("COMMIT; BEGIN");
    const late = oneTo(2).map(() => outcomeOf(joined().issue(bob())));
    directory.open();
    expect(await Promise.all([...early, ...late])).toEqual(["ended", "ended", "issued", "issued"]);
    host.exec("COMMIT");
    expect((await kept()).clients).toEqual(["Bob", "Bob"]);
  });

  test("each concurrent call stays in its own transaction, through any joined store and on another connection", async () => {
    const { path, host, invoicing, joined, kept } = await openHosted(connect);
    const other = connectHost(connect, path);
    other.exec("BEGIN");
    host.exec("BEGIN IMMEDIATE");
    const calls = oneTo(30).map((number) => joined().issue(order({ clientName: `${number}` })));
    const elsewhere = outcomeOf(invoicing.joining(other).company("acme").issue(alice()));
    other.exec("COMMIT");
    await Promise.all(calls);
    host.exec("COMMIT");
    expect(await elsewhere).toBe("ended");
    expect((await kept()).clients.map(Number).sort((a, b) => a - b)).toEqual(oneTo(30));
  });

  test("a call waits for a register of VAT numbers, and fails if its transaction has ended meanwhile", async () => {
    const [asked, register] = [gate(), gate()];
    const verifier = {
      async verify() {
        asked.open();
        await register.opened;
        return { status: "valid", consultationNumber: undefined } as const;
      },
    };
    const { host, joined, addOrder, kept } = await openHosted(connect, { verifier });
    const french = order({ clientCountry: "FR", clientVatNumber: "FR40303265045" });
    host.exec("BEGIN");
    const lost = outcomeOf(joined().issue(french));
    await asked.opened;
    host.exec("COMMIT; BEGIN");
    const late = outcomeOf(joined().issue(french));
    addOrder("late");
    register.open();
    expect(await Promise.all([lost, late])).toEqual(["ended", "issued"]);
    host.exec("COMMIT");
    expect(await kept()).toMatchObject({ orders: ["late"], clients: ["Exemple SARL"] });
  });
});
