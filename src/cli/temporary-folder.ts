import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A folder of this process's own. */
export interface TemporaryFolder {
  readonly path: string;
  /** Removes it with all that is in it. */
  remove(): void;
}

const ENDINGS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Makes a folder that does not outlive the process, not even where somebody ends it with Ctrl-C. */
export function temporaryFolder(prefix: string): TemporaryFolder {
  let path: string | undefined;
  const remove = () => {
    try {
      if (path !== undefined) rmSync(path, { recursive: true, force: true, maxRetries: 3 });
    } finally {
      // Not before: whoever is impatient presses Ctrl-C twice.
      for (const signal of ENDINGS) process.off(signal, end);
    }
  };
  const end = (signal: NodeJS.Signals) => {
    try {
      remove();
    } finally {
      process.kill(process.pid, signal); // nobody listens any more, so that it ends the process as it would have
    }
  };
  for (const signal of ENDINGS) process.on(signal, end);
  path = mkdtempSync(join(tmpdir(), prefix));
  return { path, remove };
}
