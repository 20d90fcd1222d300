import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { request } from "node:http";
import { brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib";
import { type CompanyProfile, createInvoicing, type InvoicingStore } from "faktura";
import { memoryStore } from "faktura/memory";
import { createPanel, panelTables } from "faktura/panel";
import { openSqliteStore } from "faktura/sqlite";
import { describe, expect, test, vi } from "vitest";
import { PANEL_LANGUAGES } from "../../src/languages/generated/panel-languages.ts";
import { loadBrowserFiles } from "../../src/panel/server/assets.ts";
import type { PanelCompany, PanelYear } from "../../src/panel/wire.ts";
import { openPanelHost, SESSION } from "../browser/panel-host.ts";
import { germanProfile, order, TestClock } from "../support/fixtures.ts";
import { ALL_RIGHTS } from "../support/panel.ts";
import { freshFile } from "../support/stores.ts";

const ORIGIN = "http://panel.test";
const JSON_TYPE = { "Content-Type": "application/json" };

/** A panel whose user may only see "acme", although the books of "other" exist. */
async function openPanel(store: InvoicingStore = memoryStore(), signedIn = true) {
  const clock = new TestClock("2026-11-20T12:00:00.000Z");
  const invoicing = createInvoicing({ store, clock });
  const [acme, other] = [invoicing.company("acme"), invoicing.company("other")];
  for (const company of [acme, other]) await company.saveProfile(germanProfile());
  const session = { companies: ["acme"], actor: "tester", can: ALL_RIGHTS };
  const panel = createPanel(invoicing, {
    authenticate: () => (signedIn ? session : null),
    hostNames: ["panel.test"],
    render: () => new Uint8Array(),
    tables: panelTables(store),
  });
  const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = JSON_TYPE) => {
    const sent = body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) };
    return panel(new Request(`${ORIGIN}/panel${path}`, { method, headers, ...sent }));
  };
  return { panel, call, acme, other };
}

const SHOWN = { vatTreatment: "domestic", subtotal: 200, taxTotal: 38, total: 238 };
const ISSUE = { order: { ...order(), supplyDate: "2026-11-20" }, shown: SHOWN, accepted: [], draftId: randomUUID() };

/** An export, whose order does not say what is sold. */
const WARNED = {
  ...ISSUE,
  order: { ...ISSUE.order, clientCountry: "CH" },
  shown: { vatTreatment: "export", subtotal: 200, taxTotal: 0, total: 200 },
};

test("the page learns in which currency the VAT must be stated too", async () => {
  const { call, acme } = await openPanel();
  const taxCurrency = async (changes: Partial<CompanyProfile>) => {
    await acme.saveProfile({ ...germanProfile(), vatNumber: undefined, ...changes });
    return ((await (await call("GET", "/acme/calls/profile")).json()) as PanelCompany).taxCurrency;
  };
  expect(await taxCurrency({})).toBe("EUR");
  expect(await taxCurrency({ country: "PL", defaultCurrency: "EUR" })).toBe("PLN");
  expect(await taxCurrency({ vatRegistered: false, ossRegistered: false })).toBe(null);
  expect(await taxCurrency({ country: "CH", defaultCurrency: "CHF" })).toBe(null);
  expect(await taxCurrency({ country: "AU", defaultCurrency: "AUD" })).toBe(null);
});

test("page and e-mail are in the client's language, and so are those of what credits it", async () => {
  const store = memoryStore();
  const invoicing = createInvoicing({ store });
  await invoicing.company("acme").saveProfile(germanProfile({ language: "de" }));
  const panel = createPanel(invoicing, {
    authenticate: () => ({ companies: ["acme"], actor: "tester", can: ALL_RIGHTS }),
    send: () => undefined,
    tables: panelTables(store),
  });
  const call = async (method: string, path: string, body?: object) => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await panel(
      new Request(`${ORIGIN}/panel/acme/calls${path}`, { method, headers: JSON_TYPE, ...sent }),
    );
    return answer.json();
  };
  const acme = invoicing.company("acme");
  const [german, french] = await acme.issueMany([order(), order({ clientLanguage: "fr" })]);
  const subject = async (path: string) => (await call("GET", `${path}/email`)).subject.split(" ")[0];
  expect([await subject(`/invoices/${german!.id}`), await subject(`/invoices/${french!.id}`)]).toEqual([
    "Rechnung",
    "Facture",
  ]);
  const asked = { reason: "Returned" };
  expect((await call("POST", `/invoices/${french!.id}/credit-preview`, asked)).printed.language).toMatch(/^fr/);
  const { id } = await call("POST", `/invoices/${french!.id}/credit-notes`, asked);
  expect(await subject(`/credit-notes/${id}`)).toBe("Avoir");
});

test("without a session, everything except the assets is 401, and reveals nothing", async () => {
  const { call, acme } = await openPanel(memoryStore(), false);
  const { id } = await acme.issue(order());
  const paths = [
    "",
    "/acme",
    "/acme/new",
    "/acme/drafts",
    "/acme/calls/drafts",
    "/acme/year",
    `/acme/invoices/${id}`,
    "/acme/calls/companies",
    "/no/such",
  ];
  for (const path of [...paths, "/acme/calls/invoices", `/acme/calls/invoices/${id}`, "/acme/calls/years/2026"]) {
    const answer = await call("GET", path);
    expect([path, answer.status, await answer.text()]).toEqual([path, 401, "Sign in first."]);
  }
  const posts = [
    "/acme/calls/invoices",
    "/acme/calls/preview",
    "/acme/calls/preview/draft",
    `/acme/calls/invoices/${id}/payments`,
  ];
  for (const path of posts) {
    expect((await call("POST", path, ISSUE)).status, path).toBe(401);
  }
  const { files } = await loadBrowserFiles();
  for (const asset of Object.keys(files)) expect((await call("GET", `/assets/${asset}`)).status, asset).toBe(200);
});

describe("another company's books", () => {
  test("are not found by users who may not see them", async () => {
    const { call, other } = await openPanel();
    const { id } = await other.issue(order());
    const creditNote = await other.credit(id, { reason: "x" });
    const ofCredits = ["/credit-notes", `/credit-notes/${creditNote.id}`];
    const paths = ["", "/new", "/year", `/invoices/${id}`, "/calls/invoices", `/calls/invoices/${id}`, ...ofCredits];
    for (const path of [...paths, ...ofCredits.map((path) => `/calls${path}`)]) {
      expect((await call("GET", `/other${path}`)).status, path).toBe(404);
    }
    expect((await call("POST", "/other/calls/invoices", ISSUE)).status).toBe(404);
    expect((await other.list()).total).toBe(1);
  });

  test("cannot be read, paid or cancelled through the user's own company's path", async () => {
    const { call, other } = await openPanel();
    const { id } = await other.issue(order());
    const answers = await Promise.all([
      call("GET", `/acme/calls/invoices/${id}`),
      call("POST", `/acme/calls/invoices/${id}/payments`, { amount: 1 }),
      call("POST", `/acme/calls/invoices/${id}/cancel`, {}),
    ]);
    for (const answer of answers) {
      expect([answer.status, await answer.json()]).toMatchObject([404, { code: "invoice_not_found" }]);
    }
    expect(await other.get(id)).toMatchObject({ status: "SENT", payments: [] });
  });

  test("are not named to users who may not see them", async () => {
    const { call } = await openPanel();
    expect(await (await call("GET", "/acme/calls/companies")).json()).toEqual([{ id: "acme", name: "Firma GmbH" }]);
  });
});

describe("a call that no page of the panel makes", () => {
  const foreign = { Origin: "http://elsewhere.test", "Sec-Fetch-Site": "cross-site" };

  test.each([
    ["a form", { ...foreign, "Content-Type": "application/x-www-form-urlencoded" }, 403],
    ["a form of several parts", { ...foreign, "Content-Type": "multipart/form-data; boundary=x" }, 403],
    ["plain text", { ...foreign, "Content-Type": "text/plain" }, 403],
    ["a form, sent by a browser that names no site", { Origin: foreign.Origin, "Content-Type": "text/plain" }, 403],
    ["JSON from another site", { ...foreign, ...JSON_TYPE }, 403],
    ["a form of its own", { Origin: ORIGIN, "Content-Type": "application/x-www-form-urlencoded" }, 400],
    ["JSON under another type", { Origin: ORIGIN, "Content-Type": "application/jsonx" }, 400],
  ])("is refused: %s", async (_, headers, status) => {
    const { call, acme } = await openPanel();
    const { id } = await acme.issue(order());
    const path = `/acme/calls/invoices/${id}/cancel`;
    expect((await call("POST", path, "{}", headers)).status).toBe(status);
    expect((await acme.get(id)).status).toBe("SENT");
  });

  test.each([
    ["no JSON", "{", 400],
    ["no order", { ...ISSUE, order: undefined }, 400],
    ["no figures", { ...ISSUE, shown: undefined }, 400],
    ["no draft", { ...ISSUE, draftId: undefined }, 400],
    ["a warning that nobody accepted", WARNED, 409],
    ["other figures", { ...ISSUE, shown: { ...SHOWN, total: 238.01 } }, 409],
    ["a field that orders do not have", { ...ISSUE, order: { ...ISSUE.order, taxrate: 7 } }, 422],
    ["more than a mebibyte", { ...ISSUE, more: "x".repeat(1024 * 1024) }, 413],
  ])("issues nothing: %s", async (_, body, status) => {
    const { call, acme } = await openPanel();
    const answer = await call("POST", "/acme/calls/invoices", body);
    expect(answer.status).toBe(status);
    expect((await acme.list()).total).toBe(0);
  });
});

test("a foreign Host header is refused, on a real socket, before anything is read", async () => {
  const host = await openPanelHost();
  const { panel, companyId, company } = await host.found();
  const { id } = await company.issue(order());
  const ask = (name: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const headers = { Host: name, Cookie: `${SESSION}=${companyId}` };
      const sent = request(`${panel}/calls/invoices/${id}`, { headers }, (answer) =>
        resolve(answer.resume().statusCode),
      );
      sent.on("error", reject).end();
    });
  const port = new URL(host.origin).port;
  expect(await ask(`localhost:${port}`)).toBe(200);
  for (const name of ["elsewhere.test", `localhost.elsewhere.test:${port}`, "127.0.0.1.nip.io"]) {
    expect(await ask(name), name).toBe(421);
  }
  await host.close();
});

test("an unexpected error is only logged; the answer reveals nothing of it", async () => {
  const store = await openSqliteStore(freshFile());
  const { call } = await openPanel(store);
  await store.close();
  const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const answer = await call("GET", "/acme/calls/invoices");
  expect([answer.status, await answer.json()]).toEqual([
    500,
    { code: "internal_error", message: "Something went wrong on the server. Try again.", errors: [] },
  ]);
  expect(log).toHaveBeenCalledOnce();
  log.mockRestore();
});

test("the months, treatments and states of a year add up to the same total, with cancelled invoices too", async () => {
  const { call, acme } = await openPanel();
  await acme.issue(order());
  const sold = await acme.issue(order());
  await acme.credit(sold.id, { reason: "x", lines: [{ line: 1, netAmount: 50 }] });
  await acme.cancel(sold.id);
  await acme.cancel((await acme.issue(order())).id);
  const late = await acme.issue(order({ supplyDate: "2025-12-30" })); // cancelled after its year
  await acme.credit(late.id, { reason: "x", lines: [{ line: 1, netAmount: 30 }] });
  await acme.cancel(late.id);
  const { invoiceNumber: number } = await acme.issue(order({ supplyDate: "2025-12-30" })); // replaced after its year
  await acme.issue(
    order({
      documentType: "384",
      precedingInvoices: [{ number }],
      items: [{ description: "x", quantity: 1, unitPrice: 80 }],
      supplyDate: "2025-12-30",
    }),
  );
  const totals = async (year: number) => {
    const { currencies }: PanelYear = await (await call("GET", `/acme/calls/years/${year}`)).json();
    const { sum, months, treatments, states, declared } = currencies[0]!;
    const totalOf = (parts: readonly { readonly net: number; readonly vat: number }[]) =>
      parts.reduce((total, { net, vat }) => [total[0]! + net, total[1]! + vat], [0, 0]);
    return [[sum], months, treatments, states, [declared]].map(totalOf);
  };
  expect(await totals(2026)).toEqual(Array(5).fill([50, 9.5]));
  expect(await totals(2025)).toEqual(Array(5).fill([230, 43.7]));
});

test.each([
  ["", "/panel/acme"],
  ["/", "/panel/acme"],
  ["/acme/", "/panel/acme"],
  ["/acme/new/", "/panel/acme/new"],
  ["/acme/?status=PAID", "/panel/acme?status=PAID"],
  ["//acme//", "/panel//acme"],
])("the address /panel%s leads to %s", async (path, target) => {
  const { call } = await openPanel();
  const answer = await call("GET", path);
  expect([answer.status, answer.headers.get("Location")]).toEqual([302, target]);
});

test("an address without a page answers 404 with the frame of the pages, and a call that does not exist with a text", async () => {
  const { call } = await openPanel();
  for (const path of ["/acme/nonsense", "/acme/new/nonsense"]) {
    const answer = await call("GET", path);
    expect([answer.status, answer.headers.get("Content-Type")]).toEqual([404, expect.stringContaining("text/html")]);
    expect(await answer.text()).toContain('<script type="module"');
  }
  for (const path of ["/acme/calls/years/12345", "/acme/calls", "/acme/calls/nonsense"]) {
    const answer = await call("GET", path);
    expect([path, answer.status, await answer.text()]).toEqual([path, 404, "Page not found."]);
  }
});

test.each(PANEL_LANGUAGES)(
  "a page's first paint needs less than 40 KB of script, compressed, in %s",
  async (language) => {
    const { call } = await openPanel();
    const headers = { "Accept-Language": language };
    const page = await (await call("GET", "/acme", undefined, headers)).text();
    expect(page).toContain(`<html lang="${language}">`);
    const scripts = [...page.matchAll(/"\/panel(?<path>\/assets\/[^"]+\.js)"/g)].map(({ groups }) => groups!["path"]!);
    const isHashed = (name: string) => expect.stringMatching(new RegExp(`^/assets/[A-Z0-9]{8}-${name}\\.js$`));
    expect([scripts[0], scripts.at(-1)]).toEqual([isHashed(language), isHashed("panel")]);
    const named = scripts.length;
    const sizes = new Map<string, number>();
    for (const path of scripts) {
      const script = await (await call("GET", path)).text();
      sizes.set(path, gzipSync(script).length);
      // What it imports at once counts too, and not what it imports later.
      for (const [, name] of script.matchAll(/(?:from|\bimport)\s*"\.\/([^"]+)"/g)) {
        if (!scripts.includes(`/assets/${name}`)) scripts.push(`/assets/${name}`);
      }
    }
    expect(sizes.size, "the page names everything that its script imports at once").toBe(named);
    expect(named).toBeGreaterThan(2);
    expect([...sizes.values()].reduce((sum, size) => sum + size)).toBeLessThan(40_000);
  },
);

test("a path of a million slashes is answered at once", async () => {
  const { call } = await openPanel();
  // Trying the end of the path from each slash would take hours.
  const answer = await call("GET", `/acme${"/".repeat(1_000_000)}x`);
  expect(answer.status).toBe(404);
});

test("every answer forbids what the panel does not need, and caches keep neither pages nor answers to calls", async () => {
  const { call } = await openPanel();
  const company: PanelCompany = await (await call("GET", "/acme/calls/profile")).json();
  expect(company).toMatchObject({ profile: { name: "Firma GmbH" }, timeZone: "Europe/Berlin" });
  const { script } = (await loadBrowserFiles()).names;
  for (const path of ["/acme", "/acme/calls/profile", `/assets/${script}`, "/other"]) {
    const { headers } = await call("GET", path);
    expect(headers.get("Content-Security-Policy"), path).toMatch(
      /^default-src 'none'; script-src 'self'; style-src 'self'/,
    );
    expect(headers.get("Content-Security-Policy"), path).toContain("frame-ancestors 'none'");
    expect(headers.get("X-Content-Type-Options"), path).toBe("nosniff");
  }
  for (const path of ["", "/acme", "/acme/none", "/acme/calls/profile", "/acme/calls/invoices", "/acme/calls/none"]) {
    expect((await call("GET", path)).headers.get("Cache-Control"), path).toBe("no-store");
  }
  const { call: callAsStranger } = await openPanel(memoryStore(), false);
  expect((await callAsStranger("GET", "/acme")).headers.get("Cache-Control"), "signed out").toBe("no-store");
});

describe("the files of the pages", () => {
  const encodings = [
    ["br, gzip", "br"],
    ["gzip, deflate, br, zstd", "br"],
    ["gzip;q=1.0, br;q=0", "gzip"],
    ["GZIP", "gzip"],
    ["xbr, gzipped", null],
    ["", null],
  ] as const;

  test.each(encodings)(
    "are sent to a browser that takes '%s' as %s, always with the same content",
    async (accepted, sent) => {
      const { call } = await openPanel();
      const { files } = await loadBrowserFiles();
      const decoders = { br: brotliDecompressSync, gzip: gunzipSync };
      for (const [name, { type, brotli }] of Object.entries(files)) {
        const answer = await call("GET", `/assets/${name}`, undefined, { "Accept-Encoding": accepted });
        expect(answer.headers.get("Content-Encoding"), name).toBe(sent);
        expect(answer.headers.get("Vary"), name).toContain("Accept-Encoding");
        expect(answer.headers.get("Content-Type"), name).toBe(type);
        const bytes = Buffer.from(await answer.arrayBuffer());
        const content = sent === null ? bytes : decoders[sent](bytes);
        expect(content.equals(brotliDecompressSync(Buffer.from(brotli, "base64"))), name).toBe(true);
      }
    },
  );

  test("are not compressed for Next.js, which drops Content-Encoding and compresses them itself", async () => {
    const { panel } = await openPanel();
    const { files, names } = await loadBrowserFiles();
    const asked = new Request(`${ORIGIN}/panel/assets/${names.script}`, { headers: { "Accept-Encoding": "br, gzip" } });
    const answer = await panel(Object.assign(asked, { nextUrl: new URL(asked.url) }));
    expect(answer.headers.get("Content-Encoding")).toBe(null);
    const content = brotliDecompressSync(Buffer.from(files[names.script]!.brotli, "base64"));
    expect(Buffer.from(await answer.arrayBuffer()).equals(content)).toBe(true);
  });

  test("are kept by browsers for ever, because another content has another name", async () => {
    const { call } = await openPanel();
    const { files, names } = await loadBrowserFiles();
    for (const name of Object.keys(files)) {
      expect(name).toMatch(/^[A-Z0-9]{8}-[a-z-]+\.(?:js|css|svg)$/);
      const { headers } = await call("GET", `/assets/${name}`);
      expect(headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
    }
    const page = await (await call("GET", "/acme")).text();
    for (const name of [names.script, names.style, names.icon]) expect(page).toContain(`/panel/assets/${name}"`);
    for (const unknown of ["panel.js", "toString", "..%2fpackage.json"]) {
      const answer = await call("GET", `/assets/${unknown}`);
      expect([answer.status, answer.headers.get("Cache-Control")]).toEqual([404, "no-store"]);
    }
  });

  test("keep the licence of lit-html", async () => {
    const { files } = await loadBrowserFiles();
    const scripts = Object.entries(files).filter(([name]) => name.endsWith(".js"));
    const texts = scripts.map(([, { brotli }]) => brotliDecompressSync(Buffer.from(brotli, "base64")).toString());
    expect(texts.some((text) => text.includes("Copyright 2017 Google LLC") && text.includes("BSD-3-Clause"))).toBe(
      true,
    );
    expect(readFileSync("LICENSE", "utf8")).toContain("lit-html");
  });
});
