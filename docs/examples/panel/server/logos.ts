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

/** Where the panel keeps the logos that are drawn on PDF files. */
export interface LogoStore {
  /** `undefined` if the company has none. */
  find(companyId: string): Promise<Logo | undefined>;
  /** Replaces the company's logo. */
  save(companyId: string, logo: Logo): Promise<void>;
  /** Does nothing if there is none. */
  remove(companyId: string): Promise<void>;
}
