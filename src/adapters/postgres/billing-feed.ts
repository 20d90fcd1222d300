import type { BillingFeed } from "../../ports/billing-meter.ts";
import { requireEventLimit } from "../event-limit.ts";
import { acknowledgeEvents, pendingEvents } from "./billing-rows.ts";
import { companiesBehind, keepLease, leaseCompany, lockLease } from "./lease-rows.ts";
import type { Statement } from "./run-statement.ts";

type Run = <Result>(statements: Statement<Result>) => Promise<Result>;

/** Billing events on connections of the store's: `read` outside a transaction, `write` in one of its own. */
export function billingFeed(read: Run, write: Run): BillingFeed {
  return {
    pending: async (companyId, limit = 100) => {
      requireEventLimit(limit);
      return read((session, tables) => pendingEvents(session, tables, companyId, limit));
    },
    acknowledge: (companyId, eventIds, lease) =>
      write(async (session, tables, deadline) => {
        if (lease !== undefined && !(await lockLease(session, tables, companyId, lease))) return false;
        await acknowledgeEvents({ session, tables, companyId, deadline }, eventIds);
        return true;
      }),
    companiesBehind: (after, limit) => read((session, tables) => companiesBehind(session, tables, after, limit)),
    lease: (companyId, worker, leaseMs) =>
      write((session, tables) => leaseCompany(session, tables, companyId, worker, leaseMs)),
    renew: (lease, leaseMs) => write((session, tables) => keepLease(session, tables, lease, leaseMs)),
    release: async (lease) => {
      await write((session, tables) => keepLease(session, tables, lease, null));
    },
  };
}
