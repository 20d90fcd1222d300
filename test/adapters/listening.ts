import type { PostgresClient, PostgresPool } from "faktura/postgres";
import type { SqliteConnection } from "faktura/sqlite";
import { pool } from "../support/postgres.ts";
import { connectRaw, interceptedConnection } from "../support/stores.ts";

/** A statement with its values. */
export interface Sent {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** The pool, with every statement recorded in `sent`. */
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

/** A connection to the file, with every statement recorded in `sent`. */
export function listeningConnection(path: string, sent: Sent[], connect = connectRaw): SqliteConnection {
  return interceptedConnection(connect(path), (text, send, values) => {
    sent.push({ text, values });
    return send();
  });
}
