import type { BooksDialect } from "../../engine/dialect.ts";
import type { Session } from "../connection/session.ts";
import { markCountedByHost, readCountedBy, readHead } from "./books-head.ts";
import { creditNoteSeries, findCreditNotes } from "./credit-notes.ts";
import { flushBatch } from "./flush.ts";
import { chainRows, lastChained, openRows } from "./open-rows.ts";
import { findInvoices, findKeys, findResumptions } from "./rows.ts";
import { seriesHeads } from "./series.ts";

/**
 * One company's books on a connection whose transaction already holds the write lock of the whole file
 * (`BEGIN IMMEDIATE`). So `lock` only reads the end of the books. All operations are synchronous.
 */
export function sqliteDialect(session: Session, companyId: string): BooksDialect {
  return {
    lock: () => readHead(session, companyId),
    lockAlone: () => readCountedBy(session, companyId),
    readHead: () => readHead(session, companyId),
    markCountedByHost: () => markCountedByHost(session, companyId),
    findInvoices: (ids) => findInvoices(session, companyId, ids),
    findKeys: (keys) => findKeys(session, companyId, keys),
    seriesHeads: (names) => seriesHeads(session, companyId, names),
    creditNoteSeries: () => creditNoteSeries(session, companyId),
    findCreditNotes: (invoiceIds) => findCreditNotes(session, companyId, invoiceIds),
    findResumption: () => findResumptions(session, companyId).at(-1),
    lastChained: () => lastChained(session, companyId),
    openRows: (after, limit) => openRows(session, companyId, after, limit),
    chainRows: (rows) => chainRows(session, companyId, rows),
    flush: (batch) => flushBatch(session, companyId, batch),
  };
}
