import { once } from "node:events";
import { createServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import {
  apiKeys,
  type Company,
  type CompanyProfile,
  createInvoicing,
  type Invoice,
  type InvoicingStore,
  type VatRates,
} from "faktura";
import { createHttpHandler } from "faktura/http";
import { createPanel, type PanelEmail, panelTables } from "faktura/panel";
import { openSqliteStore } from "faktura/sqlite";
import { renderDocument } from "../../docs/examples/render-pdf.ts";
import { germanProfile, TestClock } from "../support/fixtures.ts";
import { ALL_FORMATS } from "../support/formats.ts";
import { ALL_RIGHTS } from "../support/panel.ts";
import { freshFile } from "../support/stores.ts";

/** In the order in which the panel offers them, after those of the state. */
const FIRST = ["xrechnung", "peppol", "en16931"];
const FORMATS = [
  ...FIRST.map((id) => ALL_FORMATS.find((format) => format.id === id)!),
  ...ALL_FORMATS.filter(({ id }) => !FIRST.includes(id) && id !== "factur-x"),
];

/** Noon on the day of these tests. */
export const NOON = "2026-11-20T12:00:00.000Z";

/** The session cookie of these tests: the companies of the user. */
export const SESSION = "companies";

/** The cookie with the rights that the session lacks. */
export const LACKING = "lacking";

/** An address to which no e-mail can be sent. */
export const REFUSED = "refused@firma.example";

/** Where the same panel is mounted once more. */
export const OTHER_PATH = "/firm/books";

/** Luxembourg alone has a rate of this host's own. */
const RATES: VatRates = { LU: [{ since: "2026-01-01", percent: "14.5", source: "this host" }] };

const SCOPES = ["read:company", "write:invoices", "read:invoices"];

/** A panel and the API on one store, behind a real socket. */
export interface PanelHost {
  readonly origin: string;
  /** The file of the books. */
  readonly file: string;
  readonly store: InvoicingStore;
  readonly clock: TestClock;
  /** Those that the panel sent. */
  readonly emails: readonly PanelEmail[];
  /** Opens the books of a new company, German unless changed. */
  readonly found: (profile?: Partial<CompanyProfile>) => Promise<Books>;
  readonly close: () => Promise<void>;
}

/** The books of one company, and the API that shares them with its panel. */
export interface Books {
  readonly companyId: string;
  readonly company: Company;
  readonly profile: CompanyProfile;
  /** Where the company's panel is. */
  readonly panel: string;
  /** What the API answers to `"GET /company"` and the like. */
  readonly api: <Answer = Invoice>(request: string, body?: object) => Promise<Answer>;
  /** How many invoices are billed. */
  readonly metered: () => Promise<number>;
}

/** On a new file of SQLite, or on a store of the test's. */
export async function openPanelHost(open?: () => Promise<InvoicingStore>): Promise<PanelHost> {
  const file = freshFile();
  const store = (await open?.()) ?? (await openSqliteStore(file));
  const clock = new TestClock(NOON);
  // As with fonts for Europe alone.
  const printable = { unprintable: (text: string) => text.match(/\p{Script=Han}/gu) ?? [] };
  const invoicing = createInvoicing({ store, clock, rates: RATES, formats: FORMATS, printable });
  const keys = apiKeys(store, { clock });
  const emails: PanelEmail[] = [];
  const handle = createHttpHandler(invoicing, { authenticate: (companyId) => ({ companyId, scopes: SCOPES }) });
  const options = {
    authenticate: sessionOf,
    hostNames: ["localhost"],
    render: renderDocument,
    send: async (email: PanelEmail) => {
      if (email.to === REFUSED) throw new Error("the mail server refuses this address");
      emails.push(email);
    },
    tables: panelTables(store),
    apiKeys: keys,
  };
  const panel = createPanel(invoicing, options);
  const elsewhere = createPanel(invoicing, { ...options, basePath: OTHER_PATH });
  const listener = getRequestListener((request) =>
    new URL(request.url).pathname.startsWith(OTHER_PATH) ? elsewhere(request) : panel(request),
  );
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://localhost:${(server.address() as { port: number }).port}`;
  let founded = 0;

  async function found(changes: Partial<CompanyProfile> = {}): Promise<Books> {
    founded += 1;
    const companyId = `company-${founded}`;
    const company = invoicing.company(companyId);
    // Documents are printed in English, unless a test asks for another language.
    const profile = await company.saveProfile(germanProfile({ language: "en", ...changes }));
    const headers = { Authorization: `Bearer ${companyId}`, "Content-Type": "application/json" };
    return {
      companyId,
      company,
      profile,
      panel: `${origin}/panel/${companyId}`,
      async api<Answer>(request: string, body?: object) {
        const [method = "", path = ""] = request.split(" ");
        const sent = body === undefined ? {} : { body: JSON.stringify(body) };
        const response = await handle(new Request(origin + path, { method, headers, ...sent }));
        if (!response.ok) throw new Error(`${request}: ${response.status} ${await response.text()}`);
        return (await response.json()) as Answer;
      },
      metered: async () => (await store.billing.pending(companyId, 1000)).length,
    };
  }

  async function close(): Promise<void> {
    server.closeAllConnections();
    server.close();
    await keys.close();
    await invoicing.close();
  }

  return { origin, file, store, clock, emails, found, close };
}

function sessionOf(request: Request) {
  const cookie = (name: string) =>
    new RegExp(`(?:^|; )${name}=([^;]+)`).exec(request.headers.get("Cookie") ?? "")?.[1]?.split(".");
  const companies = cookie(SESSION);
  const can = { ...ALL_RIGHTS, ...Object.fromEntries((cookie(LACKING) ?? []).map((right) => [right, false])) };
  return companies === undefined ? null : { companies, actor: "tester", can };
}
