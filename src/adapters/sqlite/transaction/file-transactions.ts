import { asRefusal } from "../../common/refusals.ts";
import { openFileOf } from "../connection/open-file.ts";
import type { Session } from "../connection/session.ts";
import { hasSqliteCode } from "../connection/sqlite-code.ts";
import { inSnapshot } from "../statements/list.ts";
import type { Outcome, SessionWork, Transactions } from "./run.ts";

/**
 * The transactions of a file. They throw `StoreBusyError` through `retryWhileBusy` if another process holds its lock, and
 * nothing is written then.
 */
export const FILE_TRANSACTIONS: Transactions = {
  /**
   * IMMEDIATE takes the write lock now. Taking it after a read can fail at once with SQLITE_BUSY_SNAPSHOT, and then waiting
   * does not help.
   */
  begin: ({ driver }) => void driver.exec("BEGIN IMMEDIATE"),
  // One alone needs no savepoint.
  runCall: async (session, work, isAlone) => (isAlone ? { value: await work(session) } : runInSavepoint(session, work)),
  commit(session) {
    session.driver.exec("COMMIT");
    openFileOf(session).requireSameAfterCommit();
  },
  /** On a full disk SQLite has already rolled back, and a second error would hide the first. */
  rollBack({ driver }) {
    try {
      driver.exec("ROLLBACK");
    } catch {
      // There was nothing left to roll back.
    }
  },
  writeAtOnce(session, write) {
    FILE_TRANSACTIONS.begin(session);
    try {
      const result = write();
      FILE_TRANSACTIONS.commit(session);
      return result;
    } catch (error) {
      FILE_TRANSACTIONS.rollBack(session);
      throw asRefusal(error);
    }
  },
  inSnapshot,
};

async function runInSavepoint<Result>(session: Session, work: SessionWork<Result>): Promise<Outcome<Result>> {
  const { driver } = session;
  driver.exec("SAVEPOINT faktura_call");
  try {
    const value = await work(session);
    driver.exec("RELEASE faktura_call");
    return { value };
  } catch (error) {
    // After these, SQLite may have rolled back the whole transaction, and its own advice is to do so if it has not.
    if (hasSqliteCode(error, "FULL", "IOERR", "NOMEM")) throw error;
    driver.exec("ROLLBACK TO faktura_call");
    driver.exec("RELEASE faktura_call");
    return { error: asRefusal(error) };
  }
}
