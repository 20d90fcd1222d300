/**
 * Goal: previews show and refuse what only the locked books decide, and what only the host's options decide. They never write.
 * Method: one scene for each, on every store, in which the preview is compared with what issuing does then. Random books are
 * in `test/property/previews.test.ts`.
 */
import { type CompanyProfile, createInvoicing, isRefusal, type Refusal, type VatNumberVerifier } from "faktura";
import { memoryStore } from "faktura/memory";
import { describe, expect, test } from "vitest";
import { HOSTED } from "../../adapters/hosted-stores.ts";
import { germanProfile, order } from "../../support/fixtures.ts";
import { EVERY_STORE } from "../../support/stores.ts";
import { HeldStore, misdate, openBooks, traceOf } from "../books.ts";

async function refusalOf(call: Promise<unknown>): Promise<Pick<Refusal, "code" | "message" | "errors">> {
  try {
    await call;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const { code, message, errors } = error;
    return { code, message, errors };
  }
  throw new Error("nothing was refused");
}

const SHOP = { series: { shop: { prefix: "SHOP" } } };
const PART = { reason: "returned", lines: [{ line: 1, netAmount: 1 }] };

async function expectSameRefusal(preview: Promise<unknown>, write: () => Promise<unknown>): Promise<void> {
  const refused = await refusalOf(preview);
  expect(refused).toEqual(await refusalOf(write()));
}

describe.each(EVERY_STORE)("on $name", ({ open }) => {
  test("the pattern has the digits of the next number, in the first series and in a named one", async () => {
    const { acme, store } = await openBooks(await open(), SHOP);
    expect((await acme.preview(order())).numberPattern).toBe("INV-202611-####");
    await acme.continueNumbering({ lastCounter: 9999, lastIssueDate: "2026-10-01" });
    const wide = await acme.preview(order());
    expect(wide.numberPattern).toBe("INV-202611-#####");
    expect((await acme.preview(order({ series: "shop" }))).numberPattern).toBe("SHOP-202611-####");
    expect((await acme.issue(order())).invoiceNumber).toBe("INV-202611-10000");
    await store.close();
  });

  test("a preview is dated like the invoice: after the last one, and today once dates were resumed", async () => {
    const { acme, store, clock } = await openBooks(await open());
    clock.set("2026-11-21T12:00:00.000Z");
    await acme.issue(order());
    clock.set("2026-11-20T12:00:00.000Z");
    expect((await acme.preview(order())).issueDate).toBe("2026-11-21");
    const { right } = await misdate({ acme, clock });
    expect(await refusalOf(acme.preview(order()))).toMatchObject({ code: "clock_out_of_step" });
    await expectSameRefusal(acme.preview(order()), () => acme.issue(order()));
    await acme.resumeDates({ reason: "a wrong clock" });
    const { issueDate } = await acme.preview(order());
    expect(issueDate).toBe("2026-11-20");
    expect((await acme.previewCredit(right.id, PART)).creditNote.issueDate).toBe("2026-11-21");
    expect((await acme.issue(order())).issueDate).toBe(issueDate);
    await store.close();
  });

  test("a number that another document has is refused", async () => {
    const directory = { profile: germanProfile({ ...SHOP, creditNotePrefix: "K" }) };
    const { acme, store } = await openBooks(await open(), {}, { companies: { profile: () => directory.profile } });
    const { id } = await acme.issue(order());
    for (const _ of "12") await acme.credit(id, PART);
    const withProfile = (changes: Partial<CompanyProfile>) => {
      directory.profile = germanProfile({ ...SHOP, ...changes });
    };
    withProfile({ invoicePrefix: "k" });
    await expectSameRefusal(acme.preview(order()), () => acme.issue(order()));
    withProfile({ series: { shop: { prefix: "INV" } }, invoicePrefix: "A" });
    await expectSameRefusal(acme.preview(order({ series: "shop" })), () => acme.issue(order({ series: "shop" })));
    withProfile({ invoicePrefix: "B" });
    for (const _ of "123") await acme.issue(order());
    const last = (await acme.list({ limit: 1 })).data[0]!;
    withProfile({ creditNotePrefix: "b", invoicePrefix: "C" });
    await expectSameRefusal(acme.previewCredit(id, PART), () => acme.credit(id, PART));
    expect(last.invoiceNumber).toBe("B-202611-0004");
    await store.close();
  });

  test("a credit that is more than is left, and one of a cancelled invoice, are refused", async () => {
    const { acme, store } = await openBooks(await open());
    const { id } = await acme.issue(order());
    await acme.credit(id, { reason: "half", lines: [{ line: 1, netAmount: 150 }] });
    const rest = { reason: "more", lines: [{ line: 1, netAmount: 51 }] };
    await expectSameRefusal(acme.previewCredit(id, rest), () => acme.credit(id, rest));
    const shown = await acme.previewCredit(id, { reason: "the rest" });
    expect(shown.creditNote).toMatchObject({ numberPattern: "INV-CN-202611-####", subtotal: 50, total: 59.5 });
    expect(shown.invoice).toMatchObject({ id, creditedTotal: 238, amountDue: 0 });
    await acme.cancel(id);
    await expectSameRefusal(acme.previewCredit(id, { reason: "late" }), () => acme.credit(id, { reason: "late" }));
    await store.close();
  });
});

test.each(HOSTED)("on $name, a host's own counter numbers what is previewed, and has no series", async ({ open }) => {
  const { acme, store } = await openBooks(await open({ last: 9999, lastIssueDate: null }), SHOP);
  await acme.issue(order());
  const { numberPattern, ...shown } = await acme.preview(order());
  expect(numberPattern).toBe("INV-202611-#####");
  const { id: _, issuedAt: __, invoiceNumber, ...issued } = await acme.issue(order());
  expect([invoiceNumber, shown]).toEqual(["INV-202611-10001", issued]);
  await expectSameRefusal(acme.preview(order({ series: "shop" })), () => acme.issue(order({ series: "shop" })));
  await store.close();
});

/** Counts what the register is asked. */
function openWithRegister() {
  const asked: string[] = [];
  const verifier: VatNumberVerifier = {
    verify: async ({ number }) => {
      asked.push(number);
      return { status: "invalid", consultationNumber: undefined };
    },
  };
  return openBooks(memoryStore(), {}, { verifier }).then((books) => ({ ...books, asked }));
}

const FRENCH = order({ clientCountry: "FR", clientVatNumber: "FR40303265045" });

test("the register is asked only if the call says so", async () => {
  const { acme, asked } = await openWithRegister();
  expect(await acme.preview(FRENCH)).toMatchObject({ vatTreatment: "reverse-charge" });
  expect(await acme.preview(FRENCH, { verify: false })).not.toHaveProperty("vatNumberVerification");
  expect(asked).toEqual([]);
  await expectSameRefusal(acme.preview(FRENCH, { verify: true }), () => acme.issue(FRENCH));
  expect(asked).toHaveLength(2);
});

test("a preview has the host's rates, and is refused for a text that its fonts cannot print", async () => {
  const rates = { DE: [{ since: "2026-01-01", percent: "20" }] };
  const printable = { unprintable: (text: string) => [...text].filter((character) => character === "漢") };
  const { acme } = await openBooks(memoryStore(), {}, { rates, printable });
  expect((await acme.preview(order())).total).toBe(240);
  const unprintable = order({ clientName: "漢" });
  await expectSameRefusal(acme.preview(unprintable), () => acme.issue(unprintable));
});

test("a preview writes nothing: no number, no billing event, no event, no key", async () => {
  const { acme, store, events } = await openBooks();
  const { id } = await acme.issue(order());
  const [before, seen] = [await traceOf(store), events.length];
  for (const _ of "123") {
    await acme.preview(order());
    await acme.previewCredit(id, PART);
  }
  expect(await traceOf(store)).toEqual(before);
  expect((await store.creditNotes.list("acme", { page: 1, limit: 1 })).total).toBe(0);
  expect(events).toHaveLength(seen);
});

test("an unknown option, a verify that is no boolean and a company without a profile are refused", async () => {
  const { acme } = await openBooks();
  const preview = (options: object) => acme.preview(order(), options);
  await expect(preview({ verfy: true })).rejects.toMatchObject({
    code: "request_invalid",
    errors: [{ parameter: "verfy", detail: expect.stringContaining("did you mean verify?") }],
  });
  await expect(preview({ verify: "true" })).rejects.toMatchObject({ errors: [{ parameter: "verify" }] });
  await expect(createInvoicing({ store: memoryStore() }).company("none").preview(order())).rejects.toMatchObject({
    code: "company_not_found",
  });
});

/** A store in which `write` is done once, right after the next read of a kind. */
class OvertakenStore extends HeldStore {
  #write: { readonly after: "sequences" | "find"; readonly write: () => Promise<unknown> } | undefined;

  overtake(after: "sequences" | "find", write: () => Promise<unknown>): void {
    this.#write = { after, write };
  }

  override get reader() {
    const reader = super.reader;
    const overtaken = async <Result>(after: "sequences" | "find", read: Promise<Result>): Promise<Result> => {
      const result = await read;
      if (this.#write?.after === after) {
        const { write } = this.#write;
        this.#write = undefined;
        await write();
      }
      return result;
    };
    return {
      ...reader,
      sequences: (companyId: string, series: readonly string[]) =>
        overtaken("sequences", reader.sequences(companyId, series)),
      find: (companyId: string, id: string) => overtaken("find", reader.find(companyId, id)),
    };
  }
}

test.each([undefined, "shop"])(
  "an invoice that is issued meanwhile in series %s does not refuse the preview",
  async (series) => {
    const store = new OvertakenStore();
    const { acme } = await openBooks(store, SHOP);
    const next = order(series === undefined ? {} : { series });
    store.overtake("sequences", () => acme.issue(next));
    const { numberPattern } = await acme.preview(next);
    expect(numberPattern).toBe(`${series === undefined ? "INV" : "SHOP"}-202611-####`);
    expect((await traceOf(store)).total).toBe(1);
  },
);

test("a credit that is issued meanwhile does not confuse the preview of another", async () => {
  const store = new OvertakenStore();
  const { acme } = await openBooks(store);
  const { id } = await acme.issue(order());
  const before = await acme.previewCredit(id, { reason: "all" });
  store.overtake("find", () => acme.credit(id, { reason: "all" }));
  expect(await acme.previewCredit(id, { reason: "all" })).toEqual(before);
  const late = { reason: "late" };
  await expectSameRefusal(acme.previewCredit(id, late), () => acme.credit(id, late));
});
