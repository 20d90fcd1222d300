import { randomUUID } from "node:crypto";
import { apiKeys, createInvoicing } from "faktura";
import { memoryStore } from "faktura/memory";
import { createPanel, type PanelOptions, type PanelRights, type PanelSession, panelTables } from "faktura/panel";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { PANEL_CALLS } from "../../src/panel/server/panel-calls.ts";
import { germanProfile, order } from "../support/fixtures.ts";
import { ALL_FORMATS } from "../support/formats.ts";
import { ALL_RIGHTS } from "../support/panel.ts";

/** The panel of two companies, with an invoice and a key in each. */
async function openPanel(authenticate: PanelOptions["authenticate"], options: Partial<PanelOptions> = {}) {
  const store = memoryStore();
  const invoicing = createInvoicing({ store, formats: ALL_FORMATS });
  const keys = apiKeys(store);
  for (const id of ["acme", "other"]) {
    await invoicing.company(id).saveProfile(germanProfile({ name: id }));
    await keys.create(id, { scopes: ["read:invoices"] });
  }
  const invoice = await invoicing.company("acme").issue(order());
  const tables = panelTables(store);
  const panel = createPanel(invoicing, {
    authenticate,
    tables,
    apiKeys: keys,
    render: () => new Uint8Array(1),
    ...options,
  });
  const send = (method: string, path: string, body?: object, headers: Record<string, string> = {}) => {
    const sent = { "Content-Type": "application/json", ...headers };
    const request = { method, headers: sent, ...(body && { body: JSON.stringify(body) }) };
    return panel(new Request(`http://app.test${path}`, request));
  };
  const entries = () => store.journal.entriesAfter("acme", 0, 9);
  return { panel, send, invoice, tables, entries, acme: invoicing.company("acme") };
}

const session = (changes: Partial<PanelSession> = {}): PanelSession => {
  return { companies: ["acme", "other"], actor: "jane", can: ALL_RIGHTS, ...changes };
};

describe("authenticate", () => {
  const LOGIN = "https://app.test/login?next=panel";

  test.each([
    ["Response.redirect", () => Response.redirect(LOGIN)],
    ["new Response", () => new Response(null, { status: 303, headers: { Location: LOGIN, "Set-Cookie": "a=b" } })],
  ])("can send people to a page of the host's: %s", async (_, redirect) => {
    const { send } = await openPanel(redirect);
    for (const path of ["/panel", "/panel/acme", "/panel/acme/invoices/x", "/panel/no/such"]) {
      const answer = await send("GET", path);
      expect([answer.status, answer.headers.get("Location")]).toEqual([redirect().status, LOGIN]);
    }
    // A link to a file is opened by the browser, not by a script.
    const file = await send("GET", "/panel/acme/calls/invoices.csv", undefined, { "Sec-Fetch-Mode": "navigate" });
    expect(file.headers.get("Location")).toBe(LOGIN);
  });

  test("answers a script of the panel with 401 instead of a redirect, so that the page can say so", async () => {
    const { send } = await openPanel(() => Response.redirect(LOGIN));
    const answer = await send("GET", "/panel/acme/calls/profile", undefined, { "Sec-Fetch-Mode": "cors" });
    expect([answer.status, await answer.text(), answer.headers.get("Location")]).toEqual([401, "Sign in first.", null]);
  });

  test("can refuse with a response of the host's own", async () => {
    const { send } = await openPanel(async () => new Response("pay your bill first", { status: 402 }));
    for (const path of ["/panel/acme", "/panel/acme/calls/profile"]) {
      const answer = await send("GET", path);
      expect([answer.status, await answer.text()]).toEqual([402, "pay your bill first"]);
      expect(answer.headers.get("Content-Security-Policy"), "a page of the host's has its own").toBeNull();
    }
  });

  test.each([
    [{ companies: "acme" }],
    [{ companies: [1] }],
    [{ actor: undefined }],
    [{ can: undefined }],
    [{ can: { issue: true, settings: true } }],
    [{ can: { issue: "yes", settings: true, keys: true } }],
  ])("that returns no session, %j, opens nothing and is logged", async (changes) => {
    const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
    onTestFinished(() => logged.mockRestore());
    const { send } = await openPanel(() => ({ ...session(), ...changes }) as PanelSession);
    expect((await send("GET", "/panel/acme")).status).toBe(500);
    expect(String(logged.mock.calls[0]![0])).toContain("authenticate must return { companies, actor, can:");
  });

  test("that rejects opens nothing, and the response does not say why", async () => {
    const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
    onTestFinished(() => logged.mockRestore());
    const { send } = await openPanel(async () => {
      throw new Error("secret of the session store");
    });
    const answer = await send("GET", "/panel/acme");
    expect([answer.status, await answer.text()]).toEqual([500, expect.not.stringContaining("secret")]);
    expect(String(logged.mock.calls[0]![0])).toContain("secret of the session store");
  });

  test("names who did what in the journal", async () => {
    const { send, invoice, entries } = await openPanel(() => session({ actor: "jane@firma.example" }));
    await send("POST", `/panel/acme/calls/invoices/${invoice.id}/cancel`, {});
    expect(await entries()).toMatchObject([{ actor: "jane@firma.example", source: "panel" }]);
  });
});

describe("a session of several companies", () => {
  test("opens the first, reads each, and lists them in its order", async () => {
    const { send } = await openPanel(() => session({ companies: ["other", "acme"] }));
    expect((await send("GET", "/panel")).headers.get("Location")).toBe("/panel/other");
    for (const id of ["acme", "other"]) {
      const { profile } = await (await send("GET", `/panel/${id}/calls/profile`)).json();
      expect(profile.name).toBe(id);
    }
    expect(await (await send("GET", "/panel/acme/calls/companies")).json()).toEqual([
      { id: "other", name: "other" },
      { id: "acme", name: "acme" },
    ]);
  });

  test("keeps what the panel stores of each apart", async () => {
    const { send } = await openPanel(() => session());
    const id = randomUUID();
    const client = { revision: randomUUID(), replaces: [""], fields: { "/clientName": "Kundin" }, vatCheck: null };
    expect((await send("PUT", `/panel/acme/calls/clients/${id}`, client)).status).toBe(200);
    expect((await send("GET", `/panel/other/calls/clients/${id}`)).status).toBe(404);
    expect(await (await send("GET", "/panel/other/calls/clients")).json()).toMatchObject({ total: 0 });
    expect(await (await send("GET", "/panel/acme/calls/clients")).json()).toMatchObject({ total: 1 });
  });

  test("lists no company that has no profile yet, and opens the others", async () => {
    const { send } = await openPanel(() => session({ companies: ["acme", "founded-today"] }));
    const answer = await send("GET", "/panel/acme/calls/companies");
    expect([answer.status, await answer.json()]).toEqual([200, [{ id: "acme", name: "acme" }]]);
  });

  test("of none sees nothing", async () => {
    const { send } = await openPanel(() => session({ companies: [] }));
    for (const path of ["/panel", "/panel/acme", "/panel/acme/calls/profile"]) {
      expect((await send("GET", path)).status, path).toBe(404);
    }
  });
});

const ID = "01936f2e-0000-7000-8000-000000000001";

/** What needs each right: method and path below the company. */
const GUARDED: Readonly<Record<keyof PanelRights, readonly string[]>> = {
  issue: [
    ...["GET /new", "GET /drafts", `GET /drafts/${ID}`, "GET /clients", `GET /clients/${ID}`],
    ...[
      "POST /calls/preview",
      "POST /calls/preview/draft",
      "POST /calls/invoices",
      `POST /calls/invoices/${ID}/payments`,
    ],
    ...[`POST /calls/invoices/${ID}/credit-notes`, `POST /calls/invoices/${ID}/cancel`],
    ...["GET /calls/drafts", `GET /calls/drafts/${ID}`, `PUT /calls/drafts/${ID}`, `DELETE /calls/drafts/${ID}`],
    ...["GET /calls/clients", `GET /calls/clients/${ID}`, `PUT /calls/clients/${ID}`, `DELETE /calls/clients/${ID}`],
    ...["GET /articles", `GET /articles/${ID}`, "GET /calls/articles", `GET /calls/articles/${ID}`],
    "POST /calls/vat-checks",
  ],
  settings: [
    ...["GET /settings", "GET /calls/settings", "PUT /calls/settings"],
    ...["GET /calls/settings/logo", "PUT /calls/settings/logo", "DELETE /calls/settings/logo"],
    ...["GET /calls/settings/api-keys", "POST /calls/settings/api-keys", `DELETE /calls/settings/api-keys/${ID}`],
  ],
  keys: ["GET /calls/settings/api-keys", "POST /calls/settings/api-keys", `DELETE /calls/settings/api-keys/${ID}`],
};

/** What every session may read. */
const READABLE = [
  ...["", "/year", "/returns", "/audit", `/invoices/${ID}`, "/credit-notes", `/credit-notes/${ID}`],
  ...["/calls/companies", "/calls/profile", "/calls/rates", "/calls/invoices", "/calls/credit-notes", "/calls/audit"],
  ...["/calls/years/2026", "/calls/returns?from=2026-01-01&to=2026-03-31", "/calls/invoices.csv"],
];

describe("a right", () => {
  const rights = Object.keys(GUARDED) as (keyof PanelRights)[];

  test.each(rights)("%s: without it the server refuses, and with it nothing else is needed", async (right) => {
    const without = await openPanel(() => session({ can: { ...ALL_RIGHTS, [right]: false } }));
    const granted = await openPanel(() => session());
    for (const guarded of GUARDED[right]) {
      const [method, path] = guarded.split(" ") as [string, string];
      const answer = await without.send(method, `/panel/acme${path}`, method === "GET" ? undefined : {});
      const body = await answer.text();
      expect([guarded, answer.status, body]).toEqual([guarded, 403, expect.stringContaining("You may not do this")]);
      const allowed = await granted.send(method, `/panel/acme${path}`, method === "GET" ? undefined : {});
      expect(allowed.status, guarded).not.toBe(403);
    }
  });

  test("is needed for every call that changes something, except to run an audit", async () => {
    const none = session({ can: { issue: false, settings: false, keys: false } });
    const { send } = await openPanel(() => none, { send: () => undefined });
    const changing = PANEL_CALLS.filter(({ method }) => method !== "GET");
    expect(changing.length).toBeGreaterThan(24);
    const allowed: string[] = [];
    for (const { method, path } of changing) {
      const address = path.replaceAll(/\{\w+\}/g, ID);
      if ((await send(method, `/panel/acme/calls${address}`, {})).status !== 403) allowed.push(`${method} ${path}`);
    }
    expect(allowed).toEqual(["POST /audit"]);
  });

  test("is not needed to read invoices, returns, audits and files", async () => {
    const { send, invoice } = await openPanel(() => session({ can: { issue: false, settings: false, keys: false } }));
    for (const path of [...READABLE, `/calls/invoices/${invoice.id}`, `/calls/invoices/${invoice.id}/files/pdf`]) {
      expect((await send("GET", `/panel/acme${path}`)).status, path).toBe(200);
    }
    expect(await (await send("GET", "/panel/acme/calls/profile")).json()).toMatchObject({
      can: { issue: false, settings: false, keys: false },
      hasPdf: true,
    });
    expect((await send("POST", "/panel/acme/calls/audit", {})).status).toBe(200);
  });

  test("refused, it leaves nothing behind", async () => {
    const { send, invoice, tables, acme } = await openPanel(() => session({ can: { ...ALL_RIGHTS, issue: false } }));
    await send("POST", `/panel/acme/calls/invoices/${invoice.id}/payments`, { amount: 1 });
    await send("POST", `/panel/acme/calls/invoices/${invoice.id}/cancel`, {});
    await send("PUT", `/panel/acme/calls/drafts/${ID}`, { revision: ID, replaces: [""], fields: {} });
    expect(await acme.get(invoice.id)).toMatchObject({ status: "SENT", amountPaid: 0 });
    expect((await tables.list("acme", "draft", {})).total).toBe(0);
  });

  test("keys: without it the settings do not list the keys", async () => {
    for (const keys of [true, false]) {
      const { send } = await openPanel(() => session({ can: { ...ALL_RIGHTS, keys } }));
      const settings = await (await send("GET", "/panel/acme/calls/settings")).json();
      expect(settings.apiKeys?.length ?? null).toBe(keys ? 1 : null);
    }
  });
});

describe("a body", () => {
  const withBody = (method: string, path: string, body: BodyInit) =>
    new Request(`http://app.test/panel/acme/calls${path}`, {
      ...{ method, body, headers: { "Content-Type": "image/png" } },
      duplex: "half",
    } as RequestInit);

  test("of more than 1 MiB is refused, also without a Content-Length", async () => {
    const { panel } = await openPanel(() => session());
    const bytes = new Uint8Array(1024 * 1024 + 1);
    for (const body of [bytes, new Blob([bytes]).stream()]) {
      expect((await panel(withBody("PUT", "/settings/logo", body))).status).toBe(413);
    }
    expect((await panel(withBody("PUT", "/settings/logo", bytes.slice(1)))).status).toBe(422);
  });

  test("may be larger with maxBodyBytes, up to its value", async () => {
    const { panel } = await openPanel(() => session(), { maxBodyBytes: 2 ** 21 });
    const bytes = new Uint8Array(2 ** 21 + 1);
    expect((await panel(withBody("PUT", "/settings/logo", bytes))).status).toBe(413);
    expect((await panel(withBody("PUT", "/settings/logo", bytes.slice(1)))).status).toBe(422);
  });

  test("is not needed, also behind a proxy that ends TLS", async () => {
    const { send } = await openPanel(() => session());
    const own = { Origin: "https://app.test", "Sec-Fetch-Site": "same-origin", "Content-Type": "" };
    expect((await send("DELETE", `/panel/acme/calls/drafts/${ID}`, undefined, own)).status).toBe(200);
    const other = { Origin: "https://evil.test", "Sec-Fetch-Site": "cross-site", "Content-Type": "" };
    expect((await send("DELETE", `/panel/acme/calls/drafts/${ID}`, undefined, other)).status).toBe(403);
  });

  test("is not read for strangers", async () => {
    const { panel } = await openPanel(() => null);
    const request = withBody("PUT", "/settings/logo", new Uint8Array(9));
    expect([(await panel(request)).status, request.bodyUsed]).toEqual([401, false]);
  });
});

describe("without an option", () => {
  test("`render`, there are no PDF files and no logo", async () => {
    const { send, invoice } = await openPanel(() => session(), { render: undefined });
    expect(await (await send("GET", "/panel/acme/calls/profile")).json()).toMatchObject({ hasPdf: false });
    const files = `/panel/acme/calls/invoices/${invoice.id}/files`;
    expect((await send("GET", `${files}/pdf`)).status).toBe(404);
    expect((await send("GET", `${files}/en16931.ubl`)).status).toBe(200);
    expect((await send("PUT", "/panel/acme/calls/settings/logo", {})).status).toBe(404);
    expect((await send("GET", "/panel/acme/calls/settings")).status).toBe(200);
  });

  test("`hostNames`, every host name is served; with it, only these", async () => {
    expect((await (await openPanel(() => session())).send("GET", "/panel/acme")).status).toBe(200);
    const { send } = await openPanel(() => session(), { hostNames: ["panel.test"] });
    const answer = await send("GET", "/panel/acme");
    expect([answer.status, await answer.text()]).toEqual([421, "Open this panel at panel.test."]);
  });
});

describe("basePath", () => {
  test.each([
    ["/a/b", "/a/b"],
    ["/a/b/", "/a/b"],
    ["/büro", "/b%C3%BCro"],
    ["", ""],
    ["/", ""],
  ])("%j puts the pages, the files and the calls below %j", async (basePath, below) => {
    const { send } = await openPanel(() => session(), { basePath });
    expect((await send("GET", `${below}/`)).headers.get("Location")).toBe(`${below}/acme`);
    expect((await send("GET", `${below}/acme/`)).headers.get("Location")).toBe(`${below}/acme`);
    const page = await (await send("GET", `${below}/acme`)).text();
    expect(page).toContain(`<meta name="panel-path" content="${below}" />`);
    const addresses = [...page.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, address]) => address!);
    expect(addresses.length).toBeGreaterThan(4);
    for (const address of addresses) {
      expect(address.startsWith(`${below}/assets/`), address).toBe(true);
      expect((await send("GET", address)).status, address).toBe(200);
    }
    expect((await send("GET", `${below}/acme/calls/profile`)).status).toBe(200);
    expect((await send("GET", `${below.toLowerCase()}/acme`)).status).toBe(200);
    if (below !== "") expect((await send("GET", "/panel/acme")).status).toBe(404);
  });

  test("at the root, no address leads to another host", async () => {
    const { send } = await openPanel(() => session(), { basePath: "" });
    for (const path of ["//evil.test/", "///evil.test//", "//evil.test/acme/"]) {
      const location = (await send("GET", path)).headers.get("Location");
      expect(location ?? "/", path).toMatch(/^\/(?!\/)/);
    }
  });
});

describe("createPanel", () => {
  const tables = panelTables(memoryStore());
  const authenticate = () => session();

  test.each([
    [undefined, "createPanel needs its options, at least { authenticate, tables }"],
    [{ tables }, "createPanel needs `authenticate`: it must be a function"],
    [{ authenticate }, "createPanel needs `tables`: it must be panelTables(store)"],
    [{ authenticate, tables: memoryStore() }, "tables must be panelTables(store)"],
    [{ authenticate, tables: { ...tables, saveAll: undefined } }, "saveAll and remove"],
    [{ authenticate, tables, basePath: "panel" }, 'basePath must begin with a slash and have no query: "panel"'],
    [{ authenticate, tables, basePath: null }, "basePath must begin with a slash"],
    [{ authenticate, tables, basePath: "//panel" }, "basePath must begin with one slash"],
    [{ authenticate, tables, basePath: "/panel?x" }, "basePath must begin with a slash and have no query"],
    [{ authenticate, tables, hostNames: [] }, "hostNames must be a list of host names"],
    [{ authenticate, tables, hostNames: "localhost" }, "hostNames must be a list of host names"],
    [{ authenticate, tables, render: null }, "render must be a function"],
    [
      { authenticate, tables, maxBodyBytes: 2 ** 20 - 1 },
      "maxBodyBytes must be a whole number of bytes from 1048576 to 67108864",
    ],
    [{ authenticate, tables, apiKeys: {} }, "apiKeys must be apiKeys(store)"],
    [
      { authenticate, tables, userOf: authenticate },
      "userOf is not an option of createPanel. It has authenticate, tables,",
    ],
  ])("refuses options that cannot work: %#", (options, message) => {
    const create = () => createPanel(createInvoicing({ store: memoryStore() }), options as PanelOptions);
    expect(create).toThrow(TypeError);
    expect(create).toThrow(message);
  });

  test("refuses what is no invoicing, and panelTables what is no store", () => {
    expect(() => createPanel(Promise.resolve() as never, { authenticate, tables })).toThrow(
      "createPanel needs the object that createInvoicing returns",
    );
    for (const store of [undefined, null, {}, Promise.resolve()]) {
      expect(() => panelTables(store as never)).toThrow("panelTables needs a store with `panel`");
    }
  });
});
