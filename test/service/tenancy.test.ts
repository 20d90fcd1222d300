import { isRefusal } from "faktura";
import { describe, expect, test } from "vitest";
import { germanProfile, oneTo, order } from "../support/fixtures.ts";
import { EVERY_STORE } from "../support/stores.ts";
import { billedCounters, countersOf, openBooks, traceOf } from "./books.ts";

const notFound = (error: unknown) => isRefusal(error, "invoice_not_found");

/** Ids that a careless store would take for one another, or for something else. */
const IDS = [
  "acme",
  "ACME",
  "acme ",
  "acme%",
  "acm_",
  "a",
  "ac",
  "1",
  "01",
  "__proto__",
  "constructor",
  "é",
  "e\u0301",
];

describe.each(EVERY_STORE)("$name", ({ open }) => {
  test("two companies number side by side and never see each other's books", async () => {
    const { store, acme, invoicing } = await openBooks(await open());
    const rival = invoicing.company("rival");
    await rival.saveProfile(germanProfile({ name: "Rival AG", invoicePrefix: "RIV" }));
    const both = await Promise.all(oneTo(20).map((place) => (place % 2 === 0 ? acme : rival).issue(order())));
    for (const company of ["acme", "rival"]) {
      expect(await countersOf(store, company)).toEqual(oneTo(10));
      expect(await billedCounters(store, company)).toEqual(oneTo(10));
    }
    const theirs = both.filter(({ seller }) => seller.name === "Rival AG");
    expect((await acme.list({ limit: 100 })).data.filter(({ seller }) => seller.name === "Rival AG")).toEqual([]);
    expect((await rival.list({ limit: 100 })).total).toBe(theirs.length);
    const before = await traceOf(store, "rival");
    for (const { id } of theirs) {
      await expect(acme.get(id)).rejects.toSatisfy(notFound);
      await expect(acme.cancel(id)).rejects.toSatisfy(notFound);
      await expect(acme.recordPayment(id, { amount: 1 })).rejects.toSatisfy(notFound);
    }
    await store.billing.acknowledge(
      "acme",
      before.events.map(({ id }) => id),
    );
    expect(await traceOf(store, "rival")).toEqual(before);
    await store.close();
  });

  test("another company's invoice is refused in the same words as one that does not exist", async () => {
    const { store, acme, invoicing } = await openBooks(await open());
    const { id } = await acme.issue(order());
    const stranger = invoicing.company("stranger");
    const messages = await Promise.all(
      [id, "00000000-0000-7000-8000-000000000000", "", "\0", `${id}\0`, `${id} `, id.toUpperCase()].map((given) =>
        stranger.get(given).catch((error: Error) => error.message),
      ),
    );
    expect(new Set(messages).size).toBe(1);
    for (const given of [`${id}\0`, `${id} `, `${id}%`, "%", "", "\ud800"]) {
      await expect(acme.get(given), JSON.stringify(given)).rejects.toSatisfy(notFound);
    }
    await store.close();
  });

  test("an idempotency key is a company's own", async () => {
    const { store, acme, invoicing } = await openBooks(await open());
    const rival = invoicing.company("rival");
    await rival.saveProfile(germanProfile());
    const key = { idempotencyKey: "same" };
    const mine = await acme.issue(order(), key);
    const theirs = await rival.issueOrReplay(order({ note: "another order" }), key);
    expect(theirs.replayed).toBe(false);
    expect(theirs.invoice.id).not.toBe(mine.id);
    await store.close();
  });

  test("ids that look alike are different companies", async () => {
    const { store, invoicing } = await openBooks(await open());
    for (const [index, id] of IDS.entries()) {
      const company = invoicing.company(id);
      await company.saveProfile(germanProfile({ name: `Company ${index}` }));
      await company.issue(order());
    }
    for (const [index, id] of IDS.entries()) {
      expect(await invoicing.company(id).profile()).toMatchObject({ name: `Company ${index}` });
      expect(await countersOf(store, id), id).toEqual([1]);
    }
    await store.close();
  });
});

test("a company without a profile is not found, and its books are empty", async () => {
  const { invoicing } = await openBooks();
  const nobody = invoicing.company("nobody");
  await expect(nobody.profile()).rejects.toSatisfy((error) => isRefusal(error, "company_not_found"));
  expect(await nobody.list()).toMatchObject({ data: [], total: 0 });
});

test.each(["", "\ud800", "a\udfff", "a\0b", 1 as unknown as string, undefined as unknown as string])(
  "%j is no company id, and a mistake in the host's code",
  async (id) => {
    const { invoicing } = await openBooks();
    expect(() => invoicing.company(id)).toThrow(TypeError);
  },
);
