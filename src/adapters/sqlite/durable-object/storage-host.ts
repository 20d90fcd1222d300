import { OutcomeUnknownError } from "../../../domain/store-errors.ts";
import { asRefusal } from "../../common/refusals.ts";
import { requireCurrentSchema } from "../check-connections.ts";
import { Session } from "../connection/session.ts";
import type { Host, WriteQueue } from "../host.ts";
import { bringUpToDate, missingTables } from "../open-connections.ts";
import { readSchema } from "../schema/version.ts";
import { GatheringSession } from "../transaction/gathering-session.ts";
import type { Transactions } from "../transaction/run.ts";
import { connectionOf, type DurableObjectStorage, mustSetAlarm } from "./storage.ts";

/** The queues by storage: a Durable Object may make several stores. */
const queues = new WeakMap<DurableObjectStorage, WriteQueue>();

/** A Durable Object is found by its name, so its database needs none. */
const NO_SHARD = "";

function queueOf(storage: DurableObjectStorage): WriteQueue {
  const queue = queues.get(storage) ?? { last: Promise.resolve() };
  queues.set(storage, queue);
  return queue;
}

/**
 * The storage of a Durable Object. It refuses BEGIN, COMMIT, SAVEPOINT and PRAGMA, and its own transaction is synchronous. So
 * a call gathers what it writes, and writes all of it in one. Nobody else writes in between: one Durable Object has its
 * storage alone, and its stores share a queue.
 */
export function storageHost(storage: DurableObjectStorage, create: boolean, alarmAfterMs: number | undefined): Host {
  const transactions = transactionsOf(storage, alarmAfterMs);
  return {
    transactions,
    queue: queueOf(storage),
    async connect(retryWhileBusy) {
      const session = new Session(connectionOf(storage));
      const { version } = readSchema(session);
      if (version === 0 && !create) throw missingTables("This Durable Object does not have faktura's tables");
      await bringUpToDate(transactions, session, version, retryWhileBusy, NO_SHARD);
      return { writer: session, reader: session };
    },
    check: ({ reader }) => requireCurrentSchema(reader, NO_SHARD),
    joining() {
      throw new TypeError(
        "the books of a Durable Object cannot join your transaction: transactionSync cannot await a call, and an order " +
          "inside storage.transaction could be acknowledged and then rolled back. Issue first, and write your own rows " +
          "afterwards, with the invoice's id",
      );
    },
    backup() {
      throw new TypeError(
        "a Durable Object has no files to copy to. Cloudflare keeps its storage of the last 30 days: see " +
          "ctx.storage.getBookmarkForTime and onNextSessionRestoreBookmark",
      );
    },
  };
}

function transactionsOf(storage: DurableObjectStorage, alarmAfterMs: number | undefined): Transactions {
  /** When the alarm must ring after a write; `undefined` if it need not be set, such as because one rings before that. */
  const nextRing = async () => {
    const time = Date.now() + (alarmAfterMs ?? 0);
    return alarmAfterMs !== undefined && (await mustSetAlarm(storage, time)) ? time : undefined;
  };
  const durable = async () => {
    try {
      await storage.sync();
    } catch (cause) {
      const message =
        "the storage of the Durable Object did not confirm the write, so its outcome is unknown: it may be lost. " +
        "Cloudflare restarts the object; then repeat the call with the same idempotency key";
      throw new OutcomeUnknownError(message, { cause });
    }
  };
  return {
    begin: () => undefined,
    async runCall(session, work) {
      const gathering = new GatheringSession(session.driver);
      try {
        const value = await work(gathering);
        const time = gathering.hasWrites ? await nextRing() : undefined;
        storage.transactionSync(() => gathering.writeAll());
        // Without awaiting anything since the write, so that Cloudflare keeps both of them or none.
        if (time !== undefined) storage.setAlarm(time).catch(() => undefined); // what goes wrong, `sync` also reports
        return { value };
      } catch (error) {
        return { error: asRefusal(error) };
      }
    },
    commit: durable,
    rollBack: () => undefined,
    async writeAtOnce(_, write) {
      const result = storage.transactionSync(write);
      await durable();
      return result;
    },
    // Nothing else runs while a query does, because it is synchronous.
    inSnapshot: (_, query) => query(),
  };
}
