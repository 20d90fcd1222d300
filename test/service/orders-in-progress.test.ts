/**
 * Goal: what waits takes bounded memory, wherever it waits: for a profile, a register, a lock or a commit.
 * Method: orders of a mebibyte are held up at each of these places, and those that are turned away are counted.
 * Not covered: bodies that a server has not read to the end, which its limit of connections bounds.
 */
import { type Company, createInvoicing, type InvoiceOrder, type Invoicing, StoreBusyError } from "faktura";
import { createHttpHandler } from "faktura/http";
import { memoryStore } from "faktura/memory";
import { openSqliteStore } from "faktura/sqlite";
import { describe, expect, test } from "vitest";
import { germanProfile, oneTo, order } from "../support/fixtures.ts";
import { connectRaw, freshFile } from "../support/stores.ts";
import { HeldStore, openBooks } from "./books.ts";

/** An order whose JSON has a mebibyte, nearly; it counts with four bytes a character. */
const LARGE = order({ items: oneTo(250).map(() => ({ description: "x".repeat(4000), quantity: 1, unitPrice: 1 })) });

/** Half of what all orders may take is the most that one company's may. */
const OF_ONE_COMPANY = 16;
const OF_ALL = 32;

const FULL =
  /^the orders in progress(?: of this company)? would take more than \d+ MiB; repeat the call later, or issue fewer at once$/;

/** What became of calls that began at once, once `release` lets go of those that wait. */
async function outcomesOf(calls: readonly Promise<unknown>[], release: () => void) {
  const outcomes = calls.map((call) =>
    call.then(
      () => "done",
      (error: unknown) => error,
    ),
  );
  for (const _ of oneTo(10)) await new Promise((resolve) => setImmediate(resolve)); // refused calls reject now
  const early = await Promise.all(outcomes.map((outcome) => Promise.race([outcome, Promise.resolve("waiting")])));
  release();
  const last = await Promise.all(outcomes);
  const refused = last.filter((outcome): outcome is StoreBusyError => outcome instanceof StoreBusyError);
  for (const { message } of refused) expect(message).toMatch(FULL);
  expect(
    early.filter((outcome) => outcome !== "waiting"),
    "told at once",
  ).toEqual(refused);
  return { done: last.filter((outcome) => outcome === "done").length, refused: refused.length };
}

/** A promise that stays pending, and the function that resolves it. */
function gate(): { closed: Promise<void>; open: () => void } {
  let open = () => {};
  const closed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { closed, open };
}

const issueMany = (company: Company, count: number, each: InvoiceOrder = LARGE) =>
  oneTo(count).map(() => company.issue(each));

describe("orders of a mebibyte", () => {
  test("that wait for a lock are turned away beyond 64 MiB, and taken again once those have ended", async () => {
    const store = new HeldStore();
    const { acme } = await openBooks(store);
    for (const _ of oneTo(2)) {
      const release = store.hold();
      expect(await outcomesOf(issueMany(acme, 20), release)).toEqual({ done: OF_ONE_COMPANY, refused: 4 });
    }
  });

  test("count with all of their notes and metadata", async () => {
    const store = new HeldStore();
    const { acme } = await openBooks(store);
    const notes = oneTo(20).map(() => ({ text: "x".repeat(4000) }));
    const metadata = Object.fromEntries(oneTo(50).map((key) => [`${key}`.padStart(100, "k"), "x".repeat(1000)]));
    const line = { description: "x", quantity: 1, unitPrice: 1, taxRate: 0, vatCategory: "E" as const };
    const items = oneTo(100).map(() => ({ ...line, note: "x".repeat(500), exemptionReason: "x".repeat(500) }));
    const each = order({ notes, metadata, items, autoVat: false });
    // 80,000 characters of notes, 55,000 of metadata and 100,000 of lines, each of four bytes; 100 lines, and the rest.
    const fitting = Math.floor((64 * 2 ** 20) / (235_100 * 4 + 100 * 280 + 6_000));
    const outcomes = await outcomesOf(issueMany(acme, fitting + 5, each), store.hold());
    expect(outcomes.refused).toBe(5);
  });

  test("of several companies share twice as much, so that one of them leaves half to the others", async () => {
    const store = new HeldStore();
    const { invoicing } = await openBooks(store);
    const companies = ["acme", "beta", "gamma"].map((id) => invoicing.company(id));
    for (const company of companies) await company.saveProfile(germanProfile());
    const release = store.hold();
    const calls = companies.flatMap((company, place) => issueMany(company, [20, 10, 10][place]!));
    expect(await outcomesOf(calls, release)).toEqual({ done: OF_ALL, refused: 8 });
  });

  test("that wait for a profile are counted as well", async () => {
    const { closed, open } = gate();
    const companies = { profile: () => closed.then(() => germanProfile()) };
    const { acme } = await openBooks(memoryStore(), {}, { companies });
    expect(await outcomesOf(issueMany(acme, 20), open)).toEqual({ done: OF_ONE_COMPANY, refused: 4 });
  });

  test("that wait for a register are counted as well", async () => {
    const { closed, open } = gate();
    const verifier = { verify: () => closed.then(() => ({ status: "valid" as const, consultationNumber: undefined })) };
    const { acme } = await openBooks(memoryStore(), {}, { verifier });
    const each = { ...LARGE, clientCountry: "FR", clientVatNumber: "FR40303265045" };
    expect(await outcomesOf(issueMany(acme, 20, each), open)).toEqual({ done: OF_ONE_COMPANY, refused: 4 });
  });

  test("that are refused leave nothing counted behind", async () => {
    const { acme } = await openBooks();
    const refused = await Promise.allSettled(oneTo(5 * OF_ONE_COMPANY).map(() => acme.issue({ ...LARGE, taxRate: 7 })));
    expect(refused.filter(({ status }) => status === "fulfilled")).toEqual([]);
    expect(await Promise.all(issueMany(acme, OF_ONE_COMPANY))).toHaveLength(OF_ONE_COMPANY);
  });

  test("that are issued together are counted together, and more than a company's share goes alone", async () => {
    const store = new HeldStore();
    const { acme } = await openBooks(store);
    const together = (count: number) =>
      acme.issueMany(oneTo(count).map(() => order({ ...LARGE, items: LARGE.items.slice(0, 40) })));
    let release = store.hold();
    expect(await outcomesOf([together(50), together(50), acme.issue(LARGE)], release)).toEqual({ done: 2, refused: 1 });
    release = store.hold();
    expect(await outcomesOf([together(250), acme.issue(order())], release)).toEqual({ done: 1, refused: 1 });
  });

  test("that wait in a host's own transaction are counted as well", async () => {
    const path = freshFile();
    const invoicing = createInvoicing({ store: await openSqliteStore(path, { lockTimeoutMs: 60_000 }) });
    await invoicing.company("acme").saveProfile(germanProfile());
    const [host, other] = [connectRaw(path), connectRaw(path)];
    host.exec("PRAGMA synchronous = FULL; PRAGMA busy_timeout = 0; BEGIN");
    other.exec("BEGIN IMMEDIATE");
    const calls = issueMany(invoicing.joining(host).company("acme"), 20);
    expect(await outcomesOf(calls, () => other.exec("ROLLBACK"))).toEqual({ done: OF_ONE_COMPANY, refused: 4 });
    host.exec("ROLLBACK");
    for (const connection of [host, other]) connection.close();
    await invoicing.close();
  });

  test("are 503 store_busy with Retry-After over HTTP", async () => {
    const store = new HeldStore();
    const { invoicing }: { invoicing: Invoicing } = await openBooks(store);
    const authenticate = () => ({ companyId: "acme", scopes: ["write:invoices"] });
    const handle = createHttpHandler(invoicing, { authenticate });
    const release = store.hold();
    const headers = { Authorization: "Bearer key", "Content-Type": "application/json" };
    const post = async () => {
      const response = await handle(
        new Request("http://localhost/invoices", { method: "POST", headers, body: JSON.stringify(LARGE) }),
      );
      return `${response.status} ${response.headers.get("Retry-After")} ${((await response.json()) as { code?: string }).code}`;
    };
    const answers = oneTo(20).map(post);
    const refused = oneTo(4).map(() => "503 1 store_busy");
    let told = 0;
    for (const answer of answers) void answer.then(() => (told += 1));
    while (told < refused.length) await new Promise((resolve) => setImmediate(resolve));
    release();
    const accepted = oneTo(OF_ONE_COMPANY).map(() => "201 null undefined");
    expect((await Promise.all(answers)).sort()).toEqual([...accepted, ...refused]);
  });
});

test("ten thousand small orders of one company may wait, as many as the queue takes", async () => {
  const store = new HeldStore();
  const { acme } = await openBooks(store);
  const release = store.hold();
  const calls = oneTo(10_000).map(() => acme.issue(order()));
  release();
  expect(await Promise.all(calls)).toHaveLength(10_000);
});
