import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import type { BillingFeed } from "../../ports/billing-meter.ts";
import { tellListener } from "../events.ts";
import { type CompanyDrain, drainCompany } from "./drain-company.ts";
import { type DrainBillingOptions, requireDrainOptions } from "./options.ts";

/** What `invoicing.drainBilling` did. */
export interface BillingDrain {
  /** How many events were delivered and acknowledged. */
  readonly delivered: number;
  /** Of how many companies. */
  readonly companies: number;
  /** How many companies were left to the worker that had them. */
  readonly heldElsewhere: number;
  /** The companies that were given up, in the order in which they were: their events stay pending. */
  readonly failed: readonly { readonly companyId: string; readonly error: unknown }[];
}

/** How many companies one look at the store goes through. */
const PAGE = 500;

/**
 * Goes once over all companies and delivers their pending events, some companies at once, each in the order of its
 * counters. Stops early when the host's signal is aborted or `isClosing` says so.
 *
 * @throws TypeError that names the option, when one is missing, not known, or not what it should be
 * @throws whatever the store says where the companies could not be read
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

  async function drainInTurn(): Promise<void> {
    for await (const companyId of companies) {
      const drain = await drainCompany(feed, companyId, { ...settings, worker, isStopping });
      drained.set(companyId, drain);
      const { failure } = drain;
      if (failure !== undefined)
        tellListener(
          () => onError?.(failure.error, companyId),
          () => undefined,
        );
    }
  }

  const lanes = await Promise.allSettled(Array.from({ length: concurrency }, drainInTurn));
  for (const lane of lanes) if (lane.status === "rejected") throw lane.reason;
  return summaryOf(drained);
}

/** The companies that may have pending events, looked for a page at a time, as they are asked for. */
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
