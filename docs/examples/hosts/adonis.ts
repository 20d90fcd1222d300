/** The endpoints in AdonisJS: `node --import tsx docs/examples/hosts/adonis.ts --port 3000 --file invoices.db` */
import { Ignitor } from "@adonisjs/core";
import { defineConfig, type HttpContext } from "@adonisjs/core/http";
import type { NextFn } from "@adonisjs/core/types/http";
import { toNodeHandler } from "faktura/node";
import { handle, invoicing } from "./accounting.ts";
import { port } from "./options.ts";
import { panel } from "./panel.ts";

const accounting = toNodeHandler(handle);

class AccountingMiddleware {
  async handle({ request, response }: HttpContext, next: NextFn): Promise<void> {
    if (!request.url().startsWith("/accounting/")) return next();
    await accounting(request.request, response.response);
  }
}

const panelPages = toNodeHandler(panel);

class PanelMiddleware {
  async handle({ request, response }: HttpContext, next: NextFn): Promise<void> {
    if (!request.url().startsWith("/panel")) return next();
    await panelPages(request.request, response.response);
  }
}

const ignitor = new Ignitor(new URL(import.meta.url), { importer: (path) => import(path) });
ignitor.tap((app) => {
  app.rcContents({ providers: [() => import("@adonisjs/core/providers/app_provider")] });
  app.useConfig({
    app: { appKey: "an example's key, of 32 characters", http: defineConfig({}) },
    logger: { default: "app", loggers: { app: { enabled: false } } },
  });
  app.booted(async () => {
    const server = await app.container.make("server");
    server.use([async () => ({ default: AccountingMiddleware }), async () => ({ default: PanelMiddleware })]);
  });
  app.ready(async () => {
    const server = await app.container.make("server");
    const address = server.getNodeServer()?.address();
    console.log(`Listening on http://127.0.0.1:${typeof address === "object" ? address?.port : port}/accounting`);
  });
  app.terminating(async () => {
    await invoicing.close();
    console.log("Closed.");
  });
  app.listen("SIGTERM", () => app.terminate());
  app.listen("SIGINT", () => app.terminate());
});
process.env["HOST"] = "127.0.0.1";
process.env["PORT"] = String(port);
await ignitor.httpServer().start();
