import { execFileSync } from "node:child_process";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "./workload.ts";

const REPOSITORY = join(import.meta.dirname, "..");

/** The package that today's sources were built into. */
export const TODAY = join(REPOSITORY, "dist");

/** The commit named on the command line, else the last tag, else the one before this. @throws Error if there is none */
export function olderCommit(): string {
  const ref = process.argv.slice(2).find((word) => !word.startsWith("--"));
  const git = (...words: string[]) =>
    execFileSync("git", words, { cwd: REPOSITORY, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  const lastTag = () => {
    try {
      return git("describe", "--tags", "--abbrev=0");
    } catch {
      return "HEAD~1";
    }
  };
  return git("rev-parse", "--short", "--verify", `${ref ?? lastTag()}^{commit}`);
}

/** Builds the library at that commit, with the packages that are installed, and passes on the folder of its package. */
export async function withBuildOf<Found>(commit: string, use: (dist: string) => Promise<Found>): Promise<Found> {
  const folder = join(temporaryFolder(), "before");
  execFileSync("git", ["worktree", "add", "--detach", folder, commit], { cwd: REPOSITORY, stdio: "ignore" });
  try {
    symlinkSync(join(REPOSITORY, "node_modules"), join(folder, "node_modules"));
    execFileSync(process.execPath, ["node_modules/tsup/dist/cli-default.js", "--no-dts", "--silent"], { cwd: folder });
    return await use(join(folder, "dist"));
  } finally {
    execFileSync("git", ["worktree", "remove", "--force", folder], { cwd: REPOSITORY, stdio: "ignore" });
  }
}
