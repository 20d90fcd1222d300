import { randomUUID } from "node:crypto";
import { arrayOf } from "../connection/array-text.ts";
import type { Deadline } from "../connection/deadline.ts";
import type { PostgresClient } from "../connection/driver.ts";
import { ANSWER_TIMEOUT_MS, Session } from "../connection/session.ts";
import { JOINED_FUNCTION, STEP_SETTING, TRANSACTION_SETTING } from "../schema/joined-function.ts";
import type { Tables } from "../settings.ts";
import { type HostTransaction, withHostFault } from "./host-transaction.ts";

/** Added to the deadline, so that PostgreSQL's own answer comes first if it can. */
const LATE_ANSWER_MS = 250;

/** Where a joined statement runs: in the host's transaction, on the host's client. */
export interface JoinedAccess {
  readonly client: PostgresClient;
  readonly prepared: boolean;
  readonly tables: Tables;
  readonly transaction: HostTransaction;
}

/** The result of the function: the rows of each statement, or the error of one of them. */
interface JoinedAnswer {
  readonly answers?: readonly unknown[][];
  readonly error?: StatementFault;
}

interface StatementFault {
  readonly code: string;
  readonly message: string;
  readonly detail: string;
  readonly hint: string;
  readonly table: string;
  readonly constraint: string;
}

/**
 * An error from PostgreSQL that did not abort the host's transaction: only the library's statements were rolled back.
 */
class StatementError extends Error {
  override readonly name = "StatementError";
  readonly severity = "ERROR";
  readonly code: string;
  readonly detail: string;
  readonly hint: string;
  readonly table: string;
  readonly constraint: string;

  constructor({ code, message, detail, hint, table, constraint }: StatementFault) {
    super(message);
    this.code = code;
    this.detail = detail;
    this.hint = hint;
    this.table = table;
    this.constraint = constraint;
  }
}

/**
 * The host's client during one read or one write. Each statement is one round trip, and only runs in the right
 * transaction. The statements of a write form a chain: each sets a mark that the next one checks. So no statement runs
 * if the host has rolled back an earlier one (such as the lock) by rolling back to a savepoint.
 */
export class JoinedSession extends Session {
  readonly #access: JoinedAccess;
  /** Deadline for a write's locks. Absent for reads. */
  readonly #deadline: Deadline | undefined;
  readonly #id = randomUUID();
  #mark: { readonly setting: string; readonly value: string };
  #steps = 0;
  #last: Promise<unknown> = Promise.resolve();

  constructor(access: JoinedAccess, deadline?: Deadline) {
    // Other handles than those of pg take a text and values, but no statement with a name.
    super(access.client, access.prepared && access.client.on !== undefined, false);
    this.#access = access;
    this.#deadline = deadline;
    this.#mark = { setting: TRANSACTION_SETTING, value: access.transaction.token };
  }

  /** The rows of a statement. Its parameters are strings or arrays of strings. */
  override async rows<Row>(text: string, values: unknown[], timeMs = ANSWER_TIMEOUT_MS): Promise<Row[]> {
    // If the function is missing, the check of the tables must run without it to report that.
    if (!this.#access.transaction.canJoin) return super.rows(text, values, timeMs);
    const [rows] = await this.rowsOfEach<Row>([text], values, Math.max(timeMs, this.#lockTimeMs()));
    return rows ?? [];
  }

  /**
   * The rows of each statement. Runs all of them, or none, in one round trip. Each sees what was committed before it
   * began.
   */
  rowsOfEach<Row>(statements: readonly string[], values: readonly unknown[] = [], timeMs?: number): Promise<Row[][]> {
    const run = () => this.#run<Row>(statements, values, timeMs ?? this.#lockTimeMs());
    const result = this.#last.then(run, run);
    this.#last = result;
    return result;
  }

  async #run<Row>(statements: readonly string[], values: readonly unknown[], timeMs: number): Promise<Row[][]> {
    const step = this.#deadline === undefined ? null : `${this.#id} ${this.#steps + 1}`;
    const lockWait = this.#deadline === undefined ? null : `${Math.max(1, this.#deadline.leftMs)}ms`;
    const own = [this.#mark.setting, this.#mark.value, step, lockWait];
    const texts = statements.map(withArrayParameter);
    const bound = (count: number, from: number) =>
      `ARRAY[${Array.from({ length: count }, (_, index) => `$${from + index}::pg_catalog.text`).join(", ")}]::pg_catalog.text[]`;
    const name = `${this.#access.tables.schema}.${JOINED_FUNCTION}`;
    const text = `SELECT ${name}($1::pg_catalog.text, $2::pg_catalog.text, $3::pg_catalog.text, $4::pg_catalog.text,
      ${bound(texts.length, 5)}, ${bound(values.length, 5 + texts.length)}) AS answer`;
    const [row] = await super
      .rows<{ answer: string | null }>(text, [...own, ...texts, ...values.map(asText)], timeMs)
      .catch((error: unknown) => Promise.reject(withHostFault(error)));
    const answer = row?.answer ?? null;
    if (answer === null) throw this.remember(this.#access.transaction.ended());
    const { answers = [], error } = JSON.parse(answer) as JoinedAnswer;
    if (error !== undefined) throw this.remember(new StatementError(error));
    this.#access.transaction.markSeen();
    if (step !== null) this.#mark = { setting: STEP_SETTING, value: step };
    this.#steps += 1;
    return answers as Row[][];
  }

  #lockTimeMs(): number {
    return this.#deadline === undefined ? ANSWER_TIMEOUT_MS : this.lockWaitMs(this.#deadline);
  }

  /**
   * PostgreSQL limits each lock that a joined statement waits for, and only the host may limit its statements. So this
   * ends the wait for several locks, soon after the deadline.
   */
  override lockWaitMs(deadline: Deadline): number {
    return deadline.leftMs + LATE_ANSWER_MS;
  }
}

const QUOTED_OR_PARAMETER = /"(?:[^"]|"")*"|'(?:[^']|'')*'|\$(\d+)/g;

/** The statement with each parameter `$n` rewritten as element n of one array parameter, `$1[n]`. */
function withArrayParameter(text: string): string {
  return text.replace(QUOTED_OR_PARAMETER, (found, number?: string) =>
    number === undefined ? found : `$1[${number}]`,
  );
}

function asText(value: unknown): unknown {
  return Array.isArray(value) ? arrayOf(value as string[]) : value;
}
