import type { PanelTables } from "faktura";
import type { ListPage, SavedArticle } from "../../wire.ts";

/** Which records to list. */
export interface RecordQuery {
  /** Words that must all be in what a search finds. Empty: all records. */
  readonly search: string;
  /** From 1. */
  readonly page: number;
  /** Records to a page. */
  readonly limit: number;
}

/** Where the panel keeps records with a name: clients or articles. An issued invoice never changes with them. */
export interface NamedRecords<Saved, Entry> {
  /** A page of a company's records, sorted by name. Those whose name begins with the search come first. */
  list(companyId: string, query: RecordQuery): Promise<ListPage<Entry>>;
  /** `undefined` if the company has no record with this id. */
  find(companyId: string, id: string): Promise<Saved | undefined>;
  /** {@link PanelTables.save}. */
  save(companyId: string, record: Saved, replaces: readonly string[]): Promise<boolean>;
  /** {@link PanelTables.saveAll}. */
  saveAll(companyId: string, changes: readonly RecordChange<Saved>[]): Promise<boolean>;
  /** All of a company's records, sorted by name, in groups. */
  all(companyId: string): AsyncIterable<readonly Saved[]>;
  /** Does nothing if there is no such record. */
  remove(companyId: string, id: string): Promise<void>;
}

/** A record that is saved together with others, and the revision that it replaces. Empty: it is new. */
export interface RecordChange<Saved> {
  readonly record: Saved;
  readonly replaces: string;
}

/** How many records are read at a time. */
const GROUP = 500;

/** How a kind of record is listed and found. */
interface RecordKind<Saved, Entry> {
  readonly kind: string;
  readonly nameField: string;
  /** What a search finds beside the name. */
  readonly searched: (record: Saved) => readonly string[];
  /** What is stored for lists, and their entry with it. */
  readonly summaryOf: (record: Saved) => unknown;
  readonly entryOf: (id: string, summary: never) => Entry;
}

/** The records of a kind in these tables. */
export function namedRecords<Saved extends SavedArticle, Entry>(
  tables: PanelTables,
  { kind, nameField, searched, summaryOf, entryOf }: RecordKind<Saved, Entry>,
): NamedRecords<Saved, Entry> {
  const storedOf = (saved: Saved) => {
    const { id, revision, ...content } = saved;
    const sortKey = foldedText(saved.fields[nameField] ?? "");
    const searchText = [sortKey, ...searched(saved)].join(" ");
    const texts = { sortKey, searchText, summary: JSON.stringify(summaryOf(saved)), content: JSON.stringify(content) };
    return { kind, id, revision, ...texts };
  };
  const find = async (companyId: string, id: string) => {
    const record = await tables.find(companyId, kind, id);
    return record && ({ id, revision: record.revision, ...JSON.parse(record.content) } as Saved);
  };
  return {
    find,
    async list(companyId, { search, page, limit }) {
      const query = { ...searchOf(search), offset: (page - 1) * limit, limit };
      const { records, total } = await tables.list(companyId, kind, query);
      const data = records.map(({ id, summary }) => entryOf(id, JSON.parse(summary) as never));
      return { data, page, limit, total };
    },
    save: (companyId, saved, replaces) => tables.save(companyId, storedOf(saved), replaces),
    saveAll(companyId, changes) {
      const stored = changes.map(({ record, replaces }) => ({ record: storedOf(record), replaces }));
      return tables.saveAll(companyId, kind, stored);
    },
    async *all(companyId) {
      for (let offset = 0; ; offset += GROUP) {
        const { records, total } = await tables.list(companyId, kind, { offset, limit: GROUP });
        const found = await Promise.all(records.map(({ id }) => find(companyId, id)));
        yield found.filter((record) => record !== undefined);
        if (offset + GROUP >= total) return;
      }
    },
    remove: (companyId, id) => tables.remove(companyId, kind, id),
  };
}

/** A text as it is compared in a search: without case, accents, separators of numbers and what databases do not take. */
export function foldedText(text: string): string {
  return text
    .toWellFormed()
    .normalize("NFKD")
    .replaceAll(/[\p{M}\0]/gu, "")
    .toLowerCase()
    .replaceAll("ß", "ss")
    .replaceAll(/\s+/g, " ")
    .trim();
}

/** The fields that distinguish a record from others of its kind. Unknown texts are empty. */
export interface Identity {
  /** That of two records that are one is the same, if both have it. */
  readonly number: string;
  readonly name: string;
  /** In which two with one name must not differ. */
  readonly details: readonly string[];
}

/** Whether two records are one: they have the same number; or else the same name, and no detail that differs. */
export function isSame(one: Identity, other: Identity): boolean {
  if (one.number !== "" && other.number !== "") return one.number === other.number;
  const agree = (detail: string, otherDetail = "") => detail === "" || otherDetail === "" || detail === otherDetail;
  return one.name === other.name && one.details.every((detail, index) => agree(detail, other.details[index]));
}

/** The same function, computed once for each record's fields, because imports compare each with many. */
export function oncePerRecord<Value>(compute: (fields: SavedArticle["fields"]) => Value): typeof compute {
  const known = new WeakMap<SavedArticle["fields"], Value>();
  return (fields) => {
    if (!known.has(fields)) known.set(fields, compute(fields));
    return known.get(fields)!;
  };
}

/** What a table is searched for: each word of the text, and first what begins with all of it. */
function searchOf(text: string): { readonly words: readonly string[]; readonly prefix: string } {
  return { words: wordsOf(text), prefix: foldedText(text) };
}

/** The words that must all be in what a search finds. */
export function wordsOf(search: string): readonly string[] {
  const text = foldedText(search);
  return text === "" ? [] : text.split(" ");
}
