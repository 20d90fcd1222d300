import type { NumberSequence } from "../../../ports/number-sequence.ts";
import type { BooksDialect } from "../../engine/dialect.ts";
import type { PostgresNumbers } from "../settings.ts";
import { type BooksAccess, lockBooks, lockSequence, markCountedByHost, readHead } from "./books-head.ts";
import { creditNoteSeries, findCreditNotes } from "./credit-notes.ts";
import { flushBatch } from "./flush.ts";
import { chainRows, lastChained, openRows } from "./open-rows.ts";
import { findInvoices, findKeys, findResumption } from "./rows.ts";
import { seriesHeads } from "./series.ts";

/** One company's books in a transaction on one connection. */
export function postgresDialect(access: BooksAccess): BooksDialect {
  const { session, tables, companyId, start } = access;
  return {
    lock: () => lockBooks(access),
    async lockAlone() {
      await start?.begin();
      return lockSequence(access);
    },
    readHead: () => readHead(access),
    markCountedByHost: () => markCountedByHost(access),
    async findInvoices(ids) {
      await start?.begin();
      return findInvoices(session, tables, companyId, ids);
    },
    async findKeys(keys) {
      await start?.begin();
      return findKeys(session, tables, companyId, keys);
    },
    seriesHeads: (names) => seriesHeads(session, tables, companyId, names),
    creditNoteSeries: () => creditNoteSeries(session, tables, companyId),
    findCreditNotes: (invoiceIds) => findCreditNotes(session, tables, companyId, invoiceIds),
    findResumption: () => findResumption(session, tables, companyId),
    lastChained: () => lastChained(access),
    openRows: (after, limit) => openRows(access, after, limit),
    chainRows: (rows) => chainRows(access, rows),
    flush: (batch) => flushBatch(access, batch),
  };
}

/** The host's own counter for one company, on the transaction's client. Its statements must be answered in time. */
export function hostCounter({ session, companyId }: BooksAccess, numbers: PostgresNumbers): NumberSequence {
  const host = numbers(session.client, companyId);
  return {
    lock: () => session.guarded(() => host.lock()),
    take: (count) => session.guarded(() => host.take(count)),
  };
}
