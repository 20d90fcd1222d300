import type { IssuedDocument } from "faktura";
import { type Company, createInvoicing } from "faktura";
import { memoryStore } from "faktura/memory";
import { z } from "zod";
import { readBytes } from "../../../http/common/request-body.ts";
import { LOGO_TYPES, type Logo, MAX_LOGO_BYTES } from "../records/logos.ts";
import { type CallRow, failed, row } from "./call.ts";

const REFUSALS = {
  logo_type: "The logo must be a PNG or JPEG image.",
  logo_size: "The file of the logo is too large.",
  logo_unusable: "The logo cannot be drawn. Save the image again as PNG in RGB colours.",
} as const;

const refused = (code: keyof typeof REFUSALS) => failed(422, code, REFUSALS[code]);

const LOGO = { right: "settings", option: "render" } as const;

/** The calls that keep the logo, and the one for the logos of documents, each by the instant at which it was saved. */
export const LOGO_CALLS: readonly CallRow[] = [
  row("GET /settings/logo", LOGO, async ({ companyId }, { logos, clock }) => {
    const logo = await logos.find(companyId, clock.now().toISOString());
    if (logo === undefined) return failed(404, "logo_not_found", "The company has no logo.");
    return imageAnswer(logo, "no-cache");
  }),
  row("PUT /settings/logo", LOGO, async ({ request, company, companyId }, { logos, render, clock, maxBodyBytes }) => {
    const bytes = await readBytes(request, maxBodyBytes);
    const given = request.headers.get("Content-Type");
    const type = LOGO_TYPES.find((one) => one === given && isOfType(bytes, one));
    if (type === undefined) return refused("logo_type");
    if (bytes.length > MAX_LOGO_BYTES) return refused("logo_size");
    try {
      await render!(await sampleOf(company), { logo: bytes });
    } catch (error) {
      if (error instanceof TypeError) return refused("logo_unusable");
      throw error;
    }
    const savedAt = clock.now().toISOString();
    await logos.save(companyId, { type, bytes, savedAt });
    return { savedAt };
  }),
  row("DELETE /settings/logo", LOGO, async ({ companyId }, { logos, clock }) => {
    await logos.remove(companyId, clock.now().toISOString());
    return {};
  }),
  row("GET /logos/{id}", {}, async ({ companyId, id }, { logos }) => {
    const at = z.iso.datetime().safeParse(id);
    const logo = at.success ? await logos.find(companyId, at.data) : undefined;
    return logo && imageAnswer(logo, "private, max-age=3600");
  }),
];

function imageAnswer({ bytes, type }: Logo, cacheControl: string): Response {
  const headers = { "Content-Type": type, "Cache-Control": cacheControl };
  return new Response(bytes as Uint8Array<ArrayBuffer>, { headers });
}

/** The first bytes of each type. What follows them, only drawing the image can prove. */
const SIGNATURES: Readonly<Record<(typeof LOGO_TYPES)[number], readonly number[]>> = {
  "image/png": [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  "image/jpeg": [0xff, 0xd8, 0xff],
};

function isOfType(bytes: Uint8Array, type: (typeof LOGO_TYPES)[number]): boolean {
  return SIGNATURES[type].every((byte, index) => bytes[index] === byte);
}

/** An invoice of the company to try a logo on. It is issued in memory, so that nothing is issued in the books. */
async function sampleOf(company: Company): Promise<IssuedDocument> {
  const copy = createInvoicing({ store: memoryStore() }).company("sample");
  await copy.saveProfile({ ...(await company.profile()), requires: undefined });
  const items = [{ description: "Logo", quantity: 1, unitPrice: 1, taxRate: 0, vatCategory: "Z" as const }];
  return copy.issue({ clientName: "Logo", autoVat: false, items });
}
