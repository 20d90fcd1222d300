import type { BillingFeed } from "../../ports/billing-meter.ts";
import { placeOpenRows } from "../engine/books.ts";
import { requireEventLimit } from "../event-limit.ts";
import { acknowledgeEvents, pendingEvents } from "./billing-rows.ts";
import type { StoreConnection } from "./connection.ts";
import { sqliteDialect } from "./dialect.ts";
import { companiesBehind, isHeld, keepLease, leaseCompany } from "./lease-rows.ts";

type Run = <Result>(statements: (connection: StoreConnection) => Result) => Promise<Result>;
type Transact = <Result>(work: (connection: StoreConnection) => Promise<Result>) => Promise<Result>;

/**
 * Billing events on connections of the store's: `read` outside a transaction, `write` in one of its own, and `transact`
 * in one that may await.
 */
export function billingFeed(read: Run, write: Run, transact: Transact): BillingFeed {
  return {
    pending: async (companyId, limit = 100) => {
      requireEventLimit(limit);
      return read((reader) => pendingEvents(reader, companyId, limit));
    },
    acknowledge: (companyId, eventIds, lease) =>
      transact(async (writer) => {
        if (lease !== undefined && !isHeld(writer, companyId, lease)) return false;
        // The invoice that the cursor reaches has its digest then.
        await placeOpenRows(sqliteDialect(writer, companyId));
        acknowledgeEvents(writer, companyId, eventIds);
        return true;
      }),
    companiesBehind: (after, limit) => read((reader) => companiesBehind(reader, after, limit)),
    lease: (companyId, worker, leaseMs) => write((writer) => leaseCompany(writer, companyId, worker, leaseMs)),
    renew: (lease, leaseMs) => write((writer) => keepLease(writer, lease, leaseMs)),
    release: async (lease) => {
      await write((writer) => keepLease(writer, lease, null));
    },
  };
}
