import type { PanelTables } from "faktura";
import { isEuVatTerritory } from "faktura/vat";
import type { ClientEntry, FirstOf, SavedClient } from "../../wire.ts";
import { foldedText, type NamedRecords, namedRecords } from "./named-records.ts";

const KIND = "client";

/** What a search finds beside the name. */
const SEARCHED = ["/clientAddress/city", "/clientNumber", "/clientVatNumber"];

type ClientSummary = Omit<ClientEntry, "id">;

/** Where the panel keeps clients. */
export interface Clients extends NamedRecords<SavedClient, ClientEntry> {
  /** The clients with these names, in the same order. Names of which no client is saved are left out. */
  named(companyId: string, names: readonly string[]): Promise<readonly ClientEntry[]>;
  /** The first clients, by name, with a VAT number of the EU that was not checked, or not confirmed. */
  unchecked(companyId: string, limit: number): Promise<FirstOf<ClientEntry>>;
}

/** The clients in these tables. */
export function clientsIn(tables: PanelTables): Clients {
  const clients = namedRecords<SavedClient, ClientEntry>(tables, {
    kind: KIND,
    nameField: "/clientName",
    searched: (client) => {
      const texts = SEARCHED.map((field) => foldedText(client.fields[field] ?? "").replaceAll(" ", ""));
      return isUnchecked(client) ? [...texts, UNCHECKED] : texts;
    },
    summaryOf,
    entryOf,
  });
  return {
    ...clients,
    async named(companyId, names) {
      const found = names.map(async (search) => {
        const { data } = await clients.list(companyId, { search, page: 1, limit: 5 });
        return data.filter(({ name }) => name === search);
      });
      return (await Promise.all(found)).flat();
    },
    async unchecked(companyId, limit) {
      const { records, total } = await tables.list(companyId, KIND, { words: [UNCHECKED], limit });
      return { data: records.map(({ id, summary }) => entryOf(id, JSON.parse(summary) as ClientSummary)), total };
    },
  };
}

/** In the search text of clients whose VAT number is to be checked. No name contains this sign. */
const UNCHECKED = "\u0001";

/** A number that the host has no register for was checked as far as it can be. */
function isUnchecked({ fields, vatCheck, savedAt }: SavedClient): boolean {
  const { "/clientVatNumber": number = "", "/clientCountry": country = "" } = fields;
  const isOfEu = country === "XI" || isEuVatTerritory(country, savedAt.slice(0, 10));
  return number !== "" && isOfEu && !["valid", "unasked", "foreign"].includes(vatCheck?.status ?? "");
}

const entryOf = (id: string, summary: ClientSummary): ClientEntry => ({ id, ...summary });

function summaryOf({ fields, vatCheck }: SavedClient): ClientSummary {
  return {
    name: fields["/clientName"] ?? "",
    country: fields["/clientCountry"] ?? "",
    city: fields["/clientAddress/city"] ?? "",
    vatNumber: fields["/clientVatNumber"] ?? "",
    vatCheck,
  };
}
