/**
 * Goal: a process killed at any instant leaves the same messages for Croatia's Tax Administration, and all that were sent.
 * Method: a child issues, credits, sends and records answers, several at once, and prints what it sent. It is killed with SIGKILL
 * at a random moment. Then its file is read twice, from the beginning and after a random record. Each round continues with it.
 */
import { setTimeout as moment } from "node:timers/promises";
import { createInvoicing } from "faktura";
import { openSqliteStore } from "faktura/sqlite";
import { afterEach, expect, test } from "vitest";
import { recordsOf, signAlike } from "../einvoice/hr/fiscal-scenes.ts";
import { oneTo } from "../support/fixtures.ts";
import { freshFile } from "../support/stores.ts";
import { diskFolder } from "../support/temporary-folders.ts";
import { Child, endChildren } from "./children.ts";

afterEach(endChildren);

test("SIGKILL while issuing and sending leaves the same messages, one for each document", async () => {
  const path = freshFile("invoices.db", diskFolder());
  const sent = new Map<string, string>();
  for (let round = 1; round <= 5; round += 1) {
    const child = new Child("test/crash/fiscalise-forever.ts", path);
    await child.said(1);
    child.say("go");
    await child.said(4);
    await moment(Math.random() * 50);
    await child.kill();
    for (const line of child.lines.slice(1)) sent.set(...(line.split(" ") as [string, string]));

    const store = await openSqliteStore(path);
    const acme = createInvoicing({ store }).company("acme");
    const records = await recordsOf(acme, { sign: signAlike });
    expect(await recordsOf(acme, { sign: signAlike })).toEqual(records);
    const cut = Math.floor(Math.random() * records.length);
    expect(await recordsOf(acme, { sign: signAlike, after: records[cut]! })).toEqual(records.slice(cut + 1));
    await store.close();
    const codes = new Map(records.map(({ fiscalNumber, zki }) => [fiscalNumber, zki]));
    for (const [number, zki] of sent) expect(codes.get(number), number).toBe(zki);
    for (const register of ["12", "13"]) {
      const run = records.map(({ fiscalNumber }) => fiscalNumber.split("/")).filter((parts) => parts[2] === register);
      expect(run.map(([counter]) => Number(counter))).toEqual(oneTo(run.length));
    }
  }
  expect(sent.size).toBeGreaterThan(5);
}, 120_000);
