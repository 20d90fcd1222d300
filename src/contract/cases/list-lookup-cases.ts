import assert from "node:assert/strict";
import type { ContractCases } from "../contract-case.ts";
import { issueEach, issueInto, issueTo, locked, settle } from "../issue-invoices.ts";
import { found, listed } from "../read-books.ts";
import { ACME, CANCELLED, HARD_TEXT, PAID, paidBy, type SampleChanges, writtenOff } from "../samples.ts";

/** Lists by client and by reference. */
export const listLookupCases: ContractCases = {
  "a list by client finds names by their beginning, whatever the case of their letters": async (store) => {
    await issueTo(store, ["Müller GmbH", "MÜLLER", "Muller", "Mü", "Éclair", "Schmidt, Müller"]);
    assert.deepEqual(await found(store, { client: "mül" }), [2, 1]);
    assert.deepEqual(await found(store, { client: "MÜLLER G" }), [1]);
    assert.deepEqual(await found(store, { client: "M" }), [4, 3, 2, 1]);
    assert.deepEqual(await found(store, { client: "éclair" }), [5]);
    assert.deepEqual(await found(store, { client: "eclair" }), []);
  },
  "letters of a client's name are compared one by one": async (store) => {
    await issueTo(store, ["Straße", "STRAẞE", "STRASSE", "İzmir", "izmir", "ΟΔΟΣ", "οδος", "οδοσ", "\u212a", "K", "𐐀"]);
    assert.deepEqual(await found(store, { client: "straße" }), [2, 1]);
    assert.deepEqual(await found(store, { client: "strass" }), [3]);
    assert.deepEqual(await found(store, { client: "İZ" }), [4]);
    assert.deepEqual(await found(store, { client: "I" }), [5]);
    assert.deepEqual(await found(store, { client: "Οδος" }), [8, 7, 6]);
    assert.deepEqual(await found(store, { client: "k" }), [10]);
    assert.deepEqual(await found(store, { client: "𐐨" }), [11]);
  },
  "signs that a pattern or JSON gives a meaning are compared as they are": async (store) => {
    const names = ["%", "_x", "a*", "a?", "[a]", 'SIA "Ada"', "back\\slash", "^a$", "a.b", "@", HARD_TEXT];
    await issueTo(store, names);
    for (const [index, name] of names.entries()) {
      assert.deepEqual(await found(store, { client: name }), [index + 1], name);
      assert.deepEqual(await found(store, { client: `${name}"` }), [], name);
    }
  },
  "names and references are compared to their last letter, however long they are": async (store) => {
    for (const letter of ["ä", "a", '"', "𐐨"]) {
      const text = letter.repeat(letter === "𐐨" ? 99 : 199);
      await issueTo(store, [`${text}1`, `${text}2`]);
      assert.equal((await found(store, { client: text.toUpperCase() })).length, 2);
      assert.equal((await found(store, { client: `${text}2` })).length, 1);
      await locked(store, ACME, (ports) => issueInto(ports, ACME, 1, { reference: `${text}1` }));
      assert.equal((await found(store, { reference: `${text}1` })).length, 1);
      assert.equal((await found(store, { reference: `${text}2` })).length, 0);
    }
  },
  "a list by reference finds exactly this one": async (store) => {
    const metadata = { reference: "R-2", clientName: "Ada" };
    const samples = [{ reference: "R-1" }, { reference: "R-1", metadata }, { reference: "r-1" }, { metadata }, {}];
    await issueEach(store, [...samples, { reference: "R-10" }, { reference: HARD_TEXT }]);
    assert.deepEqual(await found(store, { reference: "R-1" }), [2, 1]);
    assert.deepEqual(await found(store, { reference: "R-2" }), []);
    assert.deepEqual(await found(store, { reference: "r-1" }), [3]);
    assert.deepEqual(await found(store, { reference: HARD_TEXT }), [7]);
    assert.deepEqual(await found(store, { client: "Ada" }), []);
  },
  "client and reference combine with the other filters and with pages": async (store) => {
    const of = (clientName: string, issueDate: string) => ({ clientName, issueDate, reference: "R-1" });
    await issueEach(store, [of("Ada", "2026-11-19"), of("Bob", "2026-11-20"), of("ADA", "2026-11-20")]);
    await issueEach(store, [{ clientName: "Ada", issueDate: "2026-11-21" }, of("adam", "2026-12-01")]);
    await settle(store, [3], PAID);
    const both = { client: "ada", reference: "R-1" };
    assert.deepEqual(await found(store, both), [5, 3, 1]);
    assert.deepEqual(await found(store, { ...both, from: "2026-11-20", to: "2026-11-20" }), [3]);
    assert.deepEqual(await found(store, { ...both, status: "SENT" }), [5, 1]);
    assert.deepEqual(await found(store, { client: "ada", status: "PAID", to: "2026-11-30" }), [3]);
    assert.deepEqual(await found(store, { client: "ada", from: "2026-11-20" }), [5, 4, 3]);
    for (const [page, counters] of [[5, 4], [3, 1], [], []].entries()) {
      assert.deepEqual(await listed(store, { client: "ADA", page: page + 1, limit: 2 }), { counters, total: 4 });
    }
    assert.deepEqual(await listed(store, { ...both, page: 2 ** 53 - 1 }), { counters: [], total: 3 });
  },
  "a list by due date finds the invoices that are due before this day, in any status": async (store) => {
    const metadata = { dueDate: "2026-01-01" };
    const due = (dueDate: string, changes: SampleChanges = {}) => ({ dueDate, ...changes });
    await issueEach(store, [due("2026-12-01"), due("2026-12-02", { metadata }), {}, { metadata }, due("2026-12-01")]);
    await issueEach(store, [due("2027-01-01"), due("0999-12-31"), due("2026-12-01", { reference: "dueDate" })]);
    await settle(store, [1], PAID);
    await settle(store, [5], CANCELLED);
    assert.deepEqual(await found(store, { dueBefore: "2026-12-01" }), [7]);
    assert.deepEqual(await found(store, { dueBefore: "2026-12-02" }), [8, 7, 5, 1]);
    assert.deepEqual(await found(store, { dueBefore: "9999-12-31" }), [8, 7, 6, 5, 2, 1]);
    assert.deepEqual(await found(store, { dueBefore: "0001-01-01" }), []);
    assert.deepEqual(await found(store, { dueBefore: "2026-12-02", status: "SENT" }), [8, 7]);
    assert.deepEqual(await found(store, { dueBefore: "2026-12-02", status: "PAID" }), [1]);
    assert.deepEqual(await found(store, { dueBefore: "2026-12-02", due: true }), [8, 7]);
    assert.deepEqual(await found(store, { due: true }), [8, 7, 6, 4, 3, 2]);
    assert.deepEqual(await found(store, { due: false }), [8, 7, 6, 5, 4, 3, 2, 1]);
    assert.deepEqual(await found(store, { due: true, from: "2026-11-20", reference: "dueDate" }), [8]);
    assert.deepEqual(await listed(store, { dueBefore: "2026-12-02", page: 2, limit: 3 }), { counters: [1], total: 4 });
  },
  "a list of what is due before a day leaves out what may be paid later": async (store) => {
    const [dueDate, reason] = ["2026-12-01", "Guarantee"];
    const kept = (amount: number, dueOn: string) => ({ dueDate, retentions: [{ amount, dueOn, reason }] });
    await issueEach(store, [kept(38, "2031-11-20"), kept(238, "2031-11-20"), { dueDate }]);
    await issueEach(store, [{ dueDate, metadata: { retentions: "none" } }, kept(0.1, "2026-12-02")]);
    await settle(store, [1, 5], paidBy(200));
    assert.deepEqual(await found(store, { dueBefore: "2027-01-01" }), [5, 4, 3, 2, 1]);
    assert.deepEqual(await found(store, { dueBefore: "2026-12-02", due: true }), [5, 4, 3]);
    assert.deepEqual(await found(store, { dueBefore: "2031-11-21", due: true }), [5, 4, 3, 2, 1]);
    assert.deepEqual(await found(store, { dueBefore: "2026-12-02", due: true, client: "exemple" }), [5, 4, 3]);
  },
  "a list of what is due leaves out what was written off, also once something is paid on it": async (store) => {
    const dueDate = "2026-12-01";
    await issueEach(store, [{ dueDate }, { dueDate, clientName: "Ada" }, { dueDate }, {}, { dueDate }]);
    await settle(store, [2, 4], writtenOff("lost"));
    await settle(store, [3], writtenOff("lost", paidBy(38)));
    for (const filter of [{}, { status: "SENT" }, { dueBefore: "2026-12-02" }, { search: "2026" }] as const) {
      assert.deepEqual(await found(store, { ...filter, due: true }), [5, 1], JSON.stringify(filter));
      assert.deepEqual(await found(store, { ...filter, due: true, client: "Ada" }), []);
    }
    assert.deepEqual(await found(store, { dueBefore: "2026-12-02" }), [5, 3, 2, 1]);
    const ahead = await store.reader.list(ACME, { due: true, page: 1, limit: 1, ahead: 9 });
    if (ahead.rest === undefined) return;
    await settle(store, [1], writtenOff("lost"));
    const among = await store.reader.list(ACME, { due: true, page: 1, limit: 9, among: ahead.rest });
    assert.deepEqual(among.invoices, []);
  },
  "a list by due date combines with client, reference and days": async (store) => {
    const of = (clientName: string, dueDate: string, issueDate = "2026-11-20") => ({
      clientName,
      dueDate,
      issueDate,
    });
    await issueEach(store, [of("Ada", "2026-12-01"), of("Bob", "2026-12-01"), of("ADA", "2026-12-05")]);
    await issueEach(store, [
      { ...of("Ada", "2026-12-01", "2026-11-21"), reference: "R-1" },
      { clientName: "Ada", issueDate: "2026-11-21" },
    ]);
    const dueBefore = "2026-12-02";
    assert.deepEqual(await found(store, { dueBefore, client: "ada" }), [4, 1]);
    assert.deepEqual(await found(store, { dueBefore, reference: "R-1" }), [4]);
    assert.deepEqual(await found(store, { dueBefore: "2026-12-01", reference: "R-1" }), []);
    assert.deepEqual(await found(store, { dueBefore, to: "2026-11-20" }), [2, 1]);
    assert.deepEqual(await found(store, { dueBefore, from: "2026-11-21", client: "A", status: "SENT" }), [4]);
  },
};
