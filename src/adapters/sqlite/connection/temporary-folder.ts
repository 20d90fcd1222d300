import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A temporary folder of this process. */
export interface TemporaryFolder {
  readonly path: string;
  /** Removes the folder and its content. */
  remove(): void;
}

const END_SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Creates a folder that does not outlive the process, even if somebody ends it with Ctrl-C. */
export function temporaryFolder(prefix: string): TemporaryFolder {
  let path: string | undefined;
  const remove = () => {
    try {
      if (path !== undefined) rmSync(path, { recursive: true, force: true, maxRetries: 3 });
    } finally {
      // Only now, because the user may press Ctrl-C twice.
      for (const signal of END_SIGNALS) process.off(signal, end);
    }
  };
  const end = (signal: NodeJS.Signals) => {
    try {
      remove();
    } finally {
      process.kill(process.pid, signal); // no listener is left, so the signal ends the process as usual
    }
  };
  for (const signal of END_SIGNALS) process.on(signal, end);
  path = mkdtempSync(join(tmpdir(), prefix));
  return { path, remove };
}
