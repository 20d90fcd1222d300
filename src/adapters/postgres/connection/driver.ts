/** A statement that the driver is to prepare under a name, once for each connection. */
export interface PostgresStatement {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
}

/** What the store reads of an answer. Every column it asks for is text, whatever the driver does to other types. */
export interface PostgresResult {
  readonly rows: Record<string, unknown>[];
  /** The command as PostgreSQL names it, such as `COMMIT`. */
  readonly command?: string | undefined;
}

/** A connection while it is out of the pool; a client of `pg` is one. */
export interface PostgresClient {
  /** Several statements in one text may give an array, with a result for each, as they do in `pg`. */
  query(statement: string | PostgresStatement, values?: unknown[]): Promise<PostgresResult>;
  /** Gives the connection back; with an error the pool closes it. */
  release(error?: Error | boolean): void;
  on?(event: "error" | "notice", listener: (error: Error) => void): unknown;
  off?(event: "error" | "notice", listener: (error: Error) => void): unknown;
}

/** What the store needs of a pool; the `Pool` of `pg` is one. Nothing else of a driver is used. */
export interface PostgresPool {
  connect(): Promise<PostgresClient>;
  /** `max` is how many connections it makes. Absent: as many as `pg` makes unless told otherwise, ten. */
  readonly options?: { readonly max?: number | undefined } | undefined;
  on?(event: "error", listener: (error: Error) => void): unknown;
  on?(event: "connect", listener: (client: PostgresClient) => void): unknown;
}
