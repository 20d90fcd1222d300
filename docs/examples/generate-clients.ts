/**
 * Generates what examples and tests import, as the guides say: Prisma's client, and the types for a client of the
 * endpoints. Tests of the examples run it first: `node --import tsx docs/examples/generate-clients.ts`.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { en16931 } from "faktura/einvoice";
import { openApiDocument } from "faktura/http";
import openapiTS, { astToString, type OpenAPI3 } from "openapi-typescript";

const TYPES = join(import.meta.dirname, "../../test/http/generated/openapi-types.ts");

const schema = join(import.meta.dirname, "orms/prisma/schema.prisma");
const prisma = join(dirname(createRequire(import.meta.url).resolve("prisma/package.json")), "build/index.js");
execFileSync(process.execPath, [prisma, "generate", "--schema", schema], {
  // Otherwise Prisma downloads its engine for migrations, which this command does not use.
  env: { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, PRISMA_HIDE_UPDATE_MESSAGE: "1" },
  stdio: ["ignore", "ignore", "inherit"],
});

mkdirSync(dirname(TYPES), { recursive: true });
writeFileSync(
  TYPES,
  astToString(await openapiTS(openApiDocument({ extended: true, formats: [en16931] }) as unknown as OpenAPI3)),
);
