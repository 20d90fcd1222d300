import type { PanelTables } from "faktura";
import { unnamedRecord } from "./unnamed-records.ts";

const KIND = "logo";

/** A company's logo. */
export interface Logo {
  readonly type: LogoType;
  readonly bytes: Uint8Array;
  /** An instant in UTC, from which it applies. It is also the logo's name. */
  readonly savedAt: string;
}

/** The types of image that `renderPdf` draws. */
export const LOGO_TYPES = ["image/png", "image/jpeg"] as const;

/** One of {@link LOGO_TYPES}. */
export type LogoType = (typeof LOGO_TYPES)[number];

/** The size of a logo's file at most. */
export const MAX_LOGO_BYTES = 512 * 1024;

/**
 * Where the panel keeps the logos of documents. Each applies from the instant at which it was saved, and none is ever deleted,
 * so that a document keeps the logo with which it was issued. Instants are in UTC, with milliseconds.
 */
export interface Logos {
  /** The logo that applied at an instant; `undefined` if the company had none then. */
  find(companyId: string, at: string): Promise<Logo | undefined>;
  /** Keeps a logo, which applies from now on. */
  save(companyId: string, logo: Logo): Promise<void>;
  /** From an instant on, the company has no logo. */
  remove(companyId: string, at: string): Promise<void>;
}

/** A logo as it is stored; `null` if there is none from its instant on. */
type StoredLogo = (Omit<Logo, "bytes"> & { /** In base64. */ readonly bytes: string }) | null;

/** The logos in these tables. */
export function logosIn(tables: PanelTables): Logos {
  const keep = async (companyId: string, at: string, logo: StoredLogo) => {
    await tables.save(companyId, unnamedRecord(KIND, at, logo, at));
  };
  return {
    async find(companyId, at) {
      const { records } = await tables.list(companyId, KIND, { upTo: at, descending: true, limit: 1 });
      const record = records[0] && (await tables.find(companyId, KIND, records[0].id));
      const logo = JSON.parse(record?.content ?? "null") as StoredLogo;
      return logo === null ? undefined : { ...logo, bytes: new Uint8Array(Buffer.from(logo.bytes, "base64")) };
    },
    save: (companyId, { bytes, ...logo }) =>
      keep(companyId, logo.savedAt, { ...logo, bytes: Buffer.from(bytes).toString("base64") }),
    remove: (companyId, at) => keep(companyId, at, null),
  };
}
