import type { JoinedBooks, JoinedStore, StoreTransaction } from "../../ports/invoicing-store.ts";
import { asRefusal } from "../common/refusals.ts";
import { lateDirectory, withinTime } from "../common/within-time.ts";
import { type BooksTransaction, booksTransaction } from "../engine/transaction.ts";
import { companyProfiles, invoiceReader } from "../sql/company-rows.ts";
import { creditNoteReader } from "../sql/credit-notes.ts";
import type { RunSteps } from "../sql/steps.ts";
import type { SqliteConnection } from "./connection/driver.ts";
import { retryFor } from "./connection/retry-while-busy.ts";
import { Session } from "./connection/session.ts";
import type { Settings } from "./settings.ts";
import { readSequences, sqliteDialect } from "./statements/dialect.ts";
import { listThrough, readPage } from "./statements/list.ts";
import { runSteps } from "./statements/steps.ts";
import { CounterSavepoint } from "./transaction/counter-savepoint.ts";
import { GatheringSession } from "./transaction/gathering-session.ts";
import {
  lockForWriting,
  requireConnection,
  requireTables,
  requireTransaction,
} from "./transaction/host-transaction.ts";
import { JoinedCall } from "./transaction/joined-call.ts";

/** What all calls of one joined store share. */
interface Joining extends Pick<Settings, "lockTimeoutMs" | "numbers" | "shard"> {
  readonly session: Session;
}

/**
 * The books on the host's own connection, inside the transaction that the host has begun on it.
 *
 * @throws TypeError if the handle is not such a connection
 */
export function joinedStore(
  driver: SqliteConnection,
  settings: Pick<Settings, "lockTimeoutMs" | "numbers" | "shard">,
): JoinedStore {
  requireConnection(driver);
  const session = new Session(driver);
  return {
    async call(work) {
      // Do not await before the call is bound: the transaction that is open now is the one in which it was made.
      requireTransaction(session);
      const call = new JoinedCall(driver);
      try {
        return await work(joinedBooks({ ...settings, session }, call));
      } finally {
        call.end();
      }
    },
  };
}

function joinedBooks(joining: Joining, call: JoinedCall): JoinedBooks {
  const { session, lockTimeoutMs, shard } = joining;
  const deadline = performance.now() + lockTimeoutMs;
  const read = <Result>(query: (tables: Session) => Result) => call.run(() => query(requireTables(session, shard)));
  const write = <Result>(work: () => Result | Promise<Result>) => {
    const retryWhileBusy = retryFor(lockTimeoutMs);
    return call.runExclusive(async () => {
      await retryWhileBusy(() => {
        call.requireTransaction();
        lockForWriting(session, shard);
      });
      return work();
    });
  };
  const readSteps: RunSteps = (...steps) => read((tables) => runSteps(tables, ...steps));
  const writeSteps: RunSteps = (...steps) =>
    write(() => {
      call.requireTransaction();
      return runSteps(session, ...steps);
    });
  return {
    companies: companyProfiles(readSteps, writeSteps),
    reader: {
      ...invoiceReader(readSteps),
      list: (companyId, request) => listThrough(read, readPage, companyId, request),
      sequences: (companyId, names) => {
        const own = joining.numbers === undefined ? names : undefined;
        return read((tables) => readSequences(tables, companyId, own));
      },
    },
    creditNotes: creditNoteReader(readSteps),
    transaction: (companyId, work) => write(() => gatherAndWrite(joining, call, companyId, work)),
    async within(answer) {
      const value = await withinTime(answer, deadline - performance.now(), lateDirectory);
      return call.run(() => value);
    },
  };
}

/**
 * Runs the work, then writes everything that it gathered, synchronously. If the host has ended its transaction in the
 * meantime, nothing is written. Rows that the host has written in the meantime stay, even if the work fails.
 */
async function gatherAndWrite<Result>(
  { session, numbers }: Joining,
  call: JoinedCall,
  companyId: string,
  work: (transaction: StoreTransaction) => Promise<Result>,
): Promise<Result> {
  const gathering = new GatheringSession(session.driver);
  const counter = numbers && new CounterSavepoint(session, call, numbers(session.driver, companyId));
  const transaction = booksTransaction(sqliteDialect(gathering, companyId), counter);
  const [outcome] = await Promise.allSettled([runAndFlush(transaction, work)]);
  const hasHostWrites = counter?.hasHostWrites ?? false;
  try {
    if (outcome.status === "rejected") throw outcome.reason;
    call.requireTransaction();
    gathering.writeInSavepoint();
    counter?.release();
    return outcome.value;
  } catch (error) {
    const reason = asRefusal(error);
    throw counter === undefined ? reason : counter.rollBack(reason, hasHostWrites);
  }
}

/** Runs the work, and flushes its writes into the gathering session. */
async function runAndFlush<Result>(
  { ports, books }: BooksTransaction,
  work: (transaction: StoreTransaction) => Promise<Result>,
): Promise<Result> {
  const result = await work(ports);
  await books.flush();
  return result;
}
