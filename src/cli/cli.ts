#!/usr/bin/env node
import { runCommand } from "./run-command.ts";

// The report was not printed, for instance because the disk is full. So the status must be neither "sound" nor "findings".
process.stdout.on("error", () => {
  process.exitCode = 2;
});
const status = await runCommand(process.argv.slice(2));
process.exitCode ??= status;
