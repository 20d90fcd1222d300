import type { PanelEntry, PanelRecord, PanelTables } from "faktura";
import { isEuVatTerritory } from "faktura/vat";
import type { ClientEntry, ClientList, FirstOf, SavedClient } from "../../wire.ts";
import { foldedText, searchOf } from "./folded-text.ts";

const KIND = "client";

/** What a search finds beside the name. */
const SEARCHED = ["/clientAddress/city", "/clientNumber", "/clientVatNumber"];

/** Which clients to list. */
export interface ClientQuery {
  /** Words that must all be in the name, the city, the client number or the VAT number. Empty: all clients. */
  readonly search: string;
  /** From 1. */
  readonly page: number;
  /** Clients to a page. */
  readonly limit: number;
}

/** Where the panel keeps clients. An issued invoice never changes with them. */
export interface Clients {
  /** A page of a company's clients, sorted by name. Those whose name begins with the search come first. */
  list(companyId: string, query: ClientQuery): Promise<ClientList>;
  /** The clients with these names, in the same order. Names of which no client is saved are left out. */
  named(companyId: string, names: readonly string[]): Promise<readonly ClientEntry[]>;
  /** `undefined` if the company has no client with this id. */
  find(companyId: string, id: string): Promise<SavedClient | undefined>;
  /** The first clients, by name, with a VAT number of the EU that was not checked, or not confirmed. */
  unchecked(companyId: string, limit: number): Promise<FirstOf<ClientEntry>>;
  /** {@link PanelTables.save}. */
  save(companyId: string, client: SavedClient, replaces: readonly string[]): Promise<boolean>;
  /** Does nothing if there is no such client. */
  remove(companyId: string, id: string): Promise<void>;
}

/** The clients in these tables. */
export function clientsIn(tables: PanelTables): Clients {
  const list: Clients["list"] = async (companyId, { search, page, limit }) => {
    const query = { ...searchOf(search), offset: (page - 1) * limit, limit };
    const { records, total } = await tables.list(companyId, KIND, query);
    return { data: records.map(entryOf), page, limit, total };
  };
  return {
    list,
    async named(companyId, names) {
      const found = names.map(async (search) => {
        const { data } = await list(companyId, { search, page: 1, limit: 5 });
        return data.filter(({ name }) => name === search);
      });
      return (await Promise.all(found)).flat();
    },
    async unchecked(companyId, limit) {
      const { records, total } = await tables.list(companyId, KIND, { words: [UNCHECKED], limit });
      return { data: records.map(entryOf), total };
    },
    async find(companyId, id) {
      const record = await tables.find(companyId, KIND, id);
      return record && clientOf(record);
    },
    save: (companyId, { id, revision, ...content }, replaces) => {
      const { fields } = content;
      const sortKey = foldedText(fields["/clientName"] ?? "");
      const others = SEARCHED.map((field) => foldedText(fields[field] ?? "").replaceAll(" ", ""));
      const searchText = [sortKey, ...others, ...(isUnchecked(content) ? [UNCHECKED] : [])].join(" ");
      const summary = JSON.stringify(summaryOf(content));
      const record = { kind: KIND, id, revision, sortKey, searchText, summary, content: JSON.stringify(content) };
      return tables.save(companyId, record, replaces);
    },
    remove: (companyId, id) => tables.remove(companyId, KIND, id),
  };
}

/** In the search text of clients whose VAT number is to be checked. No name contains this sign. */
const UNCHECKED = "\u0001";

/** A number that the host has no register for was checked as far as it can be. */
function isUnchecked({ fields, vatCheck, savedAt }: Omit<SavedClient, "id" | "revision">): boolean {
  const { "/clientVatNumber": number = "", "/clientCountry": country = "" } = fields;
  const isOfEu = country === "XI" || isEuVatTerritory(country, savedAt.slice(0, 10));
  return number !== "" && isOfEu && !["valid", "unasked", "foreign"].includes(vatCheck?.status ?? "");
}

function clientOf({ id, revision, content }: PanelRecord): SavedClient {
  return { id, revision, ...(JSON.parse(content) as Omit<SavedClient, "id" | "revision">) };
}

type ClientSummary = Omit<ClientEntry, "id">;

function entryOf({ id, summary }: PanelEntry): ClientEntry {
  return { id, ...(JSON.parse(summary) as ClientSummary) };
}

function summaryOf({ fields, vatCheck }: Pick<SavedClient, "fields" | "vatCheck">): ClientSummary {
  return {
    name: fields["/clientName"] ?? "",
    country: fields["/clientCountry"] ?? "",
    city: fields["/clientAddress/city"] ?? "",
    vatNumber: fields["/clientVatNumber"] ?? "",
    vatCheck,
  };
}
