import type { UserConsoleLog } from "vitest";
import type { Reporter } from "vitest/node";

/** What a reason begins with where it is printed. */
export const SKIPPED = "Skipped: ";

/** Says at the end of a run why tests were skipped: what is missing, and in how many files. */
export class SkippedTests implements Reporter {
  readonly #files = new Map<string, number>();

  onUserConsoleLog({ content }: UserConsoleLog): void {
    for (const line of content.split("\n")) {
      if (!line.startsWith(SKIPPED)) continue;
      const reason = line.slice(SKIPPED.length);
      this.#files.set(reason, (this.#files.get(reason) ?? 0) + 1);
    }
  }

  onTestRunEnd(): void {
    if (this.#files.size > 0) console.log("\nTests were skipped, because something is missing:");
    for (const [reason, files] of this.#files) console.log(`- ${reason} (${files} ${files === 1 ? "file" : "files"})`);
  }
}
