import type { CompanyDirectory } from "../../ports/company-directory.ts";
import type { CreditNoteReader } from "../../ports/credit-note-repository.ts";
import type { InvoiceReader } from "../../ports/invoice-repository.ts";
import type { JournalReader } from "../../ports/journal.ts";

/** The books as the command reads them, without a store that could write. */
export interface ReadOnlyBooks {
  readonly journal: JournalReader;
  readonly reader: Pick<InvoiceReader, "find" | "list">;
  readonly creditNotes: Pick<CreditNoteReader, "list">;
  /** The stored profiles. A host that has its own company table has none here. */
  readonly companies: CompanyDirectory;
}
