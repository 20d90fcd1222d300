import type { PanelTables, QuotedInvoice } from "faktura";
import type { Draft, QuoteEntry, QuoteList } from "../../wire.ts";
import type { RecordQuery } from "./named-records.ts";
import { unnamedRecord } from "./unnamed-records.ts";

const KIND = "quote";
const COUNTER = "quote-number";

/** A quote as it is kept: what was offered does not change with the profile. */
export interface KeptQuote {
  readonly id: string;
  readonly revision: string;
  readonly fields: Draft["fields"];
  readonly document: QuotedInvoice;
  readonly isAccepted: boolean;
}

/** Where the panel keeps quotes. */
export interface Quotes {
  /** A page of them, the newest number first. */
  list(companyId: string, query: Pick<RecordQuery, "page" | "limit">, today: string): Promise<QuoteList>;
  find(companyId: string, id: string): Promise<KeptQuote | undefined>;
  /** {@link PanelTables.save}. */
  save(companyId: string, quote: KeptQuote, replaces: readonly string[]): Promise<boolean>;
  /** Its number is not used again, and its draft stays. Does nothing if there is none. */
  remove(companyId: string, id: string): Promise<void>;
  /** A number that no other quote has: `Q-2026-0007`. One that is not used leaves a gap, which quotes may have. */
  takeNumber(companyId: string, year: string): Promise<string>;
}

type Summary = Omit<QuoteEntry, "id" | "state"> & Pick<KeptQuote, "isAccepted">;

/** The quotes in these tables. */
export function quotesIn(tables: PanelTables): Quotes {
  return {
    async list(companyId, { page, limit }, today) {
      const query = { descending: true, offset: (page - 1) * limit, limit };
      const { records, total } = await tables.list(companyId, KIND, query);
      const data = records.map(({ id, summary }) => {
        const { isAccepted, ...shown } = JSON.parse(summary) as Summary;
        return { id, ...shown, state: stateOf(isAccepted, shown.validUntil, today) };
      });
      return { data, page, limit, total };
    },
    async find(companyId, id) {
      const record = await tables.find(companyId, KIND, id);
      return record && ({ ...JSON.parse(record.content), id, revision: record.revision } as KeptQuote);
    },
    save(companyId, { id, revision, ...content }, replaces) {
      const { quote, clientName, total: amount, currency } = content.document;
      const { number, validUntil } = quote;
      const { isAccepted } = content;
      const summary: Summary = { number, validUntil, clientName, total: { amount, currency }, isAccepted };
      const texts = { sortKey: number, searchText: "", summary: JSON.stringify(summary) };
      return tables.save(companyId, { kind: KIND, id, revision, ...texts, content: JSON.stringify(content) }, replaces);
    },
    remove: (companyId, id) => tables.remove(companyId, KIND, id),
    async takeNumber(companyId, year) {
      for (;;) {
        const last = await tables.find(companyId, COUNTER, year);
        const next = Number(JSON.parse(last?.content ?? "0")) + 1;
        const isTaken = await tables.save(companyId, unnamedRecord(COUNTER, year, next), [last?.revision ?? ""]);
        if (isTaken) return `Q-${year}-${String(next).padStart(4, "0")}`;
      }
    },
  };
}

/** The state of a quote on a day. */
export function stateOf(isAccepted: boolean, validUntil: string, today: string): QuoteEntry["state"] {
  if (isAccepted) return "accepted";
  return validUntil < today ? "expired" : "open";
}
