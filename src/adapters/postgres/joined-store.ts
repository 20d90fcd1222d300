import { OutcomeUnknownError } from "../../domain/store-errors.ts";
import type { JoinedBooks, JoinedStore, StoreTransaction } from "../../ports/invoicing-store.ts";
import { type BooksTransaction, booksTransaction } from "../engine/transaction.ts";
import { companyProfiles, invoiceReader } from "../sql/company-rows.ts";
import { creditNoteReader } from "../sql/credit-notes.ts";
import type { RunSteps } from "../sql/steps.ts";
import { DURABLE_COMMIT } from "./connection/begin.ts";
import type { PostgresNumbers } from "./settings.ts";
import type { BooksAccess } from "./statements/books-head.ts";
import { hostCounter, postgresDialect, readSequences } from "./statements/dialect.ts";
import { listInvoices } from "./statements/list.ts";
import { runSteps } from "./statements/steps.ts";
import { CounterSavepoint } from "./transaction/counter-savepoint.ts";
import { JoinedCall, type JoinedParts } from "./transaction/joined-call.ts";
import type { JoinedSession } from "./transaction/joined-session.ts";

/** The books on the host's own client, inside the transaction that the host has begun on it. */
export function joinedStore(parts: JoinedParts): JoinedStore {
  const { numbers } = parts.settings;
  return {
    call: (work) =>
      parts.call((deadline) => new JoinedCall(parts, deadline).run((call) => work(booksIn(call, numbers)))),
  };
}

function booksIn(call: JoinedCall, numbers: PostgresNumbers | undefined): JoinedBooks {
  const read: RunSteps = (...steps) => call.read((session, tables) => runSteps(session, tables, ...steps));
  const write: RunSteps = (...steps) =>
    call.write(async (session, tables) => {
      await session.rows(`SELECT ${DURABLE_COMMIT} AS durable`, []);
      return runSteps(session, tables, ...steps);
    });
  return {
    companies: companyProfiles(read, write),
    reader: {
      ...invoiceReader(read),
      list: (companyId, request) => call.read((session, tables) => listInvoices(session, tables, companyId, request)),
      sequences: (companyId, names) => {
        const own = numbers === undefined ? names : undefined;
        return call.read((session, tables) => readSequences(session, tables, companyId, own));
      },
    },
    creditNotes: creditNoteReader(read),
    transaction: (companyId, work) =>
      call.write(async (session, tables, deadline) => {
        const access = { session, tables, companyId, deadline, start: startOn(session), extraColumn: DURABLE_COMMIT };
        return numbers === undefined ? runWork(session, access, work) : runCounted(session, access, numbers, work);
      }),
    within: (answer) => call.within(answer),
  };
}

type Work<Value> = (transaction: StoreTransaction) => Promise<Value>;

async function runWork<Value>(session: JoinedSession, access: BooksAccess, work: Work<Value>): Promise<Value> {
  const transaction = booksTransaction(postgresDialect(access));
  try {
    return await finishWork(session, transaction, work);
  } catch (error) {
    if (!session.isUnanswered || transaction.books.written.length === 0) throw error;
    const message =
      "a write got no answer: it may or may not be part of your transaction. Roll back, or repeat the call with the same " +
      "idempotency key before you commit.";
    throw new OutcomeUnknownError(message, { cause: error });
  }
}

/** Runs the work with the host's own counter, inside a savepoint. */
async function runCounted<Value>(
  session: JoinedSession,
  access: BooksAccess,
  numbers: PostgresNumbers,
  work: Work<Value>,
): Promise<Value> {
  const savepoint = new CounterSavepoint(session);
  const counter = hostCounter(access, savepoint.around(numbers));
  try {
    const value = await finishWork(session, booksTransaction(postgresDialect(access), counter), work);
    await savepoint.release();
    return value;
  } catch (error) {
    await savepoint.rollBack();
    throw error;
  }
}

async function finishWork<Value>(session: JoinedSession, transaction: BooksTransaction, work: Work<Value>) {
  const value = await work(transaction.ports);
  await transaction.books.flush();
  // The work may have caught an error, and then decided without the answer that it asked for.
  if (session.fault !== undefined) throw session.fault;
  return value;
}

/** The start of a transaction that the host has begun: only runs the statements, all in one round trip. */
function startOn(session: JoinedSession): BooksAccess["start"] {
  return {
    hasBegun: false,
    begin: async (statements = []) => {
      if (statements.length === 0) return undefined;
      return (await session.rowsOfEach<Record<string, unknown>>(statements)).map((rows) => ({ rows }));
    },
  };
}
