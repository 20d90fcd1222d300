/**
 * Goal: a host with the library in a worker thread gets the answers, the refusals and the guarantees of a host without.
 * Method: the worker of the examples, on a real file, behind the endpoints too; a worker that is ended during a call.
 */
import { readFileSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { isRefusal, OutcomeUnknownError, StoreBusyError } from "faktura";
import { createHttpHandler, SCOPES } from "faktura/http";
import { expect, onTestFinished, test } from "vitest";
import { invoicingInWorker } from "../../docs/examples/worker/invoicing-in-worker.ts";
import { readPage } from "../docs/pages.ts";
import { germanProfile, order } from "../support/fixtures.ts";
import { freshFile } from "../support/stores.ts";
import { countersIn } from "./host-process.ts";

async function openInWorker(file: string) {
  const script = new URL("../../docs/examples/worker/invoicing-worker.ts", import.meta.url);
  const worker = new Worker(script, {
    workerData: file,
    execArgv: ["--import", import.meta.resolve("./tsx-in-worker.mjs")],
  });
  onTestFinished(async () => void (await worker.terminate()));
  const invoicing = invoicingInWorker(worker);
  const company = invoicing.company("firma");
  await company.saveProfile(germanProfile());
  return { worker, invoicing, company };
}

test("answers and errors arrive as the library gives them, and closing waits for the calls in progress", async () => {
  const file = freshFile();
  const { invoicing, company } = await openInWorker(file);
  const first = await company.issue(order(), { idempotencyKey: "order-1" });
  expect(await company.issue(order(), { idempotencyKey: "order-1" })).toEqual(first);
  expect((await company.list()).data).toEqual([first]);
  await expect(company.issue({ ...order(), items: [] })).rejects.toSatisfy((error) =>
    isRefusal(error, "request_invalid"),
  );
  await expect(company.issue({ ...order(), items: [] })).rejects.toMatchObject({
    message: "The request is not valid. /items: must have at least 1 entry.",
    errors: [{ pointer: "/items", detail: "must have at least 1 entry" }],
  });
  await expect(company.audit({ limit: -1 } as never)).rejects.toBeInstanceOf(Error);
  await expect(company.issue({ ...order(), note: () => "not JSON" } as never)).rejects.toThrow(/could not be cloned/);
  expect(() => company.issueAll([], { idempotencyKey: "all" })).toThrow(TypeError);
  const last = company.issue(order());
  await invoicing.close();
  expect((await last).invoiceNumber).toMatch(/-0002$/);
  expect(await countersIn(file)).toEqual([2, 1]);
});

test("a worker that ends rejects the calls in progress as unknown and later ones as busy, and another goes on", async () => {
  const file = freshFile();
  const { worker, invoicing, company } = await openInWorker(file);
  const cut = company.issue(order(), { idempotencyKey: "order-1" });
  void worker.terminate();
  await expect(cut).rejects.toBeInstanceOf(OutcomeUnknownError);
  await expect(company.issue(order())).rejects.toBeInstanceOf(StoreBusyError);
  await invoicing.close();
  const next = await openInWorker(file);
  expect((await next.company.issue(order(), { idempotencyKey: "order-1" })).invoiceNumber).toMatch(/-0001$/);
  await next.invoicing.close();
  expect(await countersIn(file)).toEqual([1]);
});

test("a company can be awaited, and closing twice is closing once", async () => {
  const { invoicing } = await openInWorker(freshFile());
  const companyOf = async (id: string) => invoicing.company(id);
  const company = await companyOf("firma");
  expect((await company.issue(order())).invoiceNumber).toMatch(/-0001$/);
  await Promise.all([invoicing.close(), invoicing.close()]);
});

test("the endpoints answer through a worker as without one", async () => {
  const file = freshFile();
  const { invoicing } = await openInWorker(file);
  const principal = { companyId: "firma", scopes: SCOPES };
  const handle = createHttpHandler(invoicing, { authenticate: () => principal });
  const post = (body: unknown) =>
    handle(
      new Request("http://localhost/invoices", {
        method: "POST",
        headers: { Authorization: "Bearer secret", "Content-Type": "application/json" },
        body: JSON.stringify(body),
      }),
    );
  expect((await post(order())).status).toBe(201);
  const refused = await post({ ...order(), items: [] });
  expect([refused.status, await refused.json()]).toMatchObject([
    422,
    { code: "request_invalid", errors: [{ pointer: "/items" }] },
  ]);
  await invoicing.close();
  expect((await post(order())).status).toBe(503);
  expect(await countersIn(file)).toEqual([1]);
});

test("the guide shows the same code", () => {
  const page = readPage("docs/guide/sqlite.md");
  for (const name of ["invoicing-worker.ts", "invoicing-in-worker.ts"]) {
    const code = readFileSync(`docs/examples/worker/${name}`, "utf8");
    expect(page).toContain(`\n\`\`\`ts no-run\n// ${name}\n${code}\`\`\`\n`);
  }
});
