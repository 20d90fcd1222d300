import { createHash } from "node:crypto";
import { z } from "zod";
import { canonicalJson } from "../../domain/canonical-json.ts";
import { Refusal } from "../../domain/refusal.ts";
import type { StoredInvoice, StoredInvoiceWithPayments, UsedKey } from "../../ports/invoice-repository.ts";
import type { OpenBooks } from "../commit/locked-books.ts";
import type { CompanyContext } from "../context.ts";
import { idempotencyKey as keySchema } from "../schemas/fields.ts";
import { parseRequest } from "../schemas/parse.ts";

const optionsSchema = z.strictObject(
  { idempotencyKey: z.unknown().optional() },
  { error: 'must be an object, such as { idempotencyKey: "order-17" }' },
);
const keyRequestSchema = z.strictObject({ "Idempotency-Key": keySchema });

/** The key of a repeatable call, and the fingerprint of what was asked under it. */
export type Idempotency = Pick<UsedKey, "key" | "fingerprint">;

/** Options of a call that may be repeated. */
export interface RepeatableOptions {
  /**
   * 1 to 255 visible ASCII characters of the caller's choice, kept for ever: a repeat under the same key does nothing
   * and answers as the first call did. Absent: every call counts.
   */
  readonly idempotencyKey?: string | undefined;
}

/** Of a call that is given none. */
export const NO_OPTIONS: RepeatableOptions = Object.freeze({});

/**
 * The key of a call and the fingerprint of its request; `undefined` when the call has none. A misspelt option is refused
 * too: a key that is passed over in silence issues a second invoice, which cannot be taken back.
 *
 * @throws Refusal `request_invalid` when the options or the key are not of their shape
 */
export function requireIdempotency(options: RepeatableOptions, request: unknown): Idempotency | undefined {
  if (options === NO_OPTIONS) return undefined;
  const { idempotencyKey: key } = parseRequest(optionsSchema, options, "parameter");
  if (key === undefined) return undefined;
  const parsed = parseRequest(keyRequestSchema, { "Idempotency-Key": key }, "parameter");
  return { key: parsed["Idempotency-Key"], fingerprint: fingerprintOf(request) };
}

/**
 * The invoice that the same request made under the same key; `undefined` when the key is new.
 *
 * @throws Refusal `idempotency_key_reused` when the key was used for another request
 */
export function replayedInvoiceId(used: UsedKey | undefined, idempotency: Idempotency): string | undefined {
  if (used === undefined) return undefined;
  if (used.fingerprint === idempotency.fingerprint) return used.invoiceId;
  throw keyReused();
}

/**
 * The invoices that the same orders made together under these keys; none when the keys are new.
 *
 * @throws Refusal `idempotency_key_reused` when one of them was used for something else
 */
export function replayedTogether(books: OpenBooks, keys: readonly Idempotency[]): StoredInvoice[] {
  const ids = keys.flatMap((each) => replayedInvoiceId(books.usedKey(each.key), each) ?? []);
  // Where some are used and some are not, a key made from another one happens to be the same.
  if (ids.length !== 0 && ids.length !== keys.length) throw keyReused();
  return ids.map((id) => books.invoice(id)!);
}

function keyReused(): Refusal {
  const detail = "was used for another request; take a new key for a new request, and repeat a request unchanged";
  return new Refusal("idempotency_key_reused", `The idempotency key ${detail}.`, [
    { parameter: "Idempotency-Key", detail },
  ]);
}

/**
 * The invoice that the same request made under the same key, committed already; read before anything is refused that
 * depends on state, so that a repeat is answered whatever has changed since.
 *
 * @throws Refusal `idempotency_key_reused` when the key was used for another request
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
 * What a look-up by the key finds after `error`. A repeat is answered whatever has changed since, so nothing that depends
 * on state refuses it.
 *
 * @throws error when the key is new, or cannot be looked up
 * @throws Refusal `idempotency_key_reused`
 */
export async function findAfter<Found>(error: unknown, find: () => Promise<Found | undefined>): Promise<Found> {
  const found = await find().catch((fault: unknown) => {
    throw fault instanceof Refusal ? fault : error;
  });
  if (found === undefined) throw error;
  return found;
}

/** The id of that invoice. @throws Refusal `idempotency_key_reused` */
export async function findReplayedId(
  { store, companyId }: CompanyContext,
  idempotency: Idempotency,
): Promise<string | undefined> {
  return replayedInvoiceId(await store.reader.findKey(companyId, idempotency.key), idempotency);
}

/**
 * The keys of invoices that are issued together under one: the key itself for the first, with a number behind it for each
 * of the others. None where there is none.
 *
 * @throws Refusal `request_invalid` when the key leaves no room for the number
 */
export function keysOfEach(idempotency: Idempotency | undefined, count: number): Idempotency[] {
  if (idempotency === undefined) return [];
  const { key, fingerprint } = idempotency;
  const keys = Array.from({ length: count }, (_, place) => (place === 0 ? key : `${key}#${place + 1}`));
  parseRequest(keyRequestSchema, { "Idempotency-Key": keys.at(-1) }, "parameter");
  return keys.map((each) => ({ key: each, fingerprint }));
}

/** SHA-256, in hexadecimal, of a request as it was received; the order of its keys does not matter. */
function fingerprintOf(request: unknown): string {
  return createHash("sha256").update(canonicalJson(request)).digest("hex");
}
