import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInvoicing } from "faktura";
import { openSqliteStore } from "faktura/sqlite";
import { onTestFinished } from "vitest";
import { ROOT } from "../docs/pages.ts";
import type { Peer } from "../http/conversation.ts";
import { follow, type Host } from "./demo-host.ts";

/** Waits until a host has printed its address, which is the group in `pattern`. */
export async function addressOf(host: Host, pattern: RegExp): Promise<string> {
  for (;;) {
    const address = pattern.exec(host.printed())?.[1];
    if (address !== undefined) return address;
    if (host.child.exitCode !== null) throw new Error(host.printed());
    await Promise.race(
      [host.child.stdout!, host.child.stderr!].map((stream) => once(stream, "data")).concat(once(host.child, "close")),
    );
  }
}

/** A host of the examples at this address, with the keys of `accounting.ts`. */
export const hostAt = (base: string): Peer => ({ base, key: "secret", readersKey: "secret-of-a-reader" });

/** The counters of the invoices in a file, as another process finds them. */
export async function countersIn(file: string): Promise<number[]> {
  const invoicing = createInvoicing({ store: await openSqliteStore(file) });
  const { data } = await invoicing.company("firma").list({ limit: 100 });
  await invoicing.close();
  return data.map(({ invoiceNumber }) => Number(invoiceNumber.slice(-4)));
}

const EXAMPLES = join(ROOT, "docs/examples");

const NEXT = join(EXAMPLES, "node_modules/next/dist/bin/next");

/** Why the Next.js host cannot run here; `undefined` if it can. */
export const NO_NEXT = lstatSync(join(EXAMPLES, "node_modules")).isSymbolicLink()
  ? "Next.js takes no node_modules that is a link to another folder"
  : undefined;

/** Copies the hosts into a new folder with the built package in its node_modules, as their developers would have it. */
export function installHosts(): string {
  const folder = mkdtempSync(join(EXAMPLES, ".hosts-"));
  const isSource = (path: string) => !/[/\\](?:\.next|next-env\.d\.ts)$/.test(path);
  cpSync(join(EXAMPLES, "hosts"), folder, { recursive: true, filter: isSource });
  // Without its own package.json, the copy would be part of this package, and resolve `faktura` to its `dist`.
  cpSync(join(EXAMPLES, "package.json"), join(folder, "package.json"));
  installInto(join(folder, "node_modules"));
  return folder;
}

/** Builds the Next.js host in the folder of {@link installHosts}, as its developer would. */
export function buildNext(folder: string): void {
  const config = join(folder, "next/next.config.ts");
  // The package that is installed there has no types. `npm run types:examples` checks these files.
  const text = readFileSync(config, "utf8").replace("= {", "= { typescript: { ignoreBuildErrors: true },");
  writeFileSync(config, text);
  execFileSync(process.execPath, [NEXT, "build"], { cwd: join(folder, "next"), env: environmentOf("production") });
}

/** Starts the Next.js host in the folder of {@link installHosts}: `dev` for its developer, or `start` after a build. */
export function startNext(folder: string, command: "dev" | "start", file: string): Host {
  const child = spawn(process.execPath, [NEXT, command, "--port", "0", "--hostname", "127.0.0.1"], {
    cwd: join(folder, "next"),
    detached: true,
    env: { ...environmentOf(command === "dev" ? "development" : "production"), INVOICES_FILE: file },
  });
  onTestFinished(() => endGroup(child));
  return follow(child);
}

// CI: it must never install anything by itself.
const environmentOf = (mode: "development" | "production") => {
  return { ...process.env, NODE_ENV: mode, NEXT_TELEMETRY_DISABLED: "1", CI: "1" } as const;
};

function installInto(modules: string): void {
  const faktura = join(modules, "faktura");
  mkdirSync(faktura, { recursive: true });
  cpSync(join(ROOT, "package.json"), join(faktura, "package.json"));
  const tsup = [
    join(ROOT, "node_modules/tsup/dist/cli-default.js"),
    "--config",
    join(ROOT, ".tsup.config.ts"),
    "--no-dts",
    "--silent",
    "--out-dir",
    join(faktura, "dist"),
  ];
  execFileSync(process.execPath, tsup, { cwd: ROOT });
}

/** Next.js starts further processes, which must not outlive a failed test. */
function endGroup({ pid }: ChildProcess): void {
  try {
    process.kill(-pid!, "SIGKILL");
  } catch {
    // All of them have ended.
  }
}
