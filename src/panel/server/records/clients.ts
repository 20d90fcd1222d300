import type { PanelTables } from "faktura";
import { isEuVatTerritory } from "faktura/vat";
import { vatNumberKey } from "../../client-fields.ts";
import type { ClientEntry, FirstOf, SavedClient } from "../../wire.ts";
import { keyedMutex } from "../keyed-mutex.ts";
import { foldedText, type Identity, isSame, type NamedRecords, namedRecords, oncePerRecord } from "./named-records.ts";
import { derivedId } from "./unnamed-records.ts";

const KIND = "client";

/** What a search finds beside the name. */
const SEARCHED = ["/clientAddress/city", "/clientNumber", "/clientVatNumber"];

/** How many clients with the same name are compared with a new one. */
const MOST_NAMESAKES = 100;

type ClientSummary = Omit<ClientEntry, "id">;

/** Where the panel keeps clients. */
export interface Clients extends NamedRecords<SavedClient, ClientEntry> {
  /** The clients with these names, in the same order. Names without a saved client are left out. */
  named(companyId: string, names: readonly string[]): Promise<readonly ClientEntry[]>;
  /** The first clients, by name, with a VAT number of the EU that was not checked, or not confirmed. */
  unchecked(companyId: string, limit: number): Promise<FirstOf<ClientEntry>>;
  /** Saves a client unless it is known: {@link isSameClient}. A known one stays as it is. */
  addUnknown(companyId: string, client: SavedClient): Promise<void>;
}

/** The clients in these tables. */
export function clientsIn(tables: PanelTables): Clients {
  const clients = namedRecords<SavedClient, ClientEntry>(tables, {
    kind: KIND,
    nameField: "/clientName",
    searched: (client) => {
      const texts = SEARCHED.map((field) => foldedText(client.fields[field] ?? "").replaceAll(" ", ""));
      const found = [...texts, vatNumberKey(client.fields).toLowerCase()];
      return isUnchecked(client) ? [...found, UNCHECKED] : found;
    },
    summaryOf,
    entryOf,
  });
  const inTurn = keyedMutex();
  const isKnown = async (companyId: string, { fields }: SavedClient) => {
    const searches = [fields["/clientName"] ?? "", vatNumberKey(fields).slice(2)].filter((search) => search !== "");
    const found = searches.map((search) => clients.list(companyId, { search, page: 1, limit: MOST_NAMESAKES }));
    const ids = new Set((await Promise.all(found)).flatMap(({ data }) => data.map(({ id }) => id)));
    const saved = await Promise.all([...ids].map((id) => clients.find(companyId, id)));
    return saved.some((each) => each !== undefined && isSameClient(each.fields, fields));
  };
  return {
    ...clients,
    // One after the other: two invoices for a new client add it once.
    addUnknown: (companyId, client) =>
      inTurn(companyId, async () => {
        if (await isKnown(companyId, client)) return;
        // Two servers give it the same id, so that the database takes one of them.
        const id = derivedId(JSON.stringify(clientIdentity(client.fields)));
        if (await clients.save(companyId, { ...client, id }, [""])) return;
        // One that was changed into another client has kept its id.
        if (!(await isKnown(companyId, client))) await clients.save(companyId, client, [""]);
      }),
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

/**
 * Whether two clients are one: they have the same VAT number; or the same name, of the VAT number, country and postal code
 * none that differs.
 */
export function isSameClient(one: SavedClient["fields"], other: SavedClient["fields"]): boolean {
  return isSame(clientIdentity(one), clientIdentity(other));
}

/** The fields that distinguish a client from others. */
export const clientIdentity = oncePerRecord((fields): Identity => {
  const text = (name: string) => foldedText(fields[name] ?? "").replaceAll(" ", "");
  const [name, ...details] = ["/clientName", "/clientCountry", "/clientAddress/postalCode"].map(text);
  return { number: vatNumberKey(fields), name: name!, details };
});

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
