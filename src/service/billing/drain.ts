import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import type { BillingFeed } from "../../ports/billing-meter.ts";
import { callListener } from "../events.ts";
import { type CompanyDrain, drainCompany } from "./drain-company.ts";
import { type DrainBillingOptions, requireDrainOptions } from "./options.ts";

/** The result of `invoicing.drainBilling`. */
export interface BillingDrain {
  /** How many events were delivered and acknowledged. */
  readonly delivered: number;
  /** How many companies those events belong to. */
  readonly companies: number;
  /** How many companies were skipped because another worker had them. */
  readonly heldElsewhere: number;
  /** The companies that failed, in the order of failure. Their remaining events stay pending. */
  readonly failed: readonly { readonly companyId: string; readonly error: unknown }[];
}

/** How many companies are read from the store at once. */
const PAGE = 500;

/**
 * Visits all companies once and delivers their pending events, several companies at a time, each in the order of its
 * counters. Stops early if the host's signal is aborted or `isClosing` returns true.
 *
 * @throws TypeError that names the option if one is missing, unknown or invalid
 * @throws the store's own error if the companies cannot be read
 */
export async function drainBilling(
  feed: BillingFeed,
  options: DrainBillingOptions,
  isClosing: () => boolean,
): Promise<BillingDrain> {
  const settings = requireDrainOptions(options);
  const { signal, onError, concurrency } = settings;
  const isStopping = () => isClosing() || (signal?.aborted ?? false);
  const worker = `${hostname()} ${process.pid} ${randomUUID().slice(0, 8)}`;
  const drained = new Map<string, CompanyDrain>();
  const companies = companiesBehind(feed, isStopping);

  async function drainNext(): Promise<void> {
    for await (const companyId of companies) {
      const drain = await drainCompany(feed, companyId, { ...settings, worker, isStopping });
      drained.set(companyId, drain);
      const { failure } = drain;
      if (failure !== undefined)
        callListener(
          () => onError?.(failure.error, companyId),
          () => undefined,
        );
    }
  }

  const outcomes = await Promise.allSettled(Array.from({ length: concurrency }, drainNext));
  for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
  return summaryOf(drained);
}

/** The companies that may have pending events, read page by page as they are needed. */
async function* companiesBehind(feed: BillingFeed, isStopping: () => boolean): AsyncGenerator<string, void, undefined> {
  for (let after: string | null = null; ; ) {
    const { companyIds, next } = await feed.companiesBehind(after, PAGE);
    for (const companyId of companyIds) {
      if (isStopping()) return;
      yield companyId;
    }
    if (next === null || isStopping()) return;
    after = next;
  }
}

function summaryOf(drained: ReadonlyMap<string, CompanyDrain>): BillingDrain {
  const drains = [...drained.values()];
  return {
    delivered: drains.reduce((sum, { delivered }) => sum + delivered, 0),
    companies: drains.filter(({ delivered }) => delivered > 0).length,
    heldElsewhere: drains.filter(({ isHeldElsewhere }) => isHeldElsewhere).length,
    failed: [...drained].flatMap(([companyId, { failure }]) =>
      failure === undefined ? [] : [{ companyId, error: failure.error }],
    ),
  };
}
