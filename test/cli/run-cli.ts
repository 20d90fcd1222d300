import { type ChildProcess, execFile } from "node:child_process";
import { ROOT } from "../docs/pages.ts";
import { bundledArguments } from "../support/bundled-script.ts";

/** The output of the command, and how it ended. */
export interface CliResult {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
  /** The signal that ended it, if one did. */
  readonly signal: string | undefined;
}

export interface CliOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Runs it as another user. */
  readonly uid?: number | undefined;
  /** `false`: its output is not read. */
  readonly isHeard?: boolean;
  /** Receives the process once it runs. */
  readonly onStart?: (child: ChildProcess) => void;
}

/** Runs `faktura` from its sources, in its own process. */
export function runCli(args: readonly string[], options: CliOptions = {}): Promise<CliResult> {
  const { cwd = ROOT, uid, isHeard = true, onStart } = options;
  const env = { ...process.env, NODE_NO_WARNINGS: "1", ...options.env };
  const argv = [...bundledArguments("src/cli/cli.ts"), ...args];
  const user = uid === undefined ? {} : { uid, gid: uid };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, argv, { cwd, env, ...user }, (error, stdout, stderr) => {
      const status = typeof error?.code === "number" ? error.code : error === null ? 0 : -1;
      resolve({ status, stdout, stderr, signal: error?.signal ?? undefined });
    });
    if (!isHeard) child.stdout?.destroy();
    onStart?.(child);
  });
}
