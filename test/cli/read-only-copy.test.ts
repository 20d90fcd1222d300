/**
 * Goal: a file that SQLite cannot read in its folder is audited as a copy, of which nothing is left behind.
 * Method: a file in a folder that may not be written, read as a user who may not; once to the end, and
 * then until a Ctrl-C while its output is not read, so that it cannot have finished.
 */
import type { ChildProcess } from "node:child_process";
import { chmodSync, copyFileSync, mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { createInvoicing } from "faktura";
import { sqliteStore } from "faktura/sqlite";
import { expect, test } from "vitest";
import { writeBooks } from "../adapters/raw-books.ts";
import { oneTo, order } from "../support/fixtures.ts";
import { connectRaw } from "../support/stores.ts";
import { runCli } from "./run-cli.ts";

/** Root may write everywhere, so another user reads. */
const uid = process.getuid?.() === 0 ? 65534 : undefined;

/** A copy of the file, alone in a folder that cannot be written to, and a folder for temporary files. */
function lockAway(path: string) {
  const [folder, temporary] = ["faktura-read-only-", "faktura-temporary-"].map((name) =>
    mkdtempSync(join(tmpdir(), name)),
  );
  const copy = join(folder!, "copy.db");
  copyFileSync(path, copy); // closed by its writer, so that everything is in this one file
  chmodSync(copy, 0o444);
  chmodSync(folder!, 0o555);
  chmodSync(temporary!, 0o777);
  return { folder: folder!, copy, temporary: temporary! };
}

test("a copy in a read-only folder is audited, and nothing is left behind", async () => {
  const { folder, copy, temporary } = lockAway(await writeBooks());
  const { status, stdout, stderr } = await runCli(["audit", copy], { uid, env: { TMPDIR: temporary } });
  expect({ status, stdout, stderr }).toMatchObject({ status: 0, stdout: expect.stringContaining("sound") });
  expect(stderr).toContain("reading a copy");
  expect(readdirSync(folder)).toEqual(["copy.db"]);
  expect(readdirSync(temporary).filter((name) => name.startsWith("faktura-audit-"))).toEqual([]);
});

let manyFindings: Promise<string> | undefined;

/** Books with more findings than a pipe can buffer. */
async function writeManyFindings(): Promise<string> {
  const path = await writeBooks();
  const invoicing = createInvoicing({ store: sqliteStore(() => connectRaw(path)) });
  const orders = oneTo(1000).map(() => order());
  for (let block = 0; block < 3; block += 1) await invoicing.company("acme").issueMany(orders);
  await invoicing.close();
  const raw = connectRaw(path);
  raw.exec("DROP TRIGGER faktura_invoices_issued; UPDATE faktura_invoices SET actor = 'bert' WHERE counter > 4");
  raw.close();
  return path;
}

test.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)("no copy is left behind after %s", async (signal) => {
  manyFindings ??= writeManyFindings();
  const { copy, temporary } = lockAway(await manyFindings);
  const copies = () => readdirSync(temporary).filter((name) => name.startsWith("faktura-audit-"));
  const endOnceItCopies = async (child: ChildProcess) => {
    child.stdout!.pause();
    while (copies().length === 0 && child.exitCode === null) await nextTurn();
    child.kill(signal);
    child.kill(signal); // as an impatient user does
    child.stdout!.resume();
  };
  const { status, signal: ended } = await runCli(["audit", copy], {
    uid,
    env: { TMPDIR: temporary },
    onStart: (child) => void endOnceItCopies(child),
  });
  expect({ status, ended }).toEqual({ status: -1, ended: signal });
  expect(copies()).toEqual([]);
});
