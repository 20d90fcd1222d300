import { randomUUID } from "node:crypto";
import type { PanelTables } from "faktura";

const KIND = "logo";

/** A company's logo. */
export interface Logo {
  readonly type: LogoType;
  readonly bytes: Uint8Array;
  /** An instant in UTC. */
  readonly savedAt: string;
}

/** The types of image that `renderPdf` draws. */
export const LOGO_TYPES = ["image/png", "image/jpeg"] as const;

/** One of {@link LOGO_TYPES}. */
export type LogoType = (typeof LOGO_TYPES)[number];

/** The size of a logo's file at most. */
export const MAX_LOGO_BYTES = 512 * 1024;

/**
 * Where the panel keeps the logos that are drawn on PDF files. Each applies from a day on, in the company's time zone, so
 * that an invoice of an earlier day keeps the logo that it was sent with. Days are `YYYY-MM-DD`.
 */
export interface Logos {
  /** The logo that applies on a day; `undefined` if the company has none then. */
  find(companyId: string, day: string): Promise<Logo | undefined>;
  /** Keeps a logo that applies from a day on. It replaces another one of the same day. */
  save(companyId: string, since: string, logo: Logo): Promise<void>;
  /** From a day on, the company has no logo. */
  remove(companyId: string, since: string): Promise<void>;
}

/** A logo as it is stored; `null` if there is none from its day on. */
type StoredLogo = (Omit<Logo, "bytes"> & { /** In base64. */ readonly bytes: string }) | null;

/** The logos in these tables. */
export function logosIn(tables: PanelTables): Logos {
  const keep = async (companyId: string, since: string, logo: StoredLogo) => {
    const record = { kind: KIND, id: since, revision: randomUUID(), sortKey: since, searchText: "" };
    await tables.save(companyId, { ...record, content: JSON.stringify(logo) });
  };
  return {
    async find(companyId, day) {
      const { records } = await tables.list(companyId, KIND, { upTo: day, descending: true, limit: 1 });
      const logo = JSON.parse(records[0]?.content ?? "null") as StoredLogo;
      return logo === null ? undefined : { ...logo, bytes: new Uint8Array(Buffer.from(logo.bytes, "base64")) };
    },
    save: (companyId, since, { bytes, ...logo }) =>
      keep(companyId, since, { ...logo, bytes: Buffer.from(bytes).toString("base64") }),
    remove: (companyId, since) => keep(companyId, since, null),
  };
}
