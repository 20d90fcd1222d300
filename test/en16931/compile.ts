import { RULE_FILES } from "../einvoice/official.ts";
import { NO_NATIONAL_RULES, rulesOf } from "./rules.ts";

// Compiles the official rules before the tests need them, so that no test waits for it.
for (const path of RULE_FILES) rulesOf(path);
if (NO_NATIONAL_RULES !== undefined) console.log(`Not all is compiled: ${NO_NATIONAL_RULES}.`);
