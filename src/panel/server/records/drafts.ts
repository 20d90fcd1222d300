import type { PanelEntry, PanelTables } from "faktura";
import type { Draft, DraftEntry, DraftList, FirstOf } from "../../wire.ts";
import { keyedMutex } from "../keyed-mutex.ts";
import { foldedText, type RecordQuery, wordsOf } from "./named-records.ts";

const KIND = "draft";

/** The option `maxDrafts`. By default, a company may have more drafts than anybody writes by hand. */
export const MAX_DRAFTS = { absent: 1000, least: 1, most: 1_000_000 };

/** The part of a text that a list shows. No name on an invoice is longer. */
const MOST_SHOWN = 200;

type DraftContent = Pick<Draft, "fields" | "total">;

/** What a list shows of a draft. */
type DraftSummary = Omit<DraftEntry, "id" | "savedAt">;

/** Where the panel keeps drafts. The library neither reads nor numbers them. */
export interface Drafts {
  /** How many drafts a company may have. */
  readonly most: number;
  /** A page of a company's drafts, the last saved first. */
  list(companyId: string, query: RecordQuery): Promise<DraftList>;
  /** The drafts that were saved last. */
  first(companyId: string, limit: number): Promise<FirstOf<DraftEntry>>;
  /** `undefined` if the company has no draft with this id. */
  find(companyId: string, id: string): Promise<Draft | undefined>;
  /** {@link PanelTables.save}; `full` if the draft is new and the company has as many as it may have. */
  save(companyId: string, draft: Draft, replaces: readonly string[]): Promise<boolean | "full">;
  /** Does nothing if there is no such draft. */
  remove(companyId: string, id: string): Promise<void>;
}

/** The drafts in these tables: at most so many for each company, and for each other process one more. */
export function draftsIn(tables: PanelTables, most = MAX_DRAFTS.absent): Drafts {
  const inTurn = keyedMutex();
  const isFull = async (companyId: string, id: string) => {
    if ((await tables.list(companyId, KIND, { limit: 1 })).total < most) return false;
    return (await tables.list(companyId, KIND, { ids: [id] })).total === 0;
  };
  return {
    most,
    async list(companyId, { search, page, limit }) {
      const query = { words: wordsOf(search), descending: true, offset: (page - 1) * limit, limit };
      const { records, total } = await tables.list(companyId, KIND, query);
      return { data: records.map(entryOf), page, limit, total };
    },
    async first(companyId, limit) {
      const { records, total } = await tables.list(companyId, KIND, { descending: true, limit });
      return { data: records.map(entryOf), total };
    },
    async find(companyId, id) {
      const record = await tables.find(companyId, KIND, id);
      if (record === undefined) return undefined;
      const { revision, sortKey: savedAt, content } = record;
      return { id, revision, savedAt, ...(JSON.parse(content) as DraftContent) };
    },
    save(companyId, { id, revision, savedAt, fields, total }, replaces) {
      const { "/clientName": clientName = "", "/supplyDate": supplyDate = "" } = fields;
      const shown = { clientName: clientName.slice(0, MOST_SHOWN), supplyDate: supplyDate.slice(0, MOST_SHOWN), total };
      const summary = JSON.stringify(shown satisfies DraftSummary);
      const content = JSON.stringify({ fields, total } satisfies DraftContent);
      const record = { kind: KIND, id, revision, sortKey: savedAt, searchText: searchTextOf(fields), summary, content };
      const save = () => tables.save(companyId, record, replaces);
      if (!replaces.includes("")) return save();
      // One after the other: saves that begin together would all find room for one more.
      return inTurn(companyId, async () => ((await isFull(companyId, id)) ? "full" : save()));
    },
    remove: (companyId, id) => tables.remove(companyId, KIND, id),
  };
}

/** What a search finds of a draft: its client, its references, and what its lines say. */
function searchTextOf(fields: Draft["fields"]): string {
  const searched = Object.entries(fields).filter(([name]) =>
    /^\/(?:clientName|items\/\d+\/description)$|reference$/i.test(name),
  );
  return foldedText(searched.map(([, text]) => text).join(" "));
}

function entryOf({ id, sortKey: savedAt, summary }: PanelEntry): DraftEntry {
  return { id, savedAt, ...(JSON.parse(summary) as DraftSummary) };
}
