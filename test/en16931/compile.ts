import { FILES } from "../einvoice/official.ts";
import { NO_RULES, rulesOf } from "./rules.ts";

// Compiles the official rules before the tests need them, so that no test waits for it.
if (NO_RULES !== undefined) console.log(`Nothing is compiled: ${NO_RULES}.`);
else for (const path of Object.values(FILES).flat()) rulesOf(path);
