/// <reference types="vite/client" />
import { describe } from "vitest";

/**
 * Registers test files as suites in one file, each with its own hooks, because loading one file costs a mutant less
 * than loading many.
 */
export function describeFiles(files: Record<string, () => Promise<unknown>>): void {
  for (const [path, load] of Object.entries(files)) {
    describe(path, async () => {
      await load();
    });
  }
}
