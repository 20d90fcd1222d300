import { renameSync } from "node:fs";
import { createInvoicing } from "faktura";
import { einvoiceGaps } from "faktura/einvoice";
import { createHttpHandler } from "faktura/http";
import { memoryStore } from "faktura/memory";
import { expect, test } from "vitest";
import { DEMO_KEYS } from "../../docs/examples/demo-companies.ts";
import { seedDemo } from "../../docs/examples/seed-demo.ts";
import { freshFile } from "../support/stores.ts";
import { ended, npmRun, npmStart, ready, start, stop, takePort } from "./demo-host.ts";

/** Sends what a printed curl line would send. */
function paste(line: string): Promise<Response> {
  const body = /-d '(?<body>[^']*)'/.exec(line)?.groups?.["body"];
  const method = body === undefined ? (/-X (?<method>[A-Z]+)/.exec(line)?.groups?.["method"] ?? "GET") : "POST";
  const headers = [...line.matchAll(/-H '(?<name>[^:]+): (?<value>[^']*)'/g)].map(
    ({ groups }) => [groups!["name"], groups!["value"]] as [string, string],
  );
  return fetch(/http:[^' ]+/.exec(line)![0], { method, headers, ...(body === undefined ? {} : { body }) });
}

/** The statuses of all curl lines that a start prints, pasted in order. */
async function pasteAll(output: string): Promise<number[]> {
  const statuses = [];
  for (const line of output.match(/^curl .*$/gm) ?? []) statuses.push((await paste(line)).status);
  return statuses;
}

const ALL_WORK = [200, 200, 201, 200, 200, 200, 200, 201, 200];

/** The line that lists invoices. */
const LIST = /^curl .*limit=5.*$/m;

test("the first start issues an invoice for each row of the VAT table and prints curl lines that work", async () => {
  const host = start("--port", "0", "--file", freshFile());
  const output = await ready(host);

  const rows = output.match(/^(?:FIRMA|ATELIER)-\d{6}-\d{4} .*$/gm) ?? [];
  expect(rows.map((row) => row.split(/ {2,}/).slice(1, 4))).toEqual([
    ["Maija Meikäläinen (FI)", "19 %", "1071.00 EUR"],
    ["Jean Dupont (FR)", "0 %", "900.00 EUR"],
    ["Kundin AG (DE)", "19 %", "1071.00 EUR"],
    ["Exemple SARL (FR)", "0 %", "900.00 EUR"],
    ["Primer SL (ES)", "0 %", "900.00 EUR"],
    ["Matti Meikäläinen (FI)", "25.5 %", "1129.50 EUR"],
    ["Beispiel AG (CH)", "0 %", "900.00 EUR"],
    ["Example Inc (US)", "0 %", "900.00 EUR"],
  ]);

  expect(await pasteAll(output)).toEqual(ALL_WORK);
  expect(await stop(host, "SIGINT")).toBe(0);
});

/** The books of a demo that was just started. */
async function seededDemo() {
  const store = memoryStore();
  const today = new Date("2026-11-20T09:30:00.000Z");
  const invoicing = createInvoicing({ store, clock: { now: () => today } });
  const handle = createHttpHandler(invoicing, { authenticate: (apiKey) => DEMO_KEYS.get(apiKey) });
  const seed = () => seedDemo({ store, invoicing, handle, today });
  await seed();
  const [firma, atelier] = [invoicing.company("firma"), invoicing.company("atelier")];
  const pages = await Promise.all([firma, atelier].map((company) => company.list({ limit: 100 })));
  return { seed, firma, close: () => invoicing.close(), invoices: pages.flatMap(({ data }) => data) };
}

test("every invoice of the demo is complete: by article 226, and for businesses as an electronic invoice too", async () => {
  const { invoices, close } = await seededDemo();
  expect(invoices.length).toBeGreaterThan(50);
  // Until it joins OSS, the company has to watch the limit.
  const codes = new Set(invoices.flatMap(({ warnings }) => warnings.map(({ code }) => code)));
  expect([...codes]).toEqual(["oss_threshold"]);
  for (const invoice of invoices) {
    expect(einvoiceGaps(invoice), invoice.clientName).toEqual([]);
    if (invoice.isCompany !== true) continue;
    expect(einvoiceGaps(invoice, { profile: "xrechnung" }), invoice.clientName).toEqual([]);
    // Switzerland and the United States have no addresses in Peppol.
    if (["CH", "US"].includes(invoice.clientCountry!)) continue;
    expect(einvoiceGaps(invoice, { profile: "peppol" }), invoice.clientName).toEqual([]);
  }
  await close();
});

test("a later start of the demo keeps what was changed in the settings", async () => {
  const { seed, firma, close } = await seededDemo();
  const changed = await firma.saveProfile({ ...(await firma.profile()), name: "Firma Nord GmbH" });
  await seed();
  expect(await firma.profile()).toEqual(changed);
  await close();
});

test("npm start passes SIGTERM on to the host, which stops cleanly", async () => {
  const host = npmStart("--port", "0", "--file", freshFile());
  await ready(host);
  expect(await stop(host, "SIGTERM")).toBe(0);
  expect(host.printed()).toContain("SIGTERM: closing.");
});

test("the demo compresses pages, scripts, lists of the panel and answers of the endpoints", async () => {
  const host = start("--port", "0", "--file", freshFile());
  const [base] = /http:\/\/localhost:\d+/.exec(await ready(host))!;
  const encodingOf = async (path: string) => {
    const headers = { "Accept-Encoding": "gzip, br", Authorization: `Bearer ${[...DEMO_KEYS.keys()][0]}` };
    const response = await fetch(base + path, { headers });
    expect([path, response.status]).toEqual([path, 200]);
    await response.text(); // whoever cannot read it fails here
    return response.headers.get("Content-Encoding");
  };
  const script = /\/panel\/assets\/[^"]+\.js/.exec(await (await fetch(`${base}/panel`)).text())![0];
  expect(await encodingOf(script)).toBe("br");
  for (const path of ["/panel/firma", "/panel/firma/calls/invoices", "/panel/firma/calls/invoices.csv", "/invoices"]) {
    expect(await encodingOf(path), path).toBe("gzip");
  }
  expect(await stop(host, "SIGTERM")).toBe(0);
});

test("GET /health answers 200 as long as the demo could issue, and 503 with the reason from then on", async () => {
  const file = freshFile();
  const host = start("--port", "0", "--file", file);
  const [base] = /http:\/\/localhost:\d+/.exec(await ready(host))!;
  const health = async () => {
    const response = await fetch(`${base}/health`);
    return [response.status, await response.text()];
  };
  expect(await health()).toEqual([200, "ready"]);
  renameSync(file, `${file}.moved`);
  expect(await health()).toEqual([503, expect.stringContaining("was moved, deleted or replaced")]);
  expect(await stop(host, "SIGTERM")).toBe(0);
});

test("a later start finds its invoices, issues no others, and prints curl lines that work again", async () => {
  const file = freshFile();
  const first = start("--port", "0", "--file", file);
  expect(await pasteAll(await ready(first))).toEqual(ALL_WORK);
  const issued = (await (await paste(first.printed().match(LIST)![0])).json()) as { total: number };
  expect(await stop(first, "SIGTERM")).toBe(0);

  const second = start("--port", "0", "--file", file);
  const output = await ready(second);
  expect(output).not.toContain("Issued one invoice");
  expect(await (await paste(output.match(LIST)![0])).json()).toMatchObject({ total: issued.total });
  expect(await pasteAll(output)).toEqual(ALL_WORK);
  // With -J, curl refuses to overwrite what the lines of the first start saved.
  expect(output.match(/ -o \S+\.(?:pdf|xml) /g)).toHaveLength(2);
  expect(output).not.toMatch(/ -O?J /);
  expect(await stop(second, "SIGTERM")).toBe(0);
});

test("a port that is in use is named, with a way around it", async () => {
  const { port, free } = await takePort();
  const host = start("--port", String(port), "--file", freshFile());
  const printed = `Port ${port} is in use. Use another: npm start -- --port ${port + 1}\n`;
  expect(await ended(host)).toEqual({ code: 1, printed });
  await free();
});

test.each(["http", "-1", "70000", "1.5"])("the port %s is refused", async (port) => {
  const { code, printed } = await ended(start(`--port=${port}`, "--file", freshFile()));
  expect(code).toBe(1);
  expect(printed).toContain(`"${port}" is not a port number from 0 to 65535. Usage: npm start -- --port 3000`);
});

test("an option that is misspelt or lacks its dashes is answered with the usage", async () => {
  for (const option of ["--prot", "8080"]) {
    const { code, printed } = await ended(start(option));
    expect(code).toBe(1);
    expect(printed).toMatch(/^[^\n]+ Usage: npm start -- \[--port 3000\] \[--file demo\.db\]\n$/);
  }
});

test("options that npm takes for its own, because no -- precedes them, still count", async () => {
  const { port, free } = await takePort();
  const host = npmRun("start", `--port=${port}`, `--file=${freshFile()}`);
  expect((await ended(host)).printed).toContain(`Port ${port} is in use.`);
  await free();
});

test("the panel is served at the printed address, and the root redirects to it", async () => {
  const host = start("--port", "0", "--file", freshFile());
  const address = /^The company's panel: (?<url>http:\S+)$/m.exec(await ready(host))!.groups!["url"]!;
  const { origin } = new URL(address);
  for (const path of ["/", "/panel", "/panel/", "/panel/firma", "/panel/firma/"]) {
    const answer = await fetch(origin + path);
    expect([answer.status, answer.url]).toEqual([200, `${origin}/panel/firma`]);
  }
  const page = await (await fetch(address)).text();
  const [, path] = /<script type="module" src="([^"]+)">/.exec(page)!;
  const script = await fetch(origin + path!);
  expect(script.headers.get("Content-Encoding"), "the demo is served compressed").toMatch(/^(?:br|gzip)$/);
  expect(script.headers.get("Content-Type")).toMatch(/^text\/javascript/);
  const companies = await fetch(`${address}/firma/calls/companies`);
  expect(await companies.json()).toMatchObject([{ name: "Firma GmbH" }, { name: "Atelier Petit" }]);
  expect(await stop(host, "SIGTERM")).toBe(0);
});
