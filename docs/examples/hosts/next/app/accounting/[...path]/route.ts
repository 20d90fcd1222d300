import { createHttpHandler, type HttpHandler } from "faktura/http";
import { books } from "../../../books.ts";

const keys = new Map([
  ["secret", { companyId: "firma", scopes: ["read:company", "read:invoices", "write:invoices"] }],
  ["secret-of-a-reader", { companyId: "firma", scopes: ["read:invoices"] }],
]);
let endpoints: HttpHandler | undefined;

async function handle(request: Request): Promise<Response> {
  endpoints ??= createHttpHandler((await books()).invoicing, {
    basePath: "/accounting",
    authenticate: (apiKey) => keys.get(apiKey) ?? null,
  });
  return endpoints(request);
}

export { handle as DELETE, handle as GET, handle as PATCH, handle as POST, handle as PUT };
