import { randomUUID } from "node:crypto";
import type { InvoiceOrder } from "faktura";
import type { PanelHandler } from "faktura/panel";

/** What the demo knows of a client. */
export type DemoClient = Omit<InvoiceOrder, "items">;

/**
 * The clients of the demo. They do not exist: their VAT numbers have valid checksums, but are in ranges from which no
 * number is given out.
 */
export const KUNDIN: DemoClient = {
  clientName: "Kundin AG",
  clientCountry: "DE",
  clientVatNumber: "DE999999026",
  isCompany: true,
  clientAddress: { line1: "Domplatz 4", postalCode: "50667", city: "Köln" },
  clientEmail: "rechnung@kundin.example",
  clientElectronicAddress: { scheme: "9930", id: "DE999999026" },
  clientNumber: "10001",
  buyerReference: "Einkauf 4711",
  supply: "services",
};

export const EXEMPLE: DemoClient = {
  clientName: "Exemple SARL",
  clientCountry: "FR",
  clientVatNumber: "FR66999999014",
  isCompany: true,
  clientAddress: { line1: "1 rue Neuve", postalCode: "75001", city: "Paris" },
  clientEmail: "factures@exemple.example",
  clientElectronicAddress: { scheme: "0225", id: "999999014" },
  clientRegistrationNumber: "999999014",
  clientRegistrationScheme: "0002",
  clientNumber: "10002",
  buyerReference: "Service achats",
  supply: "services",
};

export const PRIMER: DemoClient = {
  clientName: "Primer SL",
  clientCountry: "ES",
  clientVatNumber: "ESB00000109",
  isCompany: true,
  clientAddress: { line1: "Carrer Nou 2", postalCode: "08001", city: "Barcelona" },
  clientElectronicAddress: { scheme: "9920", id: "ESB00000109" },
  clientNumber: "10003",
  buyerReference: "Compras",
  supply: "goods",
};

export const ESEMPIO: DemoClient = {
  clientName: "Esempio S.p.A.",
  clientCountry: "IT",
  clientVatNumber: "IT99999990015",
  isCompany: true,
  clientAddress: { line1: "Via Nuova 5", postalCode: "20121", city: "Milano" },
  clientElectronicAddress: { scheme: "0211", id: "IT99999990015" },
  clientNumber: "10004",
  buyerReference: "Ufficio acquisti",
  supply: "goods",
};

export const BEISPIEL: DemoClient = {
  clientName: "Beispiel AG",
  clientCountry: "CH",
  isCompany: true,
  clientAddress: { line1: "Musterweg 7", postalCode: "3011", city: "Bern" },
  clientNumber: "10005",
  buyerReference: "Einkauf",
  supply: "goods",
};

/** The proof that goods for {@link BEISPIEL} left the EU, which makes them free of VAT. Its number was made up. */
export const EXPORT_DECLARATION = { reference: "26DE5851ABCDEF0001", description: "Ausfuhranmeldung" };

export const EXAMPLE: DemoClient = {
  clientName: "Example Inc",
  clientCountry: "US",
  isCompany: true,
  clientAddress: { line1: "1 Main Street", postalCode: "10001", city: "New York", region: "NY" },
  clientNumber: "10006",
  buyerReference: "Accounts payable",
  supply: "services",
};

export const MAIJA: DemoClient = {
  clientName: "Maija Meikäläinen",
  clientCountry: "FI",
  isCompany: false,
  clientAddress: { line1: "Esimerkkikatu 3", postalCode: "00100", city: "Helsinki" },
  supply: "digital",
};

export const MATTI: DemoClient = {
  clientName: "Matti Meikäläinen",
  clientCountry: "FI",
  isCompany: false,
  clientAddress: { line1: "Mallitie 8", postalCode: "33100", city: "Tampere" },
  supply: "digital",
};

export const DUPONT: DemoClient = {
  clientName: "Jean Dupont",
  clientCountry: "FR",
  isCompany: false,
  clientAddress: { line1: "12 rue de l'Exemple", postalCode: "69002", city: "Lyon" },
  supply: "services",
};

/** The clients that each company of the demo has saved. */
export const DEMO_CLIENTS: Readonly<Record<string, readonly DemoClient[]>> = {
  firma: [KUNDIN, EXEMPLE, PRIMER, ESEMPIO, BEISPIEL, EXAMPLE, MAIJA, MATTI],
  atelier: [DUPONT],
};

/** Saves the clients of each company that has none, as the panel's own pages do. */
export async function seedClients(panel: PanelHandler): Promise<void> {
  const headers = { "Content-Type": "application/json" };
  for (const [companyId, own] of Object.entries(DEMO_CLIENTS)) {
    const address = `http://localhost/panel/${companyId}/calls/clients`;
    const { total } = await (await panel(new Request(address))).json();
    if (total > 0) continue;
    for (const client of own) {
      const fields = Object.fromEntries(textsOf("", client));
      const body = JSON.stringify({ revision: randomUUID(), replaces: [""], fields, vatCheck: null });
      const answer = await panel(new Request(`${address}/${randomUUID()}`, { method: "PUT", headers, body }));
      if (!answer.ok) throw new Error(`${client.clientName}: ${await answer.text()}`);
    }
  }
}

/** The texts of the form's fields: `{ clientAddress: { city: "Bern" } }` has the text "Bern" in "/clientAddress/city". */
function textsOf(path: string, value: object): [name: string, text: string][] {
  return Object.entries(value).flatMap(([name, part]): [string, string][] => {
    const field = `${path}/${name}`;
    if (typeof part === "object") return textsOf(field, part);
    return [[field, typeof part === "boolean" ? (part ? "yes" : "no") : part]];
  });
}
