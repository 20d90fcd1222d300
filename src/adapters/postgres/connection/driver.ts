/** A statement for the driver to prepare under a name, once per connection. */
export interface PostgresStatement {
  /** Unique per text, at most 63 bytes. */
  readonly name: string;
  /** The SQL, with `$1`, `$2` and so on for its values. */
  readonly text: string;
  /** One for each parameter, in order. */
  readonly values: unknown[];
}

/**
 * The part of a result that the store reads. It selects every column as text, because drivers convert other types
 * differently.
 */
export interface PostgresResult {
  /** By column name. The store's columns are all text or `null`. */
  readonly rows: Record<string, unknown>[];
  /** The command as PostgreSQL names it, such as `COMMIT`. */
  readonly command?: string | undefined;
}

/** A connection that is checked out of the pool, such as a client of `pg`. */
export interface PostgresClient {
  /** For several statements in one text, the result may be an array with a result for each, as in `pg`. */
  query(statement: string | PostgresStatement, values?: unknown[]): Promise<PostgresResult>;
  /** Returns the connection to the pool. With an error, the pool closes the connection. */
  release(error?: Error | boolean): void;
  /** Listens for a lost connection, and for warnings of the server. */
  on?(event: "error" | "notice", listener: (error: Error) => void): unknown;
  /** Stops listening. */
  off?(event: "error" | "notice", listener: (error: Error) => void): unknown;
}

/** The part of a pool that the store uses, such as the `Pool` of `pg`. The store uses nothing else of the driver. */
export interface PostgresPool {
  /** Checks out a connection, and waits until one is free. */
  connect(): Promise<PostgresClient>;
  /** `max` is the size of the pool. Absent: 10, the default of `pg`. */
  readonly options?: { readonly max?: number | undefined } | undefined;
  /** Listens for the loss of an idle connection. */
  on?(event: "error", listener: (error: Error) => void): unknown;
  /** Listens for new connections. */
  on?(event: "connect", listener: (client: PostgresClient) => void): unknown;
}
