/** What the panel keeps beside the books: a draft, a client, a logo, that a document was sent, the verdict of an audit. */
export interface PanelRecord {
  /** What it is, such as `client`. */
  readonly kind: string;
  /** Unique among the company's records of its kind. */
  readonly id: string;
  /** Different after each change. */
  readonly revision: string;
  /** What records of its kind are sorted by, code point by code point. */
  readonly sortKey: string;
  /** What a search looks through. */
  readonly searchText: string;
  /** What a list shows of it, as JSON; empty if no list shows it. Short, whatever the content. */
  readonly summary: string;
  /** JSON. */
  readonly content: string;
}

/** A record that is saved together with others. */
export interface PanelChange {
  /** As it is kept from now on. */
  readonly record: PanelRecord;
  /** The revision that it replaces. Empty: it is new. */
  readonly replaces: string;
}

/** A record in a list. */
export type PanelEntry = Omit<PanelRecord, "searchText" | "content">;

/** Which records of one kind to list. */
export interface PanelRecordQuery {
  /** It must have one of these ids. Absent: all records. */
  readonly ids?: readonly string[] | undefined;
  /** Texts that must all be in the search text. Absent: all records. */
  readonly words?: readonly string[] | undefined;
  /** Records whose sort key begins with this come first. Absent: none do. */
  readonly prefix?: string | undefined;
  /** The greatest sort key. Absent: all. */
  readonly upTo?: string | undefined;
  /** Whether to begin with the greatest sort key. Absent: `false`. Equal sort keys are in the order of their ids. */
  readonly descending?: boolean | undefined;
  /** How many records to skip. Absent: 0. */
  readonly offset?: number | undefined;
  /** How many records to return at most. Absent: all. */
  readonly limit?: number | undefined;
}

/**
 * What the panel keeps beside the books. Outside any transaction, and in no journal: no invoice depends on it.
 *
 * - **Guarantee**: of two saves that replace the same revision, one succeeds. When the promise of a write fulfils, the write
 *   is durable and visible to every reader.
 * - **Cost**: each write is one durable commit.
 */
export interface PanelTables {
  /** `undefined` if the company has no such record. */
  find(companyId: string, kind: string, id: string): Promise<PanelRecord | undefined>;
  /** Some of the company's records of one kind, without what they contain, and how many match without `offset` and `limit`. */
  list(
    companyId: string,
    kind: string,
    query: PanelRecordQuery,
  ): Promise<{ readonly records: readonly PanelEntry[]; readonly total: number }>;
  /**
   * Saves a record in place of one of the revisions in `replaces`, of which the empty one stands for no record. Absent: in
   * place of any. Returns `false`, and saves nothing, if the stored revision is another. A save that is repeated succeeds
   * again.
   */
  save(companyId: string, record: PanelRecord, replaces?: readonly string[]): Promise<boolean>;
  /**
   * Saves records of one kind, each with another id and in place of the revision that it `replaces`, of which the empty one stands
   * for no record. All or nothing: returns `false`, and saves none, if a stored revision is another. A repeated call succeeds again.
   */
  saveAll(companyId: string, kind: string, changes: readonly PanelChange[]): Promise<boolean>;
  /** Does nothing if there is no such record. */
  remove(companyId: string, kind: string, id: string): Promise<void>;
}
