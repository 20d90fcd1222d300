/**
 * Goal: a process killed at any instant leaves no gap and loses no invoice and no credit note that it had acknowledged.
 * Method: a child issues, credits and refunds, several at once, and prints number and id of each once it was acknowledged. It
 * is killed with SIGKILL at a random moment. Then its file is opened and compared with its output. Each round continues
 * with the file of the one before. `FAKTURA_CRASH_ROUNDS` sets the number of rounds; the default is 12.
 * Not covered: power loss, which is up to the file system.
 */
import { setTimeout as moment } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { freshFile } from "../support/stores.ts";
import { diskFolder } from "../support/temporary-folders.ts";
import { Child, endChildren } from "./children.ts";
import { readSoundBooks } from "./read-books.ts";

const ROUNDS = Number(process.env["FAKTURA_CRASH_ROUNDS"] ?? 12);
const script = "test/crash/issue-forever.ts";

afterEach(endChildren);

test(
  `SIGKILL while issuing and crediting, ${ROUNDS} rounds, leaves 1..n on disk with all that was acknowledged`,
  async () => {
    const path = freshFile("invoices.db", diskFolder());
    const acknowledged = new Map<string, string>();
    let next = new Child(script, path);
    for (let round = 1; round <= ROUNDS; round += 1) {
      const child = next;
      await child.said(1);
      child.say("go");
      await child.said(2);
      await moment(Math.random() * 50);
      await child.kill();
      if (round < ROUNDS) next = new Child(script, path); // starts up while we compare

      for (const line of child.lines.slice(1)) acknowledged.set(...(line.split(" ") as [string, string]));
      const books = await readSoundBooks(path);
      for (const [number, id] of acknowledged) expect(books.get(number), number).toBe(id);
    }
    expect(acknowledged.size).toBeGreaterThanOrEqual(ROUNDS);
  },
  30_000 + ROUNDS * 10_000,
);
