import { randomUUID } from "node:crypto";
import { z } from "zod";
import { vatNumberKey } from "../../client-fields.ts";
import type { SavedArticle, SavedClient } from "../../wire.ts";
import { ARTICLE_IMPORT, CLIENT_IMPORT, headKey, type ImportKind } from "../imports/import-kinds.ts";
import { type ImportPlan, plannedImport } from "../imports/planned-import.ts";
import { type CsvColumn, csvFile } from "../lists/csv.ts";
import { todayOf } from "../lists/invoice-list.ts";
import type { PanelBooks } from "../panel-books.ts";
import { clientIdentity } from "../records/clients.ts";
import { type NamedRecords, oncePerRecord } from "../records/named-records.ts";
import { type CallRow, failed, row } from "./call.ts";

type Fields = SavedArticle["fields"];

/** How one kind of record is imported. */
type ImportRules<Saved extends SavedArticle> = Pick<ImportPlan<Saved>, "kind" | "nameField" | "identityOf"> & {
  readonly vatCheckOf: (fields: Fields, before: Saved | undefined) => object;
};

const CLIENTS: ImportRules<SavedClient> = {
  kind: CLIENT_IMPORT,
  nameField: "/clientName",
  identityOf: clientIdentity,
  vatCheckOf: (fields, before) => {
    const isSameNumber = before !== undefined && vatNumberKey(before.fields) === vatNumberKey(fields);
    return { vatCheck: isSameNumber ? before.vatCheck : null };
  },
};

const ARTICLES: ImportRules<SavedArticle> = {
  kind: ARTICLE_IMPORT,
  nameField: "/description",
  identityOf: oncePerRecord((fields) => {
    return { number: headKey(fields["/sku"] ?? ""), name: headKey(fields["/description"] ?? ""), details: [] };
  }),
  vatCheckOf: () => ({}),
};

const importCall = z.object({ text: z.string(), known: z.enum(["skip", "update"]), isPreview: z.boolean() });

const FAILURES: Readonly<Record<string, string>> = {
  import_empty: "The file is empty.",
  import_unreadable: "The file is not one of comma-separated values.",
  import_too_long: "The file has more than 5,000 rows.",
  import_without_names: "No column of the file is known to have names.",
};

/** The calls that read clients and articles from files, and write them. */
export const IMPORT_CALLS: readonly CallRow[] = [
  ...importCalls("client", CLIENTS, ({ clients }) => clients),
  ...importCalls("article", ARTICLES, ({ articles }) => articles),
];

function importCalls<Saved extends SavedArticle>(
  name: "client" | "article",
  rules: ImportRules<Saved>,
  recordsOf: (books: PanelBooks) => NamedRecords<Saved, unknown>,
): readonly CallRow[] {
  const { kind, vatCheckOf } = rules;
  return [
    row(`POST /${name}s/import`, { right: "issue", body: importCall }, async ({ company, companyId, body }, books) => {
      const { clock, invoicing } = books;
      const records = recordsOf(books);
      const today = await todayOf(company, clock);
      const context = { profile: await company.profile(), today, rates: invoicing.rates };
      const saved: Saved[] = [];
      for await (const group of records.all(companyId)) saved.push(...group);
      const recordOf = (id: string, fields: Fields, before: Saved | undefined) => {
        const record = { id, revision: randomUUID(), savedAt: clock.now().toISOString(), fields };
        return { ...record, ...vatCheckOf(fields, before) } as SavedArticle as Saved;
      };
      const planned = plannedImport({ ...rules, ...body, context, saved, recordOf });
      if (typeof planned === "string") return failed(422, planned, FAILURES[planned]!);
      const { preview, changes } = planned;
      if (body.isPreview) return preview;
      if (preview.faulty > 0) return failed(422, "import_faulty", "Nothing was imported, because rows have faults.");
      const isSaved = await records.saveAll(companyId, changes);
      return isSaved ? preview : failed(409, "import_changed", "Nothing was imported, because others saved meanwhile.");
    }),
    row(`GET /${name}s.csv`, { right: "issue" }, async (call, books) => {
      const { country } = await call.company.profile();
      const title = call.texts.imports.file[name];
      return csvFile(call, title, exportColumns(kind, call.texts, country), recordsOf(books).all(call.companyId));
    }),
  ];
}

/** The columns that an import reads back. Those of one state's fields are called by their names. */
function exportColumns<Saved extends SavedArticle>(
  { columns }: ImportKind,
  texts: Parameters<NonNullable<ImportKind["columns"][number]["label"]>>[0],
  country: string,
): CsvColumn<Saved>[] {
  const own = columns.filter(({ field, label }) => {
    return label !== undefined || field.startsWith(`/national/${country.toLowerCase()}/`);
  });
  return own.map(({ field, label }) => {
    const isPrice = field === "/unitPrice";
    const name = field === "rate" ? `/rates/${country}` : field;
    return [
      label?.(texts) ?? field,
      ({ fields }) => {
        const text = fields[name] ?? "";
        return isPrice && /^-?\d+(?:[.,]\d+)?$/.test(text) ? { number: text.replace(",", ".") } : text;
      },
    ];
  });
}
