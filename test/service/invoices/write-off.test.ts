import { type BookChange, isOverdue, isRefusal } from "faktura";
import { describe, expect, test } from "vitest";
import { order } from "../../support/fixtures.ts";
import { STORES } from "../../support/stores.ts";
import { openBooks, traceOf } from "../books.ts";

const LOST = { reason: "insolvency opened", on: "2026-11-20" } as const;
const refused = (code: string, text = /./) => {
  return (error: unknown) => isRefusal(error) && error.code === code && text.test(error.message);
};

describe.each(STORES)("$name", ({ open }) => {
  test("a written-off invoice stays as it is, but is no longer listed as due", async () => {
    const { acme, store, clock, events } = await openBooks(await open());
    const issued = await acme.issue(order({ dueDate: "2026-11-25" }));
    const other = await acme.issue(order({ dueDate: "2026-11-25" }));
    clock.set("2026-12-01T08:00:00.000Z");
    const after = await acme.writeOff(issued.id, { ...LOST, on: "2026-12-01" });
    expect(after).toEqual({ ...issued, writtenOffOn: "2026-12-01", writeOffReason: "insolvency opened" });
    expect(await acme.get(issued.id)).toEqual({ ...after, payments: [], creditNotes: [] });
    for (const filter of [{ due: true }, { overdue: true }, { due: true, search: "2026" }]) {
      expect((await acme.list(filter)).data.map(({ id }) => id)).toEqual([other.id]);
    }
    expect([isOverdue(issued, "2026-12-01"), isOverdue(after, "2026-12-01")]).toEqual([true, false]);
    expect((await acme.list({ status: "SENT" })).total).toBe(2);
    expect(events.at(-1)).toMatchObject({ type: "invoice.written_off", invoice: after });
    const changes: BookChange[] = [];
    for await (const change of acme.changes()) changes.push(change);
    expect(changes.at(-1)).toEqual({
      kind: "invoice.written_off",
      position: 3,
      at: "2026-12-01T08:00:00.000Z",
      invoiceId: issued.id,
      on: "2026-12-01",
      reason: "insolvency opened",
    });
    expect((await acme.audit()).findings).toEqual([]);
    await store.close();
  });

  test("the same write-off again changes nothing, also at once; another one is refused", async () => {
    const { acme, store, clock, events } = await openBooks(await open());
    const { id } = await acme.issue(order());
    const [first, second] = await Promise.all([acme.writeOff(id, LOST), acme.writeOff(id, LOST)]);
    expect(second).toEqual(first);
    const before = await traceOf(store);
    clock.set("2027-12-24T12:00:00.000Z");
    expect(await acme.writeOff(id, LOST)).toEqual(first);
    for (const changed of [{ reason: "other" }, { on: "2026-11-21" }]) {
      await expect(acme.writeOff(id, { ...LOST, ...changed })).rejects.toSatisfy(refused("write_off_refused", /final/));
    }
    expect(await traceOf(store)).toEqual(before);
    expect(events.filter(({ type }) => type === "invoice.written_off")).toHaveLength(1);
    await store.close();
  });

  test("it may be paid, credited and cancelled later", async () => {
    const { acme, store, pay } = await openBooks(await open());
    const [paid, cancelled] = [await acme.issue(order()), await acme.issue(order())];
    for (const { id } of [paid, cancelled]) await acme.writeOff(id, LOST);
    await acme.credit(paid.id, { reason: "returned", lines: [{ line: 1, netAmount: 100 }] });
    await pay(paid.id, { amount: 119 });
    expect(await acme.get(paid.id)).toMatchObject({ status: "PAID", amountDue: 0, writtenOffOn: LOST.on });
    await acme.cancel(cancelled.id);
    expect(await acme.get(cancelled.id)).toMatchObject({ status: "CANCELLED", writeOffReason: LOST.reason });
    expect((await acme.audit()).findings).toEqual([]);
    await store.close();
  });

  test("what is not due is not written off, and a faulty request is refused; both write nothing", async () => {
    const { acme, invoicing, store, pay } = await openBooks(await open());
    const [paid, cancelled, credited] = await acme.issueMany([order(), order(), order()]);
    await pay(paid!.id, { amount: 238 });
    await acme.cancel(cancelled!.id);
    await acme.credit(credited!.id, { reason: "all of it" });
    const { id } = await acme.issue(order());
    const before = await traceOf(store);
    await expect(acme.writeOff(paid!.id, LOST)).rejects.toSatisfy(refused("write_off_refused", /Nothing is due/));
    await expect(acme.writeOff(credited!.id, LOST)).rejects.toSatisfy(refused("write_off_refused", /Nothing is due/));
    await expect(acme.writeOff(cancelled!.id, LOST)).rejects.toSatisfy(refused("invoice_cancelled"));
    await expect(invoicing.company("globex").writeOff(id, LOST)).rejects.toSatisfy(refused("invoice_not_found"));
    for (const fault of [{ on: "2026-11-19" }, { on: "2026-11-22" }, { on: "never" }, { reason: "" }, { amount: 1 }]) {
      await expect(acme.writeOff(id, { ...LOST, ...fault })).rejects.toSatisfy(refused("request_invalid"));
    }
    expect(await traceOf(store)).toEqual(before);
    await store.close();
  });
});
