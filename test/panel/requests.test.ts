import { createInvoicing } from "faktura";
import { memoryStore } from "faktura/memory";
import { createPanel, type PanelOptions, panelTables } from "faktura/panel";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { loadBrowserFiles } from "../../src/panel/server/assets.ts";
import { PANEL_CALLS } from "../../src/panel/server/panel-calls.ts";
import { germanProfile, order } from "../support/fixtures.ts";
import { ALL_RIGHTS } from "../support/panel.ts";

const ORIGIN = "http://app.test";
const JSON_TYPE = { "Content-Type": "application/json" };
const UUID = "01936f2e-0000-7000-8000-000000000001";

const ALL_OPTIONS = {
  render: () => new Uint8Array(1),
  send: () => undefined,
  apiKeys: { list: async () => [], create: async () => ({}), revoke: async () => ({}) },
} as object as Partial<PanelOptions>;

async function openPanel(options: Partial<PanelOptions> = {}, invoices = 1, companies = ["acme"]) {
  const store = memoryStore();
  const invoicing = createInvoicing({ store });
  const [first] = companies;
  const company = invoicing.company(first!);
  await company.saveProfile(germanProfile());
  const [invoice] = await company.issueMany(Array.from({ length: invoices }, () => order()));
  const tables = panelTables(store);
  const session = { companies, actor: "jane", can: ALL_RIGHTS };
  const panel = createPanel(invoicing, { authenticate: () => session, tables, ...ALL_OPTIONS, ...options });
  const send = (method: string, path: string, init: RequestInit = {}) =>
    panel(new Request(ORIGIN + path, { method, ...init }));
  return { panel, send, tables, invoice: invoice! };
}

const shown = async (answer: Response) => [answer.status, await answer.text()];

describe("an address with a method that it does not have", () => {
  const CALL_PATHS = [...new Set(PANEL_CALLS.map(({ path }) => path))];
  const PAGES = ["", "/new", "/invoices", `/invoices/${UUID}`, "/settings", `/drafts/${UUID}`, "/audit"];

  test("is 405, with the methods that it has", async () => {
    const { send } = await openPanel();
    const methods = [
      ...PAGES.map((path) => [`/panel/acme${path}`, ["GET" as string]] as const),
      ...CALL_PATHS.map((path) => {
        const own = PANEL_CALLS.filter((call) => call.path === path).map(({ method }) => method);
        return [`/panel/acme/calls${path.replace(/\{\w+\}/g, UUID)}`, own] as const;
      }),
    ];
    expect(methods.length).toBeGreaterThan(40);
    for (const [path, own] of methods) {
      for (const method of ["GET", "POST", "PUT", "DELETE", "PATCH"].filter((each) => !own.includes(each))) {
        const answer = await send(method, path, method === "GET" ? {} : { headers: JSON_TYPE });
        expect([method, path, answer.status]).toEqual([method, path, 405]);
        expect(answer.headers.get("Allow")?.split(", ").sort(), path).toEqual([...own].sort());
      }
    }
  });

  test("is 404 if it has no page and no call", async () => {
    const { send } = await openPanel();
    for (const path of ["/none", "/calls/none", "/calls", "/calls/drafts/none", "/invoices/a/b"]) {
      expect((await send("POST", `/panel/acme${path}`, { headers: JSON_TYPE })).status, path).toBe(404);
    }
  });
});

describe("HEAD", () => {
  test("is answered as GET, without the body", async () => {
    const { send, invoice } = await openPanel();
    const { script } = (await loadBrowserFiles()).names;
    const calls = ["/profile", "/invoices.csv", `/invoices/${invoice.id}/files/ubl`, "/none", "/invoices/none"];
    const paths = [
      "",
      "/acme",
      "/acme/",
      "/acme/none",
      `/assets/${script}`,
      ...calls.map((path) => `/acme/calls${path}`),
    ];
    for (const path of paths) {
      const [head, get] = [await send("HEAD", `/panel${path}`), await send("GET", `/panel${path}`)];
      expect([path, head.status, ...head.headers]).toEqual([path, get.status, ...get.headers]);
      expect(await head.text(), path).toBe("");
    }
  });

  test("of another site is refused", async () => {
    const { send } = await openPanel();
    expect((await send("HEAD", "/panel/acme", { headers: { "Sec-Fetch-Site": "cross-site" } })).status).toBe(403);
  });
});

test.each(["GET", "HEAD"])("a list that nobody reads on is not read to its end: %s", async (method) => {
  const { panel, tables } = await openPanel({}, 900);
  const list = vi.spyOn(tables, "list");
  const answer = await panel(new Request(`${ORIGIN}/panel/acme/calls/invoices.csv`, { method }));
  await answer.body?.cancel();
  const asked = list.mock.calls.length;
  await new Promise((resolve) => setImmediate(resolve));
  expect(asked, "of nine groups").toBeLessThanOrEqual(3);
  expect(list).toHaveBeenCalledTimes(asked);
});

describe("a path", () => {
  test.each(["a/b", "ä ö", "100%", "%2F", "a?b#c", "assets", "calls", "toString"])(
    "names the company %j with its id encoded, in its pages and its calls",
    async (id) => {
      const { send } = await openPanel({}, 1, [id]);
      const below = `/panel/${encodeURIComponent(id)}`;
      expect((await send("GET", "/panel")).headers.get("Location")).toBe(below);
      expect((await send("GET", below)).status).toBe(200);
      expect((await send("GET", `${below}/calls/profile`)).status).toBe(200);
      expect((await send("GET", `${below}x`)).status).toBe(404);
    },
  );

  test.each(["//acme/calls/profile", "/acme//calls/profile", "/acme/calls//profile", "/acme/calls/profile/x", "/%zz"])(
    "%s is none of the panel's",
    async (path) => {
      const { send } = await openPanel();
      expect((await send("GET", `/panel${path}`)).status).toBe(404);
    },
  );

  test("that is not below the base path is 404, before anybody is asked who it is", async () => {
    const authenticate = vi.fn(() => null);
    const { send } = await openPanel({ authenticate });
    for (const path of ["/", "/panelx", "/x/panel/acme", "//panel/acme"]) {
      expect((await send("GET", path)).status, path).toBe(404);
    }
    expect(authenticate).not.toHaveBeenCalled();
  });
});

describe("a request that is refused as it is read", () => {
  test("has a Host header that no host can have: 400", async () => {
    const { send } = await openPanel();
    expect((await send("GET", "/panel/acme", { headers: { Host: "app.test/panel/acme#" } })).status).toBe(400);
  });

  test("gives a query parameter twice: 422 that names it", async () => {
    const { send } = await openPanel();
    const answer = await send("GET", "/panel/acme/calls/invoices?status=paid&status=open");
    const errors = [{ parameter: "status", detail: "must be given only once" }];
    expect([answer.status, await answer.json()]).toMatchObject([422, { code: "request_invalid", errors }]);
  });

  test.each([
    ["no JSON", "{", "The body is not valid JSON in UTF-8: "],
    ["nothing", "", "The body is empty"],
    [
      "bytes that are not UTF-8",
      new Uint8Array([0x22, 0xff, 0x22]),
      "The body is not valid JSON in UTF-8: it contains",
    ],
  ])("has a body of %s: 400", async (_, body, text) => {
    const { send, invoice } = await openPanel();
    const path = `/panel/acme/calls/invoices/${invoice.id}/cancel`;
    const answer = await send("POST", path, { headers: JSON_TYPE, body });
    expect(await shown(answer)).toEqual([400, expect.stringContaining(text)]);
    expect(answer.headers.get("Content-Type")).toBe("text/plain; charset=UTF-8");
  });

  test("lacks the right, or has no such call: its body is not read", async () => {
    const can = { issue: false, settings: false, keys: false };
    const { panel } = await openPanel({ authenticate: () => ({ companies: ["acme"], actor: "jane", can }) });
    for (const [path, status] of [
      ["/acme/calls/invoices", 403],
      ["/acme/calls/none", 404],
      ["/other/calls/invoices", 404],
    ]) {
      const request = new Request(`${ORIGIN}/panel${path}`, { method: "POST", headers: JSON_TYPE, body: "{}" });
      expect([path, (await panel(request)).status, request.bodyUsed]).toEqual([path, status, false]);
    }
  });

  test("had its body read by other code on the server: 500, and the log says so", async () => {
    const logged = vi.spyOn(console, "error").mockReturnValue();
    onTestFinished(() => logged.mockRestore());
    const { panel } = await openPanel();
    const request = new Request(`${ORIGIN}/panel/acme/calls/audit`, { method: "POST", headers: JSON_TYPE, body: "{}" });
    await request.text();
    expect((await panel(request)).status).toBe(500);
    expect(String(logged.mock.calls[0]![0])).toContain("mount the handler before the body parser");
  });
});

test("all answers but the host's own have the same headers of security", async () => {
  vi.spyOn(console, "error").mockReturnValue();
  onTestFinished(() => void vi.restoreAllMocks());
  const { send } = await openPanel();
  const { send: sendAsStranger } = await openPanel({ authenticate: () => null });
  const { send: sendInVain } = await openPanel({ authenticate: () => Promise.reject(new Error("down")) });
  const { script } = (await loadBrowserFiles()).names;
  const answers = [
    ...["/panel", "/panel/acme", "/panel/acme/none", "/panel/other", "/elsewhere", `/panel/assets/${script}`].map(
      (path) => send("GET", path),
    ),
    ...["/panel/acme/calls/profile", "/panel/acme/calls/invoices.csv", "/panel/acme/calls/none"].map((path) =>
      send("GET", path),
    ),
    ...[send("POST", "/panel/acme"), sendAsStranger("GET", "/panel"), sendInVain("GET", "/panel")],
  ];
  for (const answer of await Promise.all(answers)) {
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-security-policy":
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; form-action 'self'; " +
        "base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types lit-html",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
      "origin-agent-cluster": "?1",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      "x-dns-prefetch-control": "off",
      "x-download-options": "noopen",
      "x-frame-options": "SAMEORIGIN",
      "x-permitted-cross-domain-policies": "none",
      "x-xss-protection": "0",
    });
  }
});
