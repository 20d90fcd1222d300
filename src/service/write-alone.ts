import type { Clock } from "../ports/clock.ts";
import type { JoinedBooks } from "../ports/invoicing-store.ts";
import { OpenBooks } from "./open-books.ts";
import type { Write } from "./waiting-writes.ts";

/** Decides and writes one write in a transaction of its own: past the queue, where the host's transaction waits for it. */
export function writeAlone<Result>(
  store: JoinedBooks,
  companyId: string,
  clock: Clock,
  write: Write<Result>,
): Promise<Result> {
  return store.transaction(companyId, async (transaction) => {
    const books = await OpenBooks.lock(companyId, transaction, clock, () => write.needs);
    const result = write.decide(books);
    await books.write();
    return result;
  });
}
