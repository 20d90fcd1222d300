/** Goal: what the guide on personal data says about records of the panel that no page deletes is how they are deleted. */
import { memoryStore } from "faktura/memory";
import { panelTables } from "faktura/panel";
import { expect, test } from "vitest";
import { decisionsIn } from "../../src/panel/server/records/decisions.ts";
import { sendingsIn } from "../../src/panel/server/records/sendings.ts";
import { readPage } from "../docs/pages.ts";

test("what the panel sent and decided is removed as the guide says", async () => {
  const tables = panelTables(memoryStore());
  const [sendings, decisions] = [sendingsIn(tables), decisionsIn(tables)];
  const at = "2026-11-20T12:00:00.000Z";
  await sendings.add("acme", "1", { id: "s", at, actor: "jane", channel: "email", to: "a@example.com", files: [] });
  await decisions.add("acme", "1", { actor: "jane", at });
  const calls = readPage("docs/guide/personal-data.md").matchAll(/\.remove\(companyId, "(\w+)", \w+\)/g);
  const kinds = [...calls].map(([, kind]) => kind!);
  expect(kinds).toEqual(["sending", "decided"]);
  for (const kind of kinds) await tables.remove("acme", kind, "1");
  expect(await sendings.find("acme", "1")).toEqual([]);
  expect([...(await decisions.among("acme", ["1"]))]).toEqual([]);
});
