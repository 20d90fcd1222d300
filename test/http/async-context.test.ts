import { AsyncLocalStorage } from "node:async_hooks";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { createInvoicing, type InvoicingEvent } from "faktura";
import { createHttpHandler, type HttpHandler } from "faktura/http";
import { toNodeHandler } from "faktura/node";
import { expect, onTestFinished, test } from "vitest";
import { germanProfile, oneTo, order } from "../support/fixtures.ts";
import { STORES } from "../support/stores.ts";

/** The name of the request that is being answered. */
const requests = new AsyncLocalStorage<string>();

const ADAPTERS = {
  "faktura/node": (handle: HttpHandler) => toNodeHandler(handle),
  "@hono/node-server": (handle: HttpHandler) => getRequestListener(handle),
};

/** Serves each request in a context of its own, as a host's middleware would. */
async function serve(adapter: keyof typeof ADAPTERS, handle: HttpHandler): Promise<string> {
  const listener = ADAPTERS[adapter](handle);
  const server = createServer((request, response) => {
    requests.run(String(request.headers["x-request"]), () => void listener(request, response));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const SCENES = STORES.flatMap((store) =>
  (Object.keys(ADAPTERS) as (keyof typeof ADAPTERS)[]).map((adapter) => ({ ...store, adapter })),
);

test.each(SCENES)(
  "$name through $adapter: keys, company look-ups, events and errors run in their request's context",
  async ({ open, adapter }) => {
    const seen = new Map<string, unknown[]>();
    const see = (what: unknown) => {
      const request = requests.getStore() ?? "no request";
      seen.set(request, [...(seen.get(request) ?? []), what]);
    };
    const profile = () => {
      see("profile");
      if (requests.getStore()?.startsWith("failing")) throw new Error("the directory is down");
      return germanProfile();
    };
    const onEvent = ({ type, invoice }: InvoicingEvent) => see(`${type} ${invoice?.reference}`);
    const invoicing = createInvoicing({ store: await open(), companies: { profile }, onEvent });
    const authenticate = () => {
      see("key");
      return { companyId: "acme", scopes: ["write:invoices"] };
    };
    const onError = () => see("error");
    const base = await serve(adapter, createHttpHandler(invoicing, { authenticate, onError }));
    const post = (name: string) =>
      fetch(`${base}/invoices`, {
        method: "POST",
        headers: { Authorization: "Bearer key", "Content-Type": "application/json", "X-Request": name },
        body: JSON.stringify(order({ reference: name })),
      });
    const names = oneTo(12).map((number) => `${number % 3 === 0 ? "failing" : "issuing"} ${number}`);
    const answers = await Promise.all(names.map(post));
    expect(answers.map(({ status }) => status)).toEqual(names.map((name) => (name.startsWith("failing") ? 500 : 201)));
    expect(seen.size).toBe(names.length);
    for (const [name, what] of seen) {
      const last = name.startsWith("failing") ? "error" : `invoice.issued ${name}`;
      expect(what, name).toEqual(["key", "profile", last]);
    }
    await invoicing.close();
  },
);
