import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { onTestFinished } from "vitest";

export interface Host {
  readonly child: ChildProcess;
  /** All its output, from both streams. */
  readonly printed: () => string;
}

export function start(...options: string[]): Host {
  return follow(spawn(process.execPath, ["--import", "tsx", "docs/examples/start.ts", ...options]));
}

/** Starts the host as the README says. */
export function npmStart(...options: string[]): Host {
  return npmRun("start", "--", ...options);
}

export function npmRun(...words: string[]): Host {
  return follow(spawn("npm", words));
}

/** Records what a process prints, and ends it with the test at the latest, or when `atEnd` says. */
export function follow(child: ChildProcessWithoutNullStreams, atEnd: (end: () => void) => void = onTestFinished): Host {
  atEnd(() => void child.kill("SIGKILL"));
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (printed += chunk));
  return { child, printed: () => printed };
}

/** Waits until the host has printed its last line, or has ended. */
export async function ready(host: Host): Promise<string> {
  while (!host.printed().includes("demo-key-atelier\n")) {
    if (host.child.exitCode !== null) throw new Error(host.printed());
    await Promise.race([once(host.child.stdout!, "data"), once(host.child, "close")]);
  }
  return host.printed();
}

export async function stop(host: Host, signal: NodeJS.Signals): Promise<number | null> {
  host.child.kill(signal);
  const [code] = (await once(host.child, "close")) as [number | null];
  return code;
}

/** Waits until the host has ended. */
export async function ended(host: Host): Promise<{ code: number | null; printed: string }> {
  const [code] = (await once(host.child, "close")) as [number | null];
  return { code, printed: host.printed() };
}

/** A server on a free port, on loopback. */
export async function takePort(): Promise<{ port: number; free: () => Promise<void> }> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  return { port, free: () => new Promise((resolve) => server.close(() => resolve())) };
}
