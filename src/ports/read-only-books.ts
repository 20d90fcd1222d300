import type { CompanyDirectory } from "./company-directory.ts";
import type { CreditNoteReader } from "./credit-note-repository.ts";
import type { InvoiceReader } from "./invoice-repository.ts";
import type { ReturnIndex } from "./invoicing-store.ts";
import type { JournalReader } from "./journal.ts";
import type { StoreShard } from "./store-shard.ts";

/** The books as the command reads them, without a store that could write. */
export interface ReadOnlyBooks {
  readonly journal: JournalReader;
  readonly returns: Omit<ReturnIndex, "index">;
  readonly reader: Pick<InvoiceReader, "find" | "findByNumber" | "list">;
  readonly creditNotes: Pick<CreditNoteReader, "list">;
  /** The stored profiles. A host that has its own company table has none here. */
  readonly companies: CompanyDirectory;
  /** What the books know about themselves as one of several databases. */
  readonly shard: Pick<StoreShard, "name" | "holds" | "elsewhere">;
}

/** Books that the command has opened itself. */
export interface OpenedBooks extends ReadOnlyBooks {
  close(): Promise<void>;
}
