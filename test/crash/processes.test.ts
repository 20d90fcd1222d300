/**
 * Goal: several servers on one file share one sequence, and one key never issues twice, whichever of them is called.
 * Method: four processes issue for one company at once, partly with their own keys and partly with keys that all four
 * use, and print the answers. Then the file is compared with their output.
 * Not covered: processes on several machines, which SQLite's locks do not support.
 */
import { createInvoicing } from "faktura";
import { openSqliteStore } from "faktura/sqlite";
import { afterEach, expect, test } from "vitest";
import { germanProfile } from "../support/fixtures.ts";
import { freshFile } from "../support/stores.ts";
import { diskFolder } from "../support/temporary-folders.ts";
import { endChildren, startTogether } from "./children.ts";
import { readSoundBooks } from "./read-books.ts";

const PROCESSES = 4;
const OWN = 40;
const SHARED = 10;

afterEach(endChildren);

test("four processes on one file issue 1..n, and one invoice for each key", async () => {
  const path = freshFile("invoices.db", diskFolder());
  const invoicing = createInvoicing({ store: await openSqliteStore(path) });
  await invoicing.company("acme").saveProfile(germanProfile());
  await invoicing.close();

  const args = (index: number) => [path, `process-${index}`, String(OWN), String(SHARED)];
  const children = await startTogether(PROCESSES, "test/crash/issue-some.ts", args);
  await Promise.all(children.map((child) => child.finished()));

  const answers = children.flatMap(({ lines }) => lines.slice(1).map((line) => line.split(" ") as Answer));
  expect(answers).toHaveLength(PROCESSES * (OWN + SHARED));
  const books = await readSoundBooks(path);
  for (const [key, number, id] of answers) expect(books.get(number), key).toBe(id);
  const invoicesByKey = new Map<string, Set<string>>();
  for (const [key, , id] of answers) invoicesByKey.set(key, (invoicesByKey.get(key) ?? new Set()).add(id));
  expect([...invoicesByKey.values()].every((ids) => ids.size === 1)).toBe(true);
  expect(invoicesByKey.size).toBe(PROCESSES * OWN + SHARED);
  expect(new Set(books.values())).toEqual(new Set([...invoicesByKey.values()].flatMap((ids) => [...ids])));
});

type Answer = [key: string, number: string, id: string];
