import type { PostgresClient, PostgresPool } from "faktura/postgres";
import type { SqliteConnection } from "faktura/sqlite";
import { pool } from "../support/postgres.ts";
import { connectRaw } from "../support/stores.ts";

/** A statement, and the values bound to it. */
export interface Sent {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** The pool, of which every statement is kept in `sent`. */
export function listeningPool(sent: Sent[]): PostgresPool {
  return {
    connect: async () => {
      const client = await pool.connect();
      const query: PostgresClient["query"] = (statement, values) => {
        sent.push(typeof statement === "string" ? { text: statement, values: values ?? [] } : statement);
        return client.query(statement, values);
      };
      return { query, release: (error) => client.release(error) };
    },
  };
}

/** A connection to the file, of which every statement is kept in `sent`. */
export function listeningConnection(path: string, sent: Sent[]): SqliteConnection {
  const connection = connectRaw(path);
  return {
    exec: (text) => {
      sent.push({ text, values: [] });
      return connection.exec(text);
    },
    prepare: (text) => {
      const statement = connection.prepare(text);
      const heard = <Result>(run: (...values: unknown[]) => Result) => {
        return (...values: unknown[]): Result => {
          sent.push({ text, values });
          return run.apply(statement, values);
        };
      };
      return { run: heard(statement.run), get: heard(statement.get), all: heard(statement.all) };
    },
    close: () => connection.close(),
  };
}
