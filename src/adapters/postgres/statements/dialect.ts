import type { NumberSequence } from "../../../ports/number-sequence.ts";
import type { BooksDialect } from "../../engine/dialect.ts";
import type { PostgresNumbers } from "../settings.ts";
import { flushBatch } from "./flush.ts";
import { type BooksAccess, lockBooks, lockSequence, markCountedByHost, readHead } from "./lock.ts";
import { lastPlaced, openRows, placeRows } from "./open-rows.ts";
import { findInvoices, findKeys, findResumption } from "./rows.ts";

/** The books of one company in a transaction of a connection. */
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
    findResumption: () => findResumption(session, tables, companyId),
    lastPlaced: () => lastPlaced(access),
    openRows: (after, limit) => openRows(access, after, limit),
    placeRows: (rows) => placeRows(access, rows),
    flush: (batch) => flushBatch(access, batch),
  };
}

/** The host's counter of one company on the transaction's client, whose statements end in time. */
export function hostCounter({ session, companyId }: BooksAccess, numbers: PostgresNumbers): NumberSequence {
  const host = numbers(session.client, companyId);
  return {
    lock: () => session.guarded(() => host.lock()),
    take: (count) => session.guarded(() => host.take(count)),
  };
}
