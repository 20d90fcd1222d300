/**
 * The endpoints and the panel in Cloudflare Durable Objects: an object for the books of each company, with the compatibility
 * flag `nodejs_compat`, and the class `Books` under `new_sqlite_classes`.
 */
import { createInvoicing } from "faktura";
import { type DurableObjectStorage, deliverOnAlarm, durableObjectStore } from "faktura/durable-object";
import { createHttpHandler } from "faktura/http";
import { createPanel, panelTables } from "faktura/panel";

const keys = new Map([
  ["secret", { companyId: "firma", scopes: ["read:company", "read:invoices", "write:invoices"] }],
  ["secret-of-a-reader", { companyId: "firma", scopes: ["read:invoices"] }],
]);
const JANE = { companies: ["firma"], actor: "jane", can: { issue: true, settings: true, keys: false } };

/** The directory of companies: whose books a request is about. In your application, ask your own table of users and keys. */
function companyOf(request: Request): string | undefined {
  if (request.headers.get("Cookie") === "session=jane") return "firma";
  return keys.get(/^Bearer (.+)$/.exec(request.headers.get("Authorization") ?? "")?.[1] ?? "")?.companyId;
}

interface State {
  readonly storage: DurableObjectStorage;
}

/** The books of one company. */
export class Books {
  readonly #storage: DurableObjectStorage;
  readonly #invoicing;
  readonly #handle;
  readonly #panel;

  constructor({ storage }: State) {
    this.#storage = storage;
    const store = durableObjectStore(storage, { alarmAfterMs: 1000 });
    this.#invoicing = createInvoicing({ store });
    const authenticate = (apiKey: string) => keys.get(apiKey) ?? null;
    this.#handle = createHttpHandler(this.#invoicing, { basePath: "/accounting", authenticate });
    this.#panel = createPanel(this.#invoicing, {
      authenticate: (request) => (request.headers.get("Cookie") === "session=jane" ? JANE : null),
      tables: panelTables(store),
    });
  }

  async fetch(request: Request): Promise<Response> {
    const company = this.#invoicing.company("firma");
    await company.profile().catch(() => company.saveProfile(PROFILE));
    return new URL(request.url).pathname.startsWith("/panel") ? this.#panel(request) : this.#handle(request);
  }

  async alarm(): Promise<void> {
    const deliver = async (events: readonly unknown[]) => console.log(`Delivered ${events.length} events`);
    await deliverOnAlarm(this.#storage, () => this.#invoicing.drainBilling({ deliver }));
  }
}

/** In your application, your settings page saves it. */
const PROFILE = {
  name: "Firma GmbH",
  country: "DE",
  vatNumber: "DE136695976",
  vatRegistered: true,
  ossRegistered: true,
  defaultCurrency: "EUR",
  invoicePrefix: "INV",
};

interface Environment {
  readonly OBJECTS: { getByName(name: string): { fetch(request: Request): Promise<Response> } };
}

export default {
  async fetch(request: Request, { OBJECTS }: Environment): Promise<Response> {
    // An object of its own answers 401 to strangers, so that they never wake one with books.
    return OBJECTS.getByName(companyOf(request) ?? "strangers").fetch(request);
  },
};
