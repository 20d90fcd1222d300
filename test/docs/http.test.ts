import { createInvoicing } from "faktura";
import { createHttpHandler } from "faktura/http";
import { memoryStore } from "faktura/memory";
import { expect, test } from "vitest";
import { germanProfile, order } from "../support/fixtures.ts";
import { readPage } from "./pages.ts";

test("the page's problem document is the answer to a misspelt field", async () => {
  const [, sample] = /^```json\n(.*?)^```$/ms.exec(readPage("docs/reference/http.md"))!;
  const invoicing = createInvoicing({ store: memoryStore() });
  await invoicing.company("firma").saveProfile(germanProfile());
  const authenticate = () => ({ companyId: "firma", scopes: ["write:invoices"] });
  const request = new Request("http://localhost/invoices", {
    method: "POST",
    headers: { Authorization: "Bearer key", "Content-Type": "application/json" },
    body: JSON.stringify({ ...order(), taxrate: 19 }),
  });
  const response = await createHttpHandler(invoicing, { authenticate })(request);
  expect(await response.json()).toEqual(JSON.parse(sample!));
  await invoicing.close();
});
