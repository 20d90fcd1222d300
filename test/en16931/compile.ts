import { RULE_FILES } from "../einvoice/official.ts";
import { NO_NATIONAL_RULES, rulesOf } from "./rules.ts";

// Compiles the official rules before the tests need them, so that no test waits for it; all of them, or one of several parts.
const [part = 1, parts = 1] = process.argv.slice(2).map(Number);
for (const [index, path] of RULE_FILES.entries()) if (index % parts === part - 1) rulesOf(path);
if (NO_NATIONAL_RULES !== undefined) console.log(`Not all is compiled: ${NO_NATIONAL_RULES}.`);
