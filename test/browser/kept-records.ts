import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import type { Desk } from "./browser-test.ts";

/** The fields of a saved client that has all that an invoice needs. */
export const CLIENT = {
  "/clientName": "Kundin AG",
  "/clientCountry": "DE",
  "/clientVatNumber": "DE999999026",
  "/isCompany": "yes",
  "/clientAddress/line1": "Domplatz 4",
  "/clientAddress/postalCode": "50667",
  "/clientAddress/city": "Köln",
  "/supply": "services",
};

/** The fields of a saved article. */
export const ARTICLE = { "/description": "Workshop", "/unitPrice": "450", "/unit": "day", "/supply": "services" };

/** Saves what the panel keeps, such as an article. Gives back its id. */
export async function keep({ page, panel }: Desk, kind: string, content: object): Promise<string> {
  const id = randomUUID();
  const data = { revision: randomUUID(), replaces: [""], ...content };
  expect((await page.request.put(`${panel}/calls/${kind}/${id}`, { data })).status()).toBe(200);
  return id;
}

/** Saves the client, with other fields or some that differ. Gives back its id. */
export function keepClient(desk: Desk, changes: Readonly<Record<string, string>> = {}): Promise<string> {
  return keep(desk, "clients", { fields: { ...CLIENT, ...changes }, vatCheck: null });
}
