import { type Clock, type Company, createInvoicing } from "faktura";
import { memoryStore } from "faktura/memory";
import { Hono } from "hono";
import type { IssuedDocument } from "../../document-files.ts";
import type { Failure } from "../../wire.ts";
import { LOGO_TYPES, type Logos, MAX_LOGO_BYTES } from "../records/logos.ts";
import type { PanelEnv } from "../session.ts";

/** Renders an invoice or a credit note as a PDF file, as `renderPdf` of `faktura/pdf` does. */
export type RenderPanelPdf = (
  document: IssuedDocument,
  request: {
    /** The logo with which the document was issued. Absent: it has none. */
    readonly logo?: Uint8Array | undefined;
    /** BCP 47 tag of the client's language. Absent: `renderPdf` chooses, by the seller. */
    readonly language?: string | undefined;
  },
) => Promise<Uint8Array> | Uint8Array;

/** What the calls about logos need. */
interface LogoOptions {
  readonly logos: Logos;
  readonly render: RenderPanelPdf;
  readonly clock: Clock;
}

const NOT_FOUND: Failure = { code: "logo_not_found", message: "The company has no logo.", errors: [] };

const REFUSALS = {
  logo_type: "The logo must be a PNG or JPEG image.",
  logo_size: "The file of the logo is too large.",
  logo_unusable: "The logo cannot be drawn. Save the image again as PNG in RGB colours.",
} as const;

/** The calls that keep the logo, below `/settings/logo`. */
export function logoCalls({ logos, render, clock }: LogoOptions): Hono<PanelEnv> {
  const calls = new Hono<PanelEnv>();

  calls.get("/", async ({ var: { companyId }, json, body }) => {
    const logo = await logos.find(companyId, clock.now().toISOString());
    if (logo === undefined) return json(NOT_FOUND, 404);
    const headers = { "Content-Type": logo.type, "Cache-Control": "no-cache" };
    return body(logo.bytes as Uint8Array<ArrayBuffer>, 200, headers);
  });

  calls.put("/", async ({ var: { company, companyId }, req, json }) => {
    const bytes = new Uint8Array(await req.arrayBuffer());
    const type = LOGO_TYPES.find((one) => one === req.header("Content-Type") && isOfType(bytes, one));
    const refused = (code: keyof typeof REFUSALS) => json({ code, message: REFUSALS[code], errors: [] }, 422);
    if (type === undefined) return refused("logo_type");
    if (bytes.length > MAX_LOGO_BYTES) return refused("logo_size");
    try {
      await render(await sampleOf(company), { logo: bytes });
    } catch (error) {
      if (error instanceof TypeError) return refused("logo_unusable");
      throw error;
    }
    const savedAt = clock.now().toISOString();
    await logos.save(companyId, { type, bytes, savedAt });
    return json({ savedAt });
  });

  calls.delete("/", async ({ var: { companyId }, json }) => {
    await logos.remove(companyId, clock.now().toISOString());
    return json({});
  });

  return calls;
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
