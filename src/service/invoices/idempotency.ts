import { createHash } from "node:crypto";
import { z } from "zod";
import { canonicalJson } from "../../domain/canonical-json.ts";
import { Refusal } from "../../domain/refusal.ts";
import type { StoredInvoice, StoredInvoiceWithPayments, UsedKey } from "../../ports/invoice-repository.ts";
import type { LockedBooks } from "../commit/locked-books.ts";
import type { CompanyContext } from "../context.ts";
import { idempotencyKey as keySchema } from "../schemas/fields.ts";
import { HINTS } from "../schemas/hints.ts";
import { lazy } from "../schemas/lazy.ts";
import { parseRequest } from "../schemas/parse.ts";

const optionsSchema = lazy(() =>
  z
    .strictObject({ idempotencyKey: keySchema().optional() })
    .register(HINTS, { expected: 'an object such as { idempotencyKey: "order-17" }' }),
);

/** The key of a repeatable call, and the fingerprint of its request. */
export type Idempotency = Pick<UsedKey, "key" | "fingerprint">;

/** Options of a call that may be repeated. */
export interface RepeatableOptions {
  /**
   * 1 to 255 visible ASCII characters of your choice, kept for ever. A repeat with the same key changes nothing and
   * returns the invoice of the first call. Absent: every call counts.
   */
  readonly idempotencyKey?: string | undefined;
}

/** The options of a call without options. */
export const NO_OPTIONS: RepeatableOptions = Object.freeze({});

/**
 * The key of a call and the fingerprint of its request; `undefined` if the call has no key. A misspelt option is refused
 * too: if the key were ignored silently, a repeat would issue a second invoice, which cannot be undone.
 *
 * @throws Refusal `request_invalid` if the options or the key are malformed
 */
export function requireIdempotency(options: RepeatableOptions, request: unknown): Idempotency | undefined {
  if (options === NO_OPTIONS) return undefined;
  const { idempotencyKey: key } = parseRequest(optionsSchema, options, "option");
  if (key === undefined) return undefined;
  // The order of the request's properties does not matter.
  return { key, fingerprint: createHash("sha256").update(canonicalJson(request)).digest("hex") };
}

/**
 * The id of the invoice that the same request created with the same key; `undefined` if the key is new.
 *
 * @throws Refusal `idempotency_key_reused` if the key was used for a different request
 */
export function replayedInvoiceId(used: UsedKey | undefined, idempotency: Idempotency): string | undefined {
  if (used === undefined) return undefined;
  if (used.fingerprint === idempotency.fingerprint) return used.invoiceId;
  throw keyReused();
}

/**
 * The id of the credit note that the same request issued with the same key; `undefined` if the key is new.
 *
 * @throws Refusal `idempotency_key_reused` if the key was used for a different request
 */
export function replayedCreditNoteId(used: UsedKey | undefined, idempotency: Idempotency): string | undefined {
  if (replayedInvoiceId(used, idempotency) === undefined) return undefined;
  if (used?.creditNoteId === undefined) throw keyReused();
  return used.creditNoteId;
}

/**
 * The invoices that the same orders created together with these keys; empty if the keys are new.
 *
 * @throws Refusal `idempotency_key_reused` if one of the keys was used for a different request
 */
export function replayedTogether(books: LockedBooks, keys: readonly Idempotency[]): StoredInvoice[] {
  const ids = keys.flatMap((each) => replayedInvoiceId(books.usedKey(each.key), each) ?? []);
  // If only some are used, a key that was derived here happens to equal one that the caller chose.
  if (ids.length !== 0 && ids.length !== keys.length) throw keyReused();
  return ids.map((id) => books.invoice(id)!);
}

/** The refusal of a key that was used before; `detail` says for what, and what to do. */
export function keyReused(
  detail = "was used for a different request; use a new key for a new request, and repeat a request unchanged",
): Refusal {
  return new Refusal("idempotency_key_reused", `The idempotency key ${detail}.`, [
    { parameter: "idempotencyKey", detail },
  ]);
}

/**
 * The committed invoice that the same request created with the same key; `undefined` if there is none. It is read before
 * any refusal that depends on state, so that a repeat gets its answer whatever has changed since.
 *
 * @throws Refusal `idempotency_key_reused` if the key was used for a different request
 */
export async function findReplayed(
  context: CompanyContext,
  idempotency: Idempotency | undefined,
): Promise<StoredInvoiceWithPayments | undefined> {
  if (idempotency === undefined) return undefined;
  const invoiceId = await findReplayedId(context, idempotency);
  return invoiceId === undefined ? undefined : context.store.reader.find(context.companyId, invoiceId);
}

/**
 * What `find` finds by the key despite `error`. A repeat gets its answer whatever has changed since, so an error that
 * depends on state does not stop it.
 *
 * @throws error if the key is new or cannot be looked up
 * @throws Refusal `idempotency_key_reused`
 */
export async function replayDespite<Found>(error: unknown, find: () => Promise<Found | undefined>): Promise<Found> {
  const found = await find().catch((fault: unknown) => {
    throw fault instanceof Refusal ? fault : error;
  });
  if (found === undefined) throw error;
  return found;
}

/** The id of the invoice that {@link findReplayed} finds. @throws Refusal `idempotency_key_reused` */
export async function findReplayedId(
  { store, companyId }: CompanyContext,
  idempotency: Idempotency,
): Promise<string | undefined> {
  return replayedInvoiceId(await store.reader.findKey(companyId, idempotency.key), idempotency);
}

/**
 * One key for each of the invoices that are issued together with one key: the key itself for the first, and the key with
 * a number appended for each of the others. Empty if there is no key.
 *
 * @throws Refusal `request_invalid` if the key leaves no room for the number
 */
export function keysOfEach(idempotency: Idempotency | undefined, count: number): Idempotency[] {
  if (idempotency === undefined) return [];
  const { key, fingerprint } = idempotency;
  const keys = Array.from({ length: count }, (_, index) => (index === 0 ? key : `${key}#${index + 1}`));
  parseRequest(optionsSchema, { idempotencyKey: keys.at(-1) }, "option");
  return keys.map((each) => ({ key: each, fingerprint }));
}
