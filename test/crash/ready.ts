import { once } from "node:events";
import { createInterface } from "node:readline";

/** In a child process: prints "ready", and resolves when it is told to go. */
export async function ready(): Promise<void> {
  const input = createInterface({ input: process.stdin });
  process.stdout.write("ready\n");
  await once(input, "line");
  input.close();
  process.stdin.destroy(); // nothing more is read, and an open pipe would keep the process alive
}
