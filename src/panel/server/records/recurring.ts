import { randomUUID } from "node:crypto";
import type { PanelEntry, PanelTables } from "faktura";
import type { RecurringContent, RecurringEntry, RecurringList } from "../../wire.ts";
import type { RecordQuery } from "./named-records.ts";
import { derivedId, unnamedRecord } from "./unnamed-records.ts";

const KIND = "recurring";

/** An occurrence that was begun. Whether it was issued is not known. */
const BEGUN = "occurrence";

/** The companies with recurring invoices are kept under the id that no company can have, so that a run finds all of them. */
const NOBODY = "";
const COMPANY = "recurring-company";

/** A recurring invoice as it is kept. */
export interface Recurring extends RecurringContent, Pick<RecurringEntry, "id" | "total" | "state" | "last"> {
  readonly revision: string;
  /** How many occurrences it has had. */
  readonly count: number;
  /** Who set it up or changed it last. What it issues is recorded as theirs. */
  readonly actor: string;
  /** The warnings that it had then. */
  readonly accepted: readonly string[];
}

/** What an occurrence becomes. It is kept before anything is issued, and does not change afterwards. */
export type Begun = Pick<RecurringContent, "result" | "order" | "fields"> &
  Pick<RecurringEntry, "total"> & { day: string };

/** Where the panel keeps recurring invoices, and the occurrences that were begun. */
export interface RecurringInvoices {
  /** The companies that have, or had, recurring invoices. */
  companies(): Promise<readonly string[]>;
  /** The ids of those that occur on a day or were to occur before it, the earliest first. */
  due(companyId: string, day: string): Promise<readonly string[]>;
  /** A page of them: first the one that occurs next, last those that were paused or ended. */
  list(companyId: string, query: Pick<RecordQuery, "page" | "limit">): Promise<RecurringList>;
  /** @throws SyntaxError if what is kept cannot be read */
  find(companyId: string, id: string): Promise<Recurring | undefined>;
  /** {@link PanelTables.save}. */
  save(companyId: string, recurring: Recurring, replaces: readonly string[]): Promise<boolean>;
  /** Keeps what an occurrence becomes and returns it; if it was begun before, what was kept then. */
  begin(companyId: string, occurrenceId: string, make: () => Promise<Begun>): Promise<Begun>;
  /**
   * What it has issued stays. Does nothing if there is none.
   *
   * @throws SyntaxError if what is kept cannot be read, so that it stays
   */
  remove(companyId: string, id: string): Promise<void>;
  /** Forgets an occurrence whose outcome is known. */
  forget(companyId: string, occurrenceId: string): Promise<void>;
}

/** The recurring invoices in these tables. */
export function recurringIn(tables: PanelTables): RecurringInvoices {
  const begun = async (companyId: string, id: string) => {
    const record = await tables.find(companyId, BEGUN, id);
    return record && (JSON.parse(record.content) as Begun);
  };
  const find = async (companyId: string, id: string) => {
    const record = await tables.find(companyId, KIND, id);
    if (record === undefined) return undefined;
    const content: Partial<Recurring> | null = JSON.parse(record.content);
    if (!content?.order || !content.fields) throw new SyntaxError(`recurring invoice ${id} lacks its order`);
    return { ...content, id, revision: record.revision } as Recurring;
  };
  const forget = (companyId: string, id: string) => tables.remove(companyId, BEGUN, id);
  return {
    find,
    forget,
    async companies() {
      return (await tables.list(NOBODY, COMPANY, {})).records.map(({ id }) => id);
    },
    async due(companyId, upTo) {
      return (await tables.list(companyId, KIND, { upTo })).records.map(({ id }) => id);
    },
    async list(companyId, { page, limit }) {
      const { records, total } = await tables.list(companyId, KIND, { offset: (page - 1) * limit, limit });
      return { data: records.map(entryOf), page, limit, total };
    },
    async save(companyId, { id, revision, ...content }, replaces) {
      // First, so that no run misses it.
      await tables.save(NOBODY, unnamedRecord(COMPANY, companyId, {}), [""]);
      const { order, months, day, next, until, result, total, state, last } = content;
      const clientName = order.clientName.slice(0, 200);
      const shown = { clientName, months, day, next, until, result, total, state, last } satisfies Omit<
        RecurringEntry,
        "id"
      >;
      const sortKey = state === "active" ? next : `~${next}`; // after every day
      const texts = { sortKey, searchText: "", summary: JSON.stringify(shown), content: JSON.stringify(content) };
      return tables.save(companyId, { kind: KIND, id, revision, ...texts }, replaces);
    },
    async begin(companyId, id, make) {
      for (;;) {
        const kept = await begun(companyId, id);
        if (kept !== undefined) return kept;
        // Of two servers that begin at once, both take what one of them keeps.
        await tables.save(companyId, unnamedRecord(BEGUN, id, await make()), [""]);
      }
    },
    async remove(companyId, id) {
      const found = await find(companyId, id);
      if (found === undefined) return;
      await tables.remove(companyId, KIND, id);
      await forget(companyId, occurrenceId(found));
    },
  };
}

function entryOf({ id, summary }: PanelEntry): RecurringEntry {
  return { id, ...(JSON.parse(summary) as Omit<RecurringEntry, "id">) };
}

/**
 * The id of one occurrence, which is also the id of its draft and the idempotency key of its invoice: always the same, so that
 * it becomes one invoice, however often it is tried and whatever was changed.
 */
export function occurrenceId({ id, count }: Pick<Recurring, "id" | "count">): string {
  return derivedId(`${id}/${count}`);
}

/** The same recurring invoice with changes, as the next revision. */
export function changed(recurring: Recurring, changes: Partial<Recurring>): Recurring {
  return { ...recurring, ...changes, revision: randomUUID() };
}
