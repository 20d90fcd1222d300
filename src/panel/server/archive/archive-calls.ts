import type { IssuedDocument } from "faktura";
import { type CallRow, failed, row } from "../calls/call.ts";
import { todayOf } from "../lists/invoice-list.ts";
import { accountantArchive, archiveCheck } from "./accountant-archive.ts";
import { ArchivedDocuments } from "./archived-documents.ts";
import { type ArchivedFile, zipFile } from "./zip.ts";

/** Their addresses have to fit into what servers accept as a URL. */
const MOST_INVOICES = 100;

/** The calls that save several documents as one archive. */
export const ARCHIVE_CALLS: readonly CallRow[] = [
  row("GET /invoices.zip", { list: "id" }, async (call, books) => {
    const { company, companyId, listed, texts } = call;
    const ids = [...new Set(listed)];
    if (ids.length === 0 || ids.length > MOST_INVOICES) {
      return failed(422, "selection_invalid", `Choose 1 to ${MOST_INVOICES} invoices.`);
    }
    const invoices = await Promise.all(ids.map((id) => company.get(id)));
    const name = `${texts.csv.invoices} ${await todayOf(company, books.clock)}`;
    return zipFile(name, selected(invoices, new ArchivedDocuments(companyId, books, texts.archive)));
  }),
  row("GET /accountant", {}, archiveCheck),
  row("GET /accountant.zip", {}, async (call, books) => {
    const { from, to } = call.query;
    return zipFile(`${call.texts.archive.name} ${from} ${to}`, accountantArchive(call, books));
  }),
];

/** One file of each document. */
async function* selected(
  documents: readonly IssuedDocument[],
  archived: ArchivedDocuments,
): AsyncGenerator<ArchivedFile> {
  for (const document of documents) yield* archived.filesOf(document, "", { isOne: true });
  yield* archived.missingFile();
}
