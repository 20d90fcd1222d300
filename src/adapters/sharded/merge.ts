import type { PutAsideEntry } from "../../ports/event-feed.ts";
import type { CompaniesBehind } from "../../ports/leased-companies.ts";
import { failuresIn, type ShardAnswer, unavailable } from "./shards.ts";

const DOWN = "not every shard could be read. What the others have was read before";

/** The order of ids in all databases: byte by byte. */
function compareIds(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}

function mergedIds(pages: readonly (readonly string[])[]): string[] {
  return [...new Set(pages.flat())].sort(compareIds);
}

function valuesIn<Value>(answers: readonly ShardAnswer<Value>[]): Value[] {
  return answers.flatMap((answer) => ("value" in answer ? [answer.value] : []));
}

/**
 * A page of companies, in the order of their ids.
 *
 * @throws StoreUnavailableError that names the shards that did not answer, behind the last company of the others
 */
export function mergeCompanies(answers: readonly ShardAnswer<readonly string[]>[], limit: number): string[] {
  const ids = mergedIds(valuesIn(answers)).slice(0, limit);
  if (ids.length === 0) requireAll(answers);
  return ids;
}

/** The same of companies that are behind. A page ends where the first of the shards' pages ends. */
export function mergeBehind(answers: readonly ShardAnswer<CompaniesBehind>[]): CompaniesBehind {
  const pages = valuesIn(answers);
  const [end = null] = mergedIds(pages.map(({ next }) => (next === null ? [] : [next])));
  const ids = mergedIds(pages.map(({ companyIds }) => companyIds));
  if (end !== null) return { companyIds: ids.filter((id) => compareIds(id, end) <= 0), next: end };
  if (ids.length === 0) requireAll(answers);
  // One more page, which has no companies, says which shard did not answer.
  return { companyIds: ids, next: failuresIn(answers).length === 0 ? null : ids.at(-1)! };
}

/**
 * The events that were put aside, by company and position.
 *
 * @throws StoreUnavailableError that names the shards that did not answer, unless the others fill the page
 */
export function mergePutAside(answers: readonly ShardAnswer<readonly PutAsideEntry[]>[], limit: number) {
  const found = valuesIn(answers)
    .flat()
    .sort((one, other) => compareIds(one.companyId, other.companyId) || one.entry.position - other.entry.position);
  if (found.length < limit) requireAll(answers);
  return found.slice(0, limit);
}

/** @throws StoreUnavailableError that names the shards that did not answer */
export function requireAll(answers: readonly ShardAnswer<unknown>[], what = DOWN): void {
  const failures = failuresIn(answers);
  if (failures.length > 0) throw unavailable(what, failures);
}
