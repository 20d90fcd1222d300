#!/usr/bin/env node
import { runCommand } from "./run-command.ts";

// The report was not printed, for instance because the reader is gone or the disk is full: neither sound nor a finding.
process.stdout.on("error", () => {
  process.exitCode = 2;
});
const status = await runCommand(process.argv.slice(2));
process.exitCode ??= status;
