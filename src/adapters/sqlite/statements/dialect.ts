import type { CompanySequences } from "../../../ports/number-sequence.ts";
import type { BooksDialect } from "../../engine/dialect.ts";
import { booksReads, sequencesAfter } from "../../sql/books.ts";
import type { BooksSteps } from "../../sql/steps.ts";
import type { Session } from "../connection/session.ts";
import { markCountedByHost, readCountedBy, readHead } from "./books-head.ts";
import { flushBatch } from "./flush.ts";
import { chainRows } from "./open-rows.ts";
import { runSteps } from "./steps.ts";

/**
 * One company's books on a connection whose transaction already holds the write lock of the whole file
 * (`BEGIN IMMEDIATE`). So `lock` only reads the end of the books. All operations are synchronous.
 */
export function sqliteDialect(session: Session, companyId: string): BooksDialect {
  return {
    lock: () => readHead(session, companyId),
    lockAlone: () => readCountedBy(session, companyId),
    readHead: () => readHead(session, companyId),
    markCountedByHost: () => markCountedByHost(session, companyId),
    ...booksReads((steps) => runSteps(session, steps), companyId),
    chainRows: (rows) => chainRows(session, companyId, rows),
    flush: (batch) => flushBatch(session, companyId, batch),
  };
}

/** The company's books for {@link RunBooks}, in such a transaction. */
export function booksSteps(session: Session, companyId: string): BooksSteps {
  return { dialect: sqliteDialect(session, companyId), run: (steps) => runSteps(session, steps) };
}

/** Where the company's sequences end. Run it in one snapshot. `names` is absent if a host's own counter numbers. */
export function readSequences(session: Session, companyId: string, names?: readonly string[]): CompanySequences {
  const head = readHead(session, companyId);
  return runSteps(session, (sql) => sequencesAfter(sql, companyId, head, names));
}
