import type { BooksDialect } from "../../engine/dialect.ts";
import type { StoreConnection } from "../connection/session.ts";
import { flushBatch } from "./flush.ts";
import { markCountedByHost, readCountedBy, readHead } from "./lock.ts";
import { lastPlaced, openRows, placeRows } from "./open-rows.ts";
import { findInvoices, findKeys, findResumptions } from "./rows.ts";

/**
 * The books of one company on a connection whose transaction holds the write lock of the whole file (`BEGIN IMMEDIATE`),
 * so that locking them is no more than reading where they end. Everything answers at once.
 */
export function sqliteDialect(connection: StoreConnection, companyId: string): BooksDialect {
  return {
    lock: () => readHead(connection, companyId),
    lockAlone: () => readCountedBy(connection, companyId),
    readHead: () => readHead(connection, companyId),
    markCountedByHost: () => markCountedByHost(connection, companyId),
    findInvoices: (ids) => findInvoices(connection, companyId, ids),
    findKeys: (keys) => findKeys(connection, companyId, keys),
    findResumption: () => findResumptions(connection, companyId).at(-1),
    lastPlaced: () => lastPlaced(connection, companyId),
    openRows: (after, limit) => openRows(connection, companyId, after, limit),
    placeRows: (rows) => placeRows(connection, companyId, rows),
    flush: (batch) => flushBatch(connection, companyId, batch),
  };
}
