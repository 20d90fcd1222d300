import { parseArgs } from "node:util";

const { values } = parseArgs({ strict: false, options: { port: { type: "string" }, file: { type: "string" } } });

/** `--port 3000`, or else the environment variable PORT. Next.js reads its port itself. */
export const port = Number(values["port"] ?? process.env["PORT"] ?? 3000);

/** `--file invoices.db`, or else the environment variable INVOICES_FILE. */
export const file = String(values["file"] ?? process.env["INVOICES_FILE"] ?? "invoices.db");
