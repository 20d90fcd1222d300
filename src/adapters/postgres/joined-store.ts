import type { JoinedBooks, JoinedStore } from "../../ports/invoicing-store.ts";
import { checkSession, checkTables } from "./check.ts";
import type { Deadline } from "./deadline.ts";
import type { PostgresClient, PostgresPool } from "./driver.ts";
import { remedyFor } from "./faults.ts";
import { listInvoices } from "./list.ts";
import { findProfile, saveProfile } from "./other-rows.ts";
import { findInvoices, findKeys } from "./rows.ts";
import { givingBack, type HostSettings, inSavepoint, prepareWrite, STILL_JOINED } from "./savepoint.ts";
import { Session } from "./session.ts";
import type { Settings } from "./settings.ts";
import type { Tables } from "./tables.ts";
import { openTransaction } from "./transaction.ts";
import { Turns } from "./turns.ts";

/** What the books on a host's client are made of. */
export interface JoinedParts {
  readonly client: PostgresClient;
  readonly settings: Settings;
  /** Runs a call of the store's: up to its deadline, and not after it was closed. */
  readonly call: <Value>(work: (deadline: Deadline) => Promise<Value>) => Promise<Value>;
  /** Makes the check where the store has not made it yet. */
  readonly check: (session: Session, check: typeof checkSession | typeof checkTables) => Promise<void>;
}

/** Of all stores and joinings: savepoints of calls at once on one client would nest. */
const clientTurns = new Turns<PostgresClient>("on this client");

/** The books on the host's own client, inside the transaction that the host has begun on it. */
export function joinedStore(parts: JoinedParts): JoinedStore {
  const { settings, check } = parts;
  const { tables, numbers } = settings;

  const read = <Value>(query: (session: Session, tables: Tables) => Promise<Value>) =>
    inTurn(parts, (session) =>
      inSavepoint(session, {
        run: async () => {
          await check(session, checkTables);
          return query(session, tables);
        },
      }),
    );

  const write = <Value>(work: (session: Session, deadline: Deadline) => Promise<Value>) =>
    inTurn(parts, (session, deadline) => {
      let host: HostSettings;
      return inSavepoint(session, {
        run: async () => {
          host = await prepareWrite(session, deadline.leftMs);
          await check(session, checkSession);
          return work(session, deadline);
        },
        after: () => givingBack(host),
      });
    });

  const books: JoinedBooks = {
    companies: {
      profile: (companyId) => read((session) => findProfile(session, tables, companyId)),
      save: (companyId, profile) => write((session) => saveProfile(session, tables, companyId, profile)),
    },
    reader: {
      find: (companyId, id) => read(async (session) => (await findInvoices(session, tables, companyId, [id]))[0]),
      findKey: (companyId, key) => read(async (session) => (await findKeys(session, tables, companyId, [key]))[0]),
      list: (companyId, request) => read((session) => listInvoices(session, tables, companyId, request)),
    },
    transaction: (companyId, work) =>
      write(async (session, deadline) => {
        const access = { session, tables, companyId, deadline, proof: STILL_JOINED };
        const transaction = openTransaction(access, numbers);
        const value = await work(transaction.ports);
        await transaction.send();
        return value;
      }),
    within: (answer) => answer,
  };
  return { call: (work) => work(books) };
}

/** Runs one call on the client when those before it have ended. Nothing of it is tried again: that is the host's. */
function inTurn<Value>(
  { client, settings, call }: JoinedParts,
  work: (session: Session, deadline: Deadline) => Promise<Value>,
): Promise<Value> {
  return call((deadline) =>
    clientTurns.take(client, deadline, async () => {
      const session = Session.join(client, settings.preparedStatements);
      try {
        return await work(session, deadline);
      } catch (error) {
        if (remedyFor(error) === "busy") throw deadline.busy("what another transaction holds did not come free", error);
        throw error;
      } finally {
        session.release();
      }
    }),
  );
}

/** The handle as a client. @throws TypeError when it is none; a pool is none, for it has a connection for each query */
export function requireClient(handle: object, pool: PostgresPool): PostgresClient {
  const { query, totalCount } = (handle ?? {}) as { query?: unknown; totalCount?: unknown };
  if (typeof query === "function" && handle !== pool && totalCount === undefined) return handle as PostgresClient;
  throw new TypeError("joining needs the client on which you have begun a transaction, such as await pool.connect()");
}
