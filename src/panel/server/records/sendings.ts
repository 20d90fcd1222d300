import type { PanelTables } from "faktura";
import type { Reminded, Sending } from "../../wire.ts";
import { idsAmong, unnamedRecord } from "./unnamed-records.ts";

const KIND = "sending";

/** Where the panel keeps that documents were sent. Nothing is ever removed. */
export interface Sendings {
  /** How often and to whom a document was sent, oldest first. */
  find(companyId: string, documentId: string): Promise<readonly Sending[]>;
  /** Which of these documents were sent. */
  among(companyId: string, documentIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** How often the clients of these documents were reminded. Documents without a reminder are left out. */
  reminded(companyId: string, documentIds: readonly string[]): Promise<ReadonlyMap<string, Reminded>>;
  /** Adds one. Does nothing if the document has one with its id. */
  add(companyId: string, documentId: string, sending: Sending): Promise<void>;
}

/** The sendings in these tables: a record for each document. */
export function sendingsIn(tables: PanelTables): Sendings {
  const read = async (companyId: string, documentId: string) => {
    const record = await tables.find(companyId, KIND, documentId);
    const all = JSON.parse(record?.content ?? "[]") as readonly Sending[];
    return { all, revision: record?.revision ?? "" };
  };
  return {
    find: async (companyId, documentId) => (await read(companyId, documentId)).all,
    among: (companyId, ids) => idsAmong(tables, companyId, KIND, ids),
    async reminded(companyId, ids) {
      if (ids.length === 0) return new Map();
      const { records } = await tables.list(companyId, KIND, { ids });
      return new Map(
        records.flatMap(({ id, summary }) => (summary === "" ? [] : [[id, JSON.parse(summary) as Reminded]])),
      );
    },
    async add(companyId, id, sending) {
      for (;;) {
        const { all, revision } = await read(companyId, id);
        if (all.some((one) => one.id === sending.id)) return;
        const sent = [...all, sending];
        const record = { ...unnamedRecord(KIND, id, sent, sending.at), summary: summaryOf(sent) };
        // Another process may have added one meanwhile. Then both are kept.
        if (await tables.save(companyId, record, [revision])) return;
      }
    },
  };
}

/** What lists show of a document's reminders; empty if it has none. */
function summaryOf(sendings: readonly Sending[]): string {
  const reminders = sendings.flatMap(({ reminder }) => reminder ?? []);
  if (reminders.length === 0) return "";
  return JSON.stringify({ reminders: reminders.length, remindedOn: reminders.at(-1)!.on } satisfies Reminded);
}
