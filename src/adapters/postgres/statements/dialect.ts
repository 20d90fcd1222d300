import type { CompanySequences, NumberSequence } from "../../../ports/number-sequence.ts";
import type { BooksDialect } from "../../engine/dialect.ts";
import { findKeys, lastChained, openRows, sequencesAfter } from "../../sql/company-rows.ts";
import { creditNoteSeries, findCreditNotes } from "../../sql/credit-notes.ts";
import { findInvoices } from "../../sql/invoices.ts";
import { findResumption, seriesHeads } from "../../sql/series.ts";
import type { RunSteps } from "../../sql/steps.ts";
import type { Session } from "../connection/session.ts";
import type { PostgresNumbers, Tables } from "../settings.ts";
import { type BooksAccess, lockBooks, lockSequence, markCountedByHost, readHead } from "./books-head.ts";
import { chainRows, flushBatch } from "./flush.ts";
import { runSteps } from "./steps.ts";

/** One company's books in a transaction on one connection. */
export function postgresDialect(access: BooksAccess): BooksDialect {
  const { start, companyId } = access;
  const run = stepsIn(access);
  return {
    lock: () => lockBooks(access),
    async lockAlone() {
      await start?.begin();
      return lockSequence(access);
    },
    readHead: () => readHead(access),
    markCountedByHost: () => markCountedByHost(access),
    findInvoices: (ids) => run(findInvoices, companyId, ids),
    findKeys: (keys) => run(findKeys, companyId, keys),
    seriesHeads: (names) => run(seriesHeads, companyId, names),
    creditNoteSeries: () => run(creditNoteSeries, companyId),
    findCreditNotes: (invoiceIds) => run(findCreditNotes, companyId, invoiceIds),
    findResumption: () => run(findResumption, companyId),
    lastChained: () => run(lastChained, companyId),
    openRows: (after, limit) => run(openRows, companyId, after, limit),
    chainRows: (rows) => chainRows(access, rows),
    flush: (batch) => flushBatch(access, batch),
  };
}

/** Runs steps in the transaction, which begins if it has not begun. */
function stepsIn({ session, tables, start }: BooksAccess): RunSteps {
  return async (...steps) => {
    await start?.begin();
    return runSteps(session, tables, ...steps);
  };
}

/** Where the company's sequences end. Others may write between its statements. `names` as in {@link sequencesAfter}. */
export async function readSequences(
  session: Session,
  tables: Tables,
  companyId: string,
  names?: readonly string[],
): Promise<CompanySequences> {
  const head = await readHead({ session, tables, companyId });
  return runSteps(session, tables, sequencesAfter, companyId, head, names);
}

/** The host's own counter for one company, on the transaction's client. Its statements must be answered in time. */
export function hostCounter({ session, companyId }: BooksAccess, numbers: PostgresNumbers): NumberSequence {
  const host = numbers(session.client, companyId);
  return {
    lock: () => session.guarded(() => host.lock()),
    take: (count) => session.guarded(() => host.take(count)),
  };
}
