import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { type BuildOptions, buildSync } from "esbuild";
import { follow, type Host } from "../examples/demo-host.ts";
import { programOf } from "../examples/runtimes.ts";

/** What workerd runs: a script, which is bundled into a folder. */
export interface WorkerdScript {
  /** The path of its source. */
  readonly entry: string;
  /** Where its bundle and its configuration are written. */
  readonly folder: string;
  readonly port: number;
  /** Absent: the earliest that the guide names, because before it workerd has no `node:os`. */
  readonly compatibilityDate?: string;
  /** Texts that the script receives, by name. */
  readonly texts?: Readonly<Record<string, string>>;
  /** The class of Durable Objects that it exports, whose files are in this folder. Absent: it exports none. */
  readonly objects?: { readonly className: string; readonly disk: string };
  /** More options of the bundle. */
  readonly bundle?: BuildOptions;
}

/** Bundles the script for workerd. */
export function bundleForWorkerd({ entry, folder, bundle }: WorkerdScript): void {
  buildSync({
    entryPoints: [entry],
    outfile: join(folder, "worker.js"),
    bundle: true,
    format: "esm",
    platform: "node",
    conditions: ["workerd"],
    external: ["cloudflare:*"],
    logLevel: "error",
    banner: {
      js: 'import { createRequire as requireFrom } from "node:module"; const require = requireFrom("file:///");',
    },
    ...bundle,
  });
}

/** Starts workerd with the script that is bundled. It ends with the test, or when `atEnd` says. */
export function startWorkerd(script: WorkerdScript, atEnd?: (end: () => void) => void): Host {
  const config = join(script.folder, "worker.capnp");
  writeFileSync(config, configOf(script));
  return follow(spawn(programOf("workerd"), ["serve", config, "--verbose"]), atEnd);
}

function configOf({ port, compatibilityDate = "2025-09-15", texts = {}, objects }: WorkerdScript): string {
  const bindings = Object.entries(texts).map(([name, text]) => `(name = "${name}", text = "${text}")`);
  const services = ['(name = "main", worker = .host)', '(name = "internet", network = (allow = ["private", "local"]))'];
  let durable = "";
  if (objects !== undefined) {
    const { className, disk } = objects;
    services.push(`(name = "disk", disk = (path = "${disk}", writable = true))`);
    bindings.push(`(name = "OBJECTS", durableObjectNamespace = "${className}")`);
    durable = `
  durableObjectNamespaces = [(className = "${className}", uniqueKey = "objects", enableSql = true)],
  durableObjectStorage = (localDisk = "disk"),`;
  }
  return `
using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [${services.join(", ")}],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
const host :Workerd.Worker = (
  modules = [(name = "worker.js", esModule = embed "worker.js")],
  compatibilityDate = "${compatibilityDate}",
  compatibilityFlags = ["nodejs_compat"],${durable}
  bindings = [${bindings.join(", ")}],
);`;
}

/** Waits until the port takes connections: workerd prints nothing when it listens. */
export async function untilListening(host: Host, port: number): Promise<void> {
  for (;;) {
    if (host.child.exitCode !== null) throw new Error(host.printed());
    const connected = await new Promise<boolean>((resolve) => {
      const socket = connect(port, "127.0.0.1", () => resolve(socket.end() !== undefined));
      socket.once("error", () => resolve(false));
    });
    if (connected) return;
  }
}
