/**
 * A child process that runs the panel's statements from the page, without faktura. Each input line says how many
 * transactions to run, what today is, and how each ends. It prints the row of each.
 */
import { randomUUID } from "node:crypto";
import { createInterface } from "node:readline";
import { connectPanel } from "./connections.ts";
import { type PanelStore, playPanel } from "./page.ts";

const [store, place, schema] = process.argv.slice(2) as [PanelStore, string, string];
const panel = await connectPanel(store, place, schema);
process.stdout.write("ready\n");

for await (const line of createInterface({ input: process.stdin })) {
  const [times, today, end] = line.split(" ") as [string, string, string];
  for (let time = 0; time < Number(times); time += 1) {
    const id = randomUUID();
    const { counter, issueDate } = await playPanel(store, panel.query, { id, today, end });
    process.stdout.write(`${counter} ${issueDate} ${id}\n`);
  }
}
