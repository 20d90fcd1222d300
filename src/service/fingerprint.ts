import { createHash } from "node:crypto";
import { canonicalJson } from "../domain/canonical-json.ts";

/** SHA-256, in hexadecimal, of a request as it was received; the order of its keys does not matter. */
export function fingerprintOf(request: unknown): string {
  return createHash("sha256").update(canonicalJson(request)).digest("hex");
}
