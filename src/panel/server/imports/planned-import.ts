import { randomUUID } from "node:crypto";
import { IMPORT_LIMITS, type ImportFault, type ImportPreview, type ImportRow, type SavedArticle } from "../../wire.ts";
import { CATALOGUES } from "../page-texts.ts";
import { type Identity, isSame, type RecordChange } from "../records/named-records.ts";
import { headKey, type ImportContext, type ImportKind } from "./import-kinds.ts";
import { type CsvRow, readCsv, withFormulas } from "./read-csv.ts";

type Fields = SavedArticle["fields"];

/** What is imported into which records. */
export interface ImportPlan<Saved extends SavedArticle> {
  readonly kind: ImportKind;
  readonly nameField: string;
  readonly context: ImportContext;
  readonly text: string;
  /** What happens to a record that is saved already, or that the file has twice. */
  readonly known: "skip" | "update";
  readonly saved: readonly Saved[];
  readonly identityOf: (fields: Fields) => Identity;
  /** A record with these fields, in place of an earlier one if there is one. */
  readonly recordOf: (id: string, fields: Fields, before: Saved | undefined) => Saved;
}

/** What would be imported, and the records that are saved for it: none if a row has a fault. */
export interface PlannedImport<Saved> {
  readonly preview: ImportPreview;
  readonly changes: readonly RecordChange<Saved>[];
}

/** How many rows a preview shows, those with faults first. */
const MOST_SHOWN = 100;

/** The plan for a file; the code of a failure if it has no such records. */
export function plannedImport<Saved extends SavedArticle>(plan: ImportPlan<Saved>): PlannedImport<Saved> | string {
  const { kind, nameField, text } = plan;
  const { rows: all, unclosed } = readCsv(text);
  // DATEV writes a line about the file before its heads.
  const [heads, ...body] = /^(?:EXTF|DTVF)$/.test(all[0]?.cells[0] ?? "") ? all.slice(1) : all;
  if (heads === undefined) return unclosed === undefined ? "import_empty" : "import_unreadable";
  if (body.length > IMPORT_LIMITS.rows) return "import_too_long";
  const byHead = columnsByHead(kind);
  const columns = heads.cells.map((head) => byHead.get(headKey(head)));
  const names = columns.flatMap((column) => column?.field ?? []);
  if (!names.some((name) => [nameField, "name", "lastName"].includes(name))) return "import_without_names";
  const read = body.map((row) => readRow(row, heads.cells, columns, plan));
  const { changes, states } = placed(read, plan);
  const rows = read.map(({ line, fields, fault }, index): ImportRow => {
    return { line, name: fields[nameField] ?? "", fault, isKnown: states[index] === "known" };
  });
  if (unclosed !== undefined)
    rows.push({ line: unclosed, name: "", isKnown: false, fault: faultOf("unclosed", "", "") });
  const faulty = rows.filter(({ fault }) => fault !== null);
  const count = (isKnown: boolean) => rows.filter((row) => row.fault === null && row.isKnown === isKnown).length;
  const preview = {
    columns: heads.cells.map((head, index) => ({ head, isRead: columns[index] !== undefined })),
    rows: [...faulty, ...rows.filter(({ fault }) => fault === null)].slice(0, MOST_SHOWN),
    added: count(false),
    known: count(true),
    faulty: faulty.length,
  };
  return { preview, changes: faulty.length > 0 ? [] : changes };
}

/** The columns of a kind by all that a head may call them. Of two with the same name, it is the first. */
function columnsByHead({ columns }: ImportKind): ReadonlyMap<string, ImportKind["columns"][number]> {
  const named = columns.flatMap((column) => {
    const { field, label, heads = "" } = column;
    const labels = label === undefined ? [] : Object.values(CATALOGUES).map((texts) => headKey(label(texts)));
    const keys = [headKey(field), ...labels, ...heads.split(" ")].filter((key) => key !== "");
    return keys.map((key) => [key, column] as const);
  });
  return new Map(named.reverse());
}

interface ReadRow {
  readonly line: number;
  readonly fields: Fields;
  readonly fault: ImportFault | null;
}

/** The fields of a row, and its first fault. Of two columns of one field, the first that is filled in counts. */
function readRow<Saved extends SavedArticle>(
  { line, cells }: CsvRow,
  heads: readonly string[],
  columns: readonly (ImportKind["columns"][number] | undefined)[],
  { kind, nameField, context }: ImportPlan<Saved>,
): ReadRow {
  const row: Record<string, string> = {};
  const faults: ImportFault[] = [];
  if (cells.length > heads.length) faults.push(faultOf("cells", "", cells[heads.length]!));
  for (const [index, column] of columns.entries()) {
    const text = withFormulas(cells[index] ?? "").trim();
    if (column === undefined || text === "" || row[column.field] !== undefined) continue;
    const { field, most = 200, read = (typed: string) => ({ text: typed }) } = column;
    const reading = text.length > most ? { fault: "long" as const } : read(text, context);
    if ("fault" in reading) faults.push(faultOf(reading.fault, heads[index]!, text));
    else row[field] = reading.text;
  }
  const finished = Object.entries(kind.finish(row, context)).filter(([, text]) => text !== "");
  const fields = Object.fromEntries(finished);
  if (fields[nameField] === undefined)
    faults.push(faultOf("blank", heads[columns.findIndex((column) => column?.field === nameField)] ?? "", ""));
  return { line, fields, fault: faults[0] ?? null };
}

function faultOf(code: ImportFault["code"], head: string, text: string): ImportFault {
  return { code, head: head.slice(0, 100), text: text.slice(0, 100) };
}

/** Which rows are records that are saved already or come earlier in the file, and what is saved. */
function placed<Saved extends SavedArticle>(rows: readonly ReadRow[], plan: ImportPlan<Saved>) {
  const { saved, known, identityOf, recordOf } = plan;
  const byKey = new Map<string, Set<string>>();
  const current = new Map<string, Saved>();
  const put = (record: Saved) => {
    current.set(record.id, record);
    const keys = keysOf(identityOf(record.fields), (detail) => [detail, ANY]);
    for (const key of keys) byKey.set(key, (byKey.get(key) ?? new Set()).add(record.id));
  };
  // Of each key the first one whose fields were not changed since.
  const found = (identity: Identity) =>
    keysOf(identity, (detail) => (detail === "" ? [ANY] : [detail, ""])).flatMap((key) => {
      for (const id of byKey.get(key) ?? []) if (isSame(identityOf(current.get(id)!.fields), identity)) return [id];
      return [];
    });
  for (const record of saved) put(record);
  const replaces = new Map<string, string>(saved.map(({ id, revision }) => [id, revision]));
  const changed = new Set<string>();
  const states = rows.map(({ fields, fault }): "new" | "known" | undefined => {
    if (fault !== null) return undefined;
    const [first] = found(identityOf(fields));
    const before = first === undefined ? undefined : current.get(first);
    if (before !== undefined && known === "skip") return "known";
    const id = before?.id ?? randomUUID();
    put(recordOf(id, { ...before?.fields, ...fields }, before));
    changed.add(id);
    return before === undefined ? "new" : "known";
  });
  const changes = [...changed].map((id) => ({ record: current.get(id)!, replaces: replaces.get(id) ?? "" }));
  return { states, changes };
}

/** In a key, any text. */
const ANY = "*";

/**
 * The keys by which records that are one find each other, however many have the same name: the number, and the name with each
 * choice of the number and the details.
 */
function keysOf({ number, name, details }: Identity, choices: (detail: string) => readonly string[]): string[] {
  const ofName = [number, ...details].reduce<string[]>(
    (keys, detail) => keys.flatMap((key) => choices(detail).map((choice) => `${key}\n${choice}`)),
    name === "" ? [] : [name],
  );
  return number === "" ? ofName : [`\n${number}`, ...ofName];
}
