import assert from "node:assert/strict";
import type { PanelEntry, PanelRecord, PanelTables } from "../../ports/panel-tables.ts";
import { assertAllReject, type ContractCases, type NeedingCase, needing } from "../contract-case.ts";
import { ACME, HARD_TEXT } from "../samples.ts";

const KIND = "client";

/** The panel's records: saved over a known revision, sorted, searched, and separate for each company and kind. */
export const panelCases: ContractCases = {
  "a panel record is returned as it was saved, and replaced as a whole": onPanel(async (panel) => {
    assert.equal(await panel.find(ACME, KIND, "a"), undefined);
    const first = sample("a", {
      content: JSON.stringify({ text: HARD_TEXT, gone: "\ud800" }),
      searchText: HARD_TEXT,
    });
    assert.equal(await panel.save(ACME, first), true);
    assert.deepEqual(await panel.find(ACME, KIND, "a"), first);
    const second = sample("a", { revision: "2", sortKey: HARD_TEXT, summary: HARD_TEXT, content: "[]" });
    assert.equal(await panel.save(ACME, second), true);
    assert.deepEqual(await panel.find(ACME, KIND, "a"), second);
    assert.deepEqual(await panel.list(ACME, KIND, {}), { records: [entryOf(second)], total: 1 });
  }),
  "a panel record replaces only the revisions that it names, of which the empty one is no record": onPanel(
    async (panel) => {
      const save = (revision: string, replaces: readonly string[]) =>
        panel.save(ACME, sample("a", { revision }), replaces);
      assert.equal(await save("1", ["0"]), false);
      assert.equal(await panel.find(ACME, KIND, "a"), undefined);
      assert.equal(await save("1", [""]), true);
      assert.equal(await save("2", [""]), false);
      assert.equal(await save("2", ["0", "1"]), true);
      assert.equal(await save("3", ["", "1"]), false);
      assert.equal((await panel.find(ACME, KIND, "a"))?.revision, "2");
    },
  ),
  "a save of a panel record that is repeated succeeds again": onPanel(async (panel) => {
    for (const [revision, replaces] of [
      ["1", ""],
      ["2", "1"],
    ] as const) {
      for (const _ of [1, 2]) assert.equal(await panel.save(ACME, sample("a", { revision }), [replaces]), true);
    }
    assert.equal((await panel.list(ACME, KIND, {})).total, 1);
  }),
  "of panel records that replace the same revision at once, one is saved": onPanel(async (panel) => {
    for (const replaced of ["", "1-0"]) {
      const revisions = ["0", "1", "2", "3"].map((end) => `${replaced === "" ? "1" : "2"}-${end}`);
      if (replaced !== "") await panel.save(ACME, sample("a", { revision: replaced }));
      const saves = revisions.map((revision) => panel.save(ACME, sample("a", { revision }), [replaced]));
      const outcomes = await Promise.all(saves);
      const winners = revisions.filter((_, index) => outcomes[index]);
      assert.equal(winners.length, 1);
      assert.equal((await panel.find(ACME, KIND, "a"))?.revision, winners[0]);
    }
  }),
  "panel records that are saved together are all saved, over the revisions that they name": onPanel(async (panel) => {
    await panel.save(ACME, sample("a"));
    const changed = sample("a", { revision: "2", sortKey: HARD_TEXT, searchText: HARD_TEXT, summary: HARD_TEXT });
    const changes = [
      { record: changed, replaces: "1" },
      { record: sample("b", { content: JSON.stringify({ text: HARD_TEXT }) }), replaces: "" },
    ];
    for (const _ of [1, 2]) assert.equal(await panel.saveAll(ACME, KIND, changes), true); // a repeat succeeds again
    for (const { record } of changes) assert.deepEqual(await panel.find(ACME, KIND, record.id), record);
    assert.equal(await panel.saveAll(ACME, KIND, []), true);
    assert.equal((await panel.list(ACME, KIND, {})).total, 2);
  }),
  "of panel records that are saved together none is saved if one revision is another": onPanel(async (panel) => {
    await panel.save(ACME, sample("a"));
    const other = { record: sample("b"), replaces: "" };
    for (const replaces of ["", "0"]) {
      const changes = [other, { record: sample("a", { revision: "2" }), replaces }];
      assert.equal(await panel.saveAll(ACME, KIND, changes), false);
    }
    assert.equal(await panel.saveAll(ACME, KIND, [{ record: sample("b"), replaces: "1" }]), false);
    assert.deepEqual((await panel.list(ACME, KIND, {})).records, [entryOf(sample("a"))]);
  }),
  "panel records are listed by sort key, code point by code point, then by id": onPanel(async (panel) => {
    const keys = ["", "A", "Z", "a", "a b", "ab", "é", "\uffee", "𝒳"];
    for (const [index, sortKey] of keys.entries()) await panel.save(ACME, sample(`${9 - index}`, { sortKey }));
    await panel.save(ACME, sample("0", { sortKey: "a" }));
    const listed = async (descending: boolean) => {
      const { records } = await panel.list(ACME, KIND, { descending });
      return records.map(({ sortKey, id }) => `${sortKey} ${id}`);
    };
    const rising = [" 9", "A 8", "Z 7", "a 0", "a 6", "a b 5", "ab 4", "é 3", "\uffee 2", "𝒳 1"];
    assert.deepEqual(await listed(false), rising);
    assert.deepEqual(await listed(true), [...rising.slice(5).reverse(), "a 0", "a 6", "Z 7", "A 8", " 9"]);
  }),
  "panel records whose sort key begins with the prefix come first, and those after the greatest are left out": onPanel(
    async (panel) => {
      for (const sortKey of ["a", "b%", "bc", "c", "b"]) await panel.save(ACME, sample(sortKey, { sortKey }));
      const ids = async (query: Parameters<PanelTables["list"]>[2]) => {
        const { records, total } = await panel.list(ACME, KIND, query);
        return [total, ...records.map(({ id }) => id)];
      };
      assert.deepEqual(await ids({ prefix: "b" }), [5, "b", "b%", "bc", "a", "c"]);
      assert.deepEqual(await ids({ prefix: "b%" }), [5, "b%", "a", "b", "bc", "c"]);
      assert.deepEqual(await ids({ upTo: "b%" }), [3, "a", "b", "b%"]);
      assert.deepEqual(await ids({ upTo: "b0", descending: true, limit: 1 }), [3, "b%"]);
      assert.deepEqual(await ids({ offset: 1, limit: 2 }), [5, "b", "b%"]);
      assert.deepEqual(await ids({ offset: 5 }), [5]);
    },
  ),
  "panel records are found by several ids at once": onPanel(async (panel) => {
    for (const id of ["a", "b", "c", HARD_TEXT]) await panel.save(ACME, sample(id, { sortKey: id, searchText: id }));
    const found = async (ids: readonly string[], words: readonly string[] = []) => {
      const { records, total } = await panel.list(ACME, KIND, { ids, words });
      return [total, ...records.map(({ id }) => id).sort()];
    };
    assert.deepEqual(await found(["c", "a", "d"]), [2, "a", "c"]);
    assert.deepEqual(await found(["c", "a"], ["a"]), [1, "a"]);
    assert.deepEqual(await found([HARD_TEXT]), [1, HARD_TEXT]);
    assert.deepEqual(await found([]), [0]);
  }),
  "a search finds the panel records that have all words, letter by letter": onPanel(async (panel) => {
    const texts = { a: "muller ag bern", b: "muller gmbh", c: "100% _ag", d: "ag" };
    for (const [id, searchText] of Object.entries(texts)) await panel.save(ACME, sample(id, { searchText }));
    const found = async (...words: string[]) =>
      (await panel.list(ACME, KIND, { words })).records.map(({ id }) => id).join("");
    assert.equal(await found("ag", "muller"), "a");
    assert.equal(await found("ag"), "acd");
    assert.equal(await found("%"), "c");
    assert.equal(await found("_"), "c");
    assert.equal(await found("AG"), "");
    assert.equal(await found(), "abcd");
    assert.equal((await panel.list(ACME, KIND, { words: ["ag"], limit: 1 })).total, 3);
  }),
  "panel records of one company and one kind are nobody else's, and removing one removes no other": onPanel(
    async (panel) => {
      await panel.save(ACME, sample("a"));
      await panel.save("globex", sample("a"));
      await panel.save(ACME, sample("a", { kind: "draft" }));
      await panel.save(ACME, sample("b"));
      for (const id of ["a", "none"]) await panel.remove(ACME, KIND, id);
      assert.equal(await panel.find(ACME, KIND, "a"), undefined);
      assert.deepEqual((await panel.list(ACME, KIND, {})).records, [entryOf(sample("b"))]);
      assert.deepEqual((await panel.list("globex", KIND, {})).records, [entryOf(sample("a"))]);
      assert.deepEqual((await panel.list(ACME, "draft", {})).records, [entryOf(sample("a", { kind: "draft" }))]);
      assert.deepEqual(await panel.list("initech", KIND, {}), { records: [], total: 0 });
    },
  ),
  "every call for panel records on a closed store rejects": onPanel(async (panel, store, { close }) => {
    await panel.save(ACME, sample("a"));
    await close(store);
    await assertAllReject({
      find: () => panel.find(ACME, KIND, "a"),
      list: () => panel.list(ACME, KIND, {}),
      save: () => panel.save(ACME, sample("b")),
      saveAll: () => panel.saveAll(ACME, KIND, []),
      remove: () => panel.remove(ACME, KIND, "a"),
    });
  }),
};

function onPanel(run: (panel: PanelTables, ...rest: Parameters<NeedingCase["run"]>) => Promise<void>): NeedingCase {
  return needing("panel", async (store, tools) => {
    assert.ok(store.panel, "the store has no panel, although the option `panel` says so");
    await run(store.panel, store, tools);
  });
}

function sample(id: string, changes: Partial<PanelRecord> = {}): PanelRecord {
  return { kind: KIND, id, revision: "1", sortKey: "", searchText: "", summary: "", content: "{}", ...changes };
}

/** A list shows a record without what it contains, which may be long. */
function entryOf({ searchText: _, content: __, ...entry }: PanelRecord): PanelEntry {
  return entry;
}
