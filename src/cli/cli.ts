#!/usr/bin/env node
import { runCommand } from "./run-command.ts";

// A reader that has gone, or a disk that is full: what was not told must not pass for sound, nor for a finding.
process.stdout.on("error", () => {
  process.exitCode = 2;
});
const status = await runCommand(process.argv.slice(2));
process.exitCode ??= status;
