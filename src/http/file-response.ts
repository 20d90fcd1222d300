import { createHash } from "node:crypto";

/**
 * The response with a file; 304 without it if the client has the same bytes. Only the client may keep them, and must ask
 * each time, because its key can be revoked and a later version of the library may write the document in another way.
 */
export function fileResponse(
  request: Request,
  content: string | Uint8Array,
  headers: Record<string, string>,
): Response {
  const etag = `"${createHash("sha256").update(content).digest("base64url")}"`;
  const validators = { ETag: etag, "Cache-Control": "private, no-cache" };
  if (isMatch(request.headers.get("If-None-Match"), etag))
    return new Response(null, { status: 304, headers: validators });
  return new Response(content as BodyInit, { headers: { ...headers, ...validators } });
}

/** Proxies that compress make the tag a weak one. @see RFC 9110, section 13.1.2 */
function isMatch(ifNoneMatch: string | null, etag: string): boolean {
  const tags = ifNoneMatch?.split(",").map((tag) => tag.trim().replace(/^W\//, "")) ?? [];
  return tags.includes(etag) || ifNoneMatch?.trim() === "*";
}
