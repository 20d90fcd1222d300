import { FILES } from "../einvoice/official.ts";
import { RULES, rulesOf } from "./rules.ts";

// Compiles the official rules before the tests need them, so that no test waits for it.
if (RULES === undefined) console.log("nothing to compile: EN16931_RULES names no folder of the rules");
else for (const path of Object.values(FILES).flat()) rulesOf(path);
