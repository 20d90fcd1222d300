import { parseArgs } from "node:util";

const { values } = parseArgs({ strict: false, options: { port: { type: "string" }, file: { type: "string" } } });

/** `--port 3000`, else the variable PORT. Next.js takes its port by itself. */
export const port = Number(values["port"] ?? process.env["PORT"] ?? 3000);

/** `--file invoices.db`, else the variable INVOICES_FILE. */
export const file = String(values["file"] ?? process.env["INVOICES_FILE"] ?? "invoices.db");
