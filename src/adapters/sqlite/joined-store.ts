import type { JoinedBooks, JoinedStore, StoreTransaction } from "../../ports/invoicing-store.ts";
import { type BooksTransaction, booksTransaction } from "../engine/transaction.ts";
import { answerInTime } from "./connection/deadline.ts";
import type { SqliteConnection } from "./connection/driver.ts";
import { patienceOf } from "./connection/errors.ts";
import { StoreConnection } from "./connection/session.ts";
import type { HostNumbers } from "./settings.ts";
import { sqliteDialect } from "./statements/dialect.ts";
import { readPage } from "./statements/list.ts";
import { findKeys, findOne, findProfile, saveProfile } from "./statements/rows.ts";
import { CountedNumbers } from "./transaction/counted-numbers.ts";
import { GatheringConnection } from "./transaction/gathered-writes.ts";
import {
  lockForWriting,
  requireConnection,
  requireTables,
  requireTransaction,
} from "./transaction/host-transaction.ts";
import { JoinedCall } from "./transaction/joined-call.ts";

/** What all calls of one joining work with. */
interface Joining {
  readonly connection: StoreConnection;
  readonly lockTimeoutMs: number;
  readonly numbers: HostNumbers | undefined;
}

/**
 * The books on the host's own connection, inside the transaction that the host has begun on it.
 *
 * @throws TypeError when the handle is no such connection
 */
export function joinedStore(
  driver: SqliteConnection,
  lockTimeoutMs: number,
  numbers: HostNumbers | undefined,
): JoinedStore {
  requireConnection(driver);
  const connection = new StoreConnection(driver);
  return {
    async call(work) {
      // Nothing gives way before the call is bound, so the transaction that is open now is the one it was made in.
      requireTransaction(connection);
      const call = new JoinedCall(driver);
      try {
        return await work(joinedBooks({ connection, lockTimeoutMs, numbers }, call));
      } finally {
        call.end();
      }
    },
  };
}

function joinedBooks(joining: Joining, call: JoinedCall): JoinedBooks {
  const { connection, lockTimeoutMs } = joining;
  const deadline = performance.now() + lockTimeoutMs;
  const read = <Result>(query: (tables: StoreConnection) => Result) => call.run(() => query(requireTables(connection)));
  const write = <Result>(work: () => Result | Promise<Result>) => {
    const whileBusy = patienceOf(lockTimeoutMs);
    return call.inTurn(async () => {
      await whileBusy(() => {
        call.requireTransaction();
        lockForWriting(connection);
      });
      return work();
    });
  };
  return {
    companies: {
      profile: (companyId) => read((tables) => findProfile(tables, companyId)),
      save: (companyId, profile) =>
        write(() => {
          call.requireTransaction();
          saveProfile(connection, companyId, profile);
        }),
    },
    reader: {
      find: (companyId, id) => read((tables) => findOne(tables, companyId, id)),
      findKey: (companyId, key) => read((tables) => findKeys(tables, companyId, [key])[0]),
      list: (companyId, request) => read((tables) => readPage(tables, companyId, request)),
    },
    transaction: (companyId, work) => write(() => gatherAndWrite(joining, call, companyId, work)),
    async within(answer) {
      const value = await answerInTime(answer, deadline);
      return call.run(() => value);
    },
  };
}

/**
 * Runs the work, then writes what it gathered in one turn of the event loop. A host that has ended its transaction
 * meanwhile finds nothing written; one that has written rows of its own keeps them, whatever becomes of the work.
 */
async function gatherAndWrite<Result>(
  { connection, numbers }: Joining,
  call: JoinedCall,
  companyId: string,
  work: (transaction: StoreTransaction) => Promise<Result>,
): Promise<Result> {
  const gathered = new GatheringConnection(connection.driver);
  const counter = numbers && new CountedNumbers(connection, call, numbers(connection.driver, companyId));
  const transaction = booksTransaction(sqliteDialect(gathered, companyId), counter);
  const [outcome] = await Promise.allSettled([runAndFlush(transaction, work)]);
  const isDisturbed = counter?.isDisturbed ?? false;
  try {
    if (outcome.status === "rejected") throw outcome.reason;
    call.requireTransaction();
    gathered.writeAll();
    counter?.keep();
    return outcome.value;
  } catch (error) {
    throw counter === undefined ? error : counter.giveBack(error, isDisturbed);
  }
}

/** Runs the work, and lets what it wrote be gathered. */
async function runAndFlush<Result>(
  { ports, flush }: BooksTransaction,
  work: (transaction: StoreTransaction) => Promise<Result>,
): Promise<Result> {
  const result = await work(ports);
  await flush();
  return result;
}
