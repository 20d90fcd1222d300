import type { CompanySequences } from "../../../ports/number-sequence.ts";
import type { BooksDialect } from "../../engine/dialect.ts";
import { findKeys, lastChained, openRows, sequencesAfter } from "../../sql/company-rows.ts";
import { creditNoteSeries, findCreditNotes } from "../../sql/credit-notes.ts";
import { findInvoices } from "../../sql/invoices.ts";
import { findResumption, seriesHeads } from "../../sql/series.ts";
import type { Session } from "../connection/session.ts";
import { markCountedByHost, readCountedBy, readHead } from "./books-head.ts";
import { chainRows, flushBatch } from "./flush.ts";
import { runSteps } from "./steps.ts";

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
    findInvoices: (ids) => runSteps(session, findInvoices, companyId, ids),
    findKeys: (keys) => runSteps(session, findKeys, companyId, keys),
    seriesHeads: (names) => runSteps(session, seriesHeads, companyId, names),
    creditNoteSeries: () => runSteps(session, creditNoteSeries, companyId),
    findCreditNotes: (invoiceIds) => runSteps(session, findCreditNotes, companyId, invoiceIds),
    findResumption: () => runSteps(session, findResumption, companyId),
    lastChained: () => runSteps(session, lastChained, companyId),
    openRows: (after, limit) => runSteps(session, openRows, companyId, after, limit),
    chainRows: (rows) => chainRows(session, companyId, rows),
    flush: (batch) => flushBatch(session, companyId, batch),
  };
}

/** Where the company's sequences end. Run it in one snapshot. `names` as in {@link sequencesAfter}. */
export function readSequences(session: Session, companyId: string, names?: readonly string[]): CompanySequences {
  return runSteps(session, sequencesAfter, companyId, readHead(session, companyId), names);
}
