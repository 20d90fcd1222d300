import type { BillingFeed } from "../../ports/billing-meter.ts";
import { requireEventLimit } from "../common/billing-limits.ts";
import { copied, type MemoryBooks } from "./books.ts";
import { forgetFailures, isHeld, memoryCompaniesBehind, memoryLeases } from "./leases.ts";

/** The billing events of a memory store, and the leases of the workers that deliver them. */
export function memoryBilling(
  booksOf: (companyId: string) => MemoryBooks,
  companyIds: () => readonly string[],
): BillingFeed {
  return {
    pending: async (companyId, limit = 100) => {
      requireEventLimit(limit);
      return copied(firstOf(booksOf(companyId).events.values(), limit));
    },
    acknowledge: async (companyId, eventIds, lease) => {
      const { events, lease: held } = booksOf(companyId);
      if (lease !== undefined && !isHeld(held, lease)) return false;
      if (lease !== undefined) forgetFailures(held);
      for (const id of eventIds) events.delete(id);
      return true;
    },
    companiesBehind: memoryCompaniesBehind(companyIds, (id) => booksOf(id).events.size > 0),
    ...memoryLeases(booksOf, ({ lease }) => lease),
  };
}

/** The first `limit` values, without iterating over the rest. */
function firstOf<Value>(values: Iterable<Value>, limit: number): Value[] {
  const first: Value[] = [];
  for (const value of values) {
    if (first.length >= limit) break;
    first.push(value);
  }
  return first;
}
