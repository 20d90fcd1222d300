import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ROOT } from "../docs/pages.ts";

/** What the command said, and how it ended. */
export interface CliResult {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `faktura` from its sources, in a process of its own; as another user where `uid` is given, to nobody where it `isHeard` by none. */
export function runCli(
  args: readonly string[],
  options: { cwd?: string; uid?: number; isHeard?: boolean } = {},
): Promise<CliResult> {
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href;
  const env = { ...process.env, TSX_TSCONFIG_PATH: join(ROOT, "tsconfig.json"), NODE_NO_WARNINGS: "1" };
  const argv = ["--import", tsx, join(ROOT, "src/cli/cli.ts"), ...args];
  const { cwd = ROOT, uid, isHeard = true } = options;
  const user = uid === undefined ? {} : { uid, gid: uid };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, argv, { cwd, env, ...user }, (error, stdout, stderr) => {
      resolve({ status: typeof error?.code === "number" ? error.code : error === null ? 0 : -1, stdout, stderr });
    });
    if (!isHeard) child.stdout?.destroy();
  });
}
