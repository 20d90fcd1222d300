import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { StoreUnavailableError } from "../../domain/store-errors.ts";
import type { LeasedCompanies } from "../../ports/leased-companies.ts";
import { callListener } from "../events.ts";
import { type DeliveryFeed, type DrainCounts, drainCompany, type EventDrain } from "./drain-company.ts";
import type { DrainSettings, RunSettings } from "./options.ts";

/** Whether the invoicing closes. Its deliveries in progress may end until `signal` is aborted. */
export interface Closing {
  readonly isClosing: boolean;
  readonly signal: AbortSignal;
}

/** The settings of a call that ends early if the host's signal is aborted or the invoicing closes. */
export function runningUntil<Event>(closing: Closing, settings: DrainSettings<Event>): RunSettings<Event> {
  const { onError } = settings;
  const signal = settings.signal === undefined ? closing.signal : AbortSignal.any([settings.signal, closing.signal]);
  const isStopping = () => closing.isClosing || signal.aborted;
  const report = (error: unknown, companyId: string) =>
    callListener(
      () => onError?.(error, companyId),
      () => undefined,
    );
  return { ...settings, signal, isStopping, report };
}

/** How many companies are read from the store at once. */
const PAGE = 500;

/**
 * Visits all companies once and delivers their pending events, several companies at a time, each in the order of its
 * feed. Stops early if the host's signal is aborted or the invoicing closes.
 *
 * @throws the store's own error if the companies cannot be read; a StoreUnavailableError says how many were `delivered` before
 */
export async function drain<Event>(
  feed: DeliveryFeed<Event>,
  settings: DrainSettings<Event>,
  closing: Closing,
): Promise<EventDrain> {
  const running = runningUntil(closing, settings);
  const { isStopping, concurrency } = running;
  const worker = `${hostname()} ${process.pid} ${randomUUID().slice(0, 8)}`;
  const counts: DrainCounts = { delivered: 0, companies: 0, heldElsewhere: 0, waiting: 0, putAside: 0, failed: [] };
  const companies = companiesBehind(feed.companies, isStopping);

  async function drainNext(): Promise<void> {
    for await (const companyId of companies) {
      await drainCompany(feed, companyId, { ...running, worker }, counts);
    }
  }

  const outcomes = await Promise.allSettled(Array.from({ length: concurrency }, drainNext));
  for (const outcome of outcomes) {
    if (outcome.status === "fulfilled") continue;
    const { reason } = outcome;
    throw reason instanceof StoreUnavailableError ? Object.assign(reason, { delivered: counts.delivered }) : reason;
  }
  return counts;
}

/** The companies that may have pending events, read page by page as they are needed. */
async function* companiesBehind(
  leased: LeasedCompanies,
  isStopping: () => boolean,
): AsyncGenerator<string, void, undefined> {
  for (let after: string | null = null; ; ) {
    const { companyIds, next } = await leased.companiesBehind(after, PAGE);
    for (const companyId of companyIds) {
      if (isStopping()) return;
      yield companyId;
    }
    if (next === null || isStopping()) return;
    after = next;
  }
}
