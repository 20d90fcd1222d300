import type { ApiKeys, InvoicingStore, IssuedDocument, PanelTables, QuotedInvoice, RemindedInvoice } from "faktura";
import { requireBasePath } from "../../http/common/request-target.ts";
import type { OwnTexts } from "./page-texts.ts";
import { MAX_DRAFTS } from "./records/drafts.ts";
import type { AuthenticatePanel } from "./session.ts";
import { type PanelTheme, requireTheme } from "./theme.ts";

/**
 * Renders an invoice or a credit note as a PDF file, as `renderPdf` of `faktura/pdf` does. An invoice with a `reminder` is to be
 * printed as that, and a preview with a `quote` as a quote; `renderPdf` does so.
 */
export type RenderPanelPdf = (
  document: IssuedDocument | RemindedInvoice | QuotedInvoice,
  request: {
    /** The light accent of your `theme`, which `renderPdf` takes too. Absent: it has none. */
    readonly accent?: string | undefined;
    /** The document's logo, as issued. Absent: it has none. */
    readonly logo?: Uint8Array | undefined;
  },
) => Promise<Uint8Array> | Uint8Array;

/** A file of an e-mail. Libraries such as nodemailer take it as it is. */
export interface PanelAttachment {
  /** Such as `INV-202611-0001.pdf`. */
  readonly filename: string;
  /** `application/pdf` or `application/xml`. */
  readonly contentType: string;
  /** The bytes of the file. */
  readonly content: Uint8Array;
}

/** An e-mail to a client, as the user of the panel wrote it. */
export interface PanelEmail {
  /** One address. */
  readonly to: string;
  /** One line of text. */
  readonly subject: string;
  /** Plain text. */
  readonly text: string;
  /** The chosen files of the document. */
  readonly attachments: readonly PanelAttachment[];
}

/** Sends an e-mail for a company of the host's, and fulfils once the mail server has accepted it. */
export type SendPanelEmail = (
  email: PanelEmail,
  request: { readonly companyId: string; readonly actor: string },
) => Promise<unknown> | unknown;

/** Options of `createPanel`. */
export interface PanelOptions {
  /** Returns the session of a request; `null`, or a response of yours, if there is none. */
  readonly authenticate: AuthenticatePanel;
  /** Where drafts, clients, articles, logos, payment terms, reference rates, accounts, what was sent, and the results of audits are kept: `panelTables(store)`. */
  readonly tables: PanelTables;
  /** The path under which the panel is mounted, as browsers and the panel see it. Absent: `/panel`. */
  readonly basePath?: string | undefined;
  /**
   * The server's host names; requests to others are refused. Needed if `authenticate` does not read a cookie, because any
   * site can point its own host name at your server's address. Absent: every host name.
   */
  readonly hostNames?: readonly string[] | undefined;
  /** Renders PDF files: calls `renderPdf` of `faktura/pdf` with your fonts. Absent: the panel has no PDF files and no logo. */
  readonly render?: RenderPanelPdf | undefined;
  /**
   * Sends an e-mail with your own server, and fulfils once that has accepted it. If it rejects, the page says that nothing was
   * sent. Absent: the panel sends no e-mails, and people say themselves that an invoice was sent.
   */
  readonly send?: SendPanelEmail | undefined;
  /** The largest body of a call, in bytes, 1,048,576 to 67,108,864. Beyond it, calls are answered with 413. Absent: 1 MiB. */
  readonly maxBodyBytes?: number | undefined;
  /**
   * How many drafts a company may have, 1 to 1,000,000. A new one more is not saved, and its page says so. Each has about the
   * size of its invoice, and at most that of a body. Absent: 1,000.
   */
  readonly maxDrafts?: number | undefined;
  /** `apiKeys(store)`, for sessions that may create and revoke keys. Absent: the settings have no API keys. */
  readonly apiKeys?: Pick<ApiKeys, "list" | "create" | "revoke"> | undefined;
  /** Your product's name and colours. Their contrast is checked when the panel is created. Absent: those of the panel. */
  readonly theme?: PanelTheme | undefined;
  /**
   * Texts of your own, by language and by their places in `src/languages/en/panel-texts.ts` and `later-panel-texts.ts`:
   * `{ en: { "frame.start": "Home" } }`. Texts with parts that change, and those of `server`, cannot be replaced.
   */
  readonly texts?: OwnTexts | undefined;
}

/** The range of `maxBodyBytes`. The least is also its default; a logo fits into it. */
export const [LEAST_BODY, MOST_BODY] = [2 ** 20, 2 ** 26];

/** Each option, and what it must be. */
const KNOWN: Readonly<Record<keyof PanelOptions, readonly [isValid: (value: never) => boolean, must: string]>> = {
  authenticate: [isFunction, "must be a function that takes a request and returns its session, a Response or null"],
  tables: [
    (tables: PanelTables) => [tables.find, tables.list, tables.save, tables.saveAll, tables.remove].every(isFunction),
    "must be panelTables(store), or have find, list, save, saveAll and remove",
  ],
  basePath: [(path: string) => requireBasePath("basePath", path) !== undefined, "must begin with a slash"],
  hostNames: [
    (names: unknown) => Array.isArray(names) && names.length > 0 && names.every((name) => typeof name === "string"),
    "must be a list of host names",
  ],
  render: [isFunction, "must be a function that takes a document and returns the bytes of a PDF file"],
  send: [isFunction, "must be a function that takes { to, subject, text, attachments } and sends it as an e-mail"],
  maxBodyBytes: [
    isWholeIn(LEAST_BODY, MOST_BODY),
    `must be a whole number of bytes from ${LEAST_BODY} to ${MOST_BODY}`,
  ],
  maxDrafts: [
    isWholeIn(MAX_DRAFTS.least, MAX_DRAFTS.most),
    `must be a whole number from ${MAX_DRAFTS.least} to ${MAX_DRAFTS.most}`,
  ],
  apiKeys: [({ create }: ApiKeys) => isFunction(create), "must be apiKeys(store)"],
  theme: [isObject, "must be { name, accent, logo, font, home }"],
  texts: [isObject, 'must be texts by language and place: { en: { "frame.start": "Home" } }'],
};

/** @throws TypeError that names the option if one is missing, unknown or of the wrong type */
export function requirePanelOptions(options: PanelOptions): void {
  if (!isObject(options)) throw new TypeError("createPanel needs its options, at least { authenticate, tables }");
  for (const name of ["authenticate", "tables"] as const) {
    if (options[name] === undefined) throw new TypeError(`createPanel needs \`${name}\`: it ${KNOWN[name][1]}`);
  }
  for (const [name, value] of Object.entries(options)) {
    if (!Object.hasOwn(KNOWN, name)) {
      throw new TypeError(`${name} is not an option of createPanel. It has ${Object.keys(KNOWN).join(", ")}`);
    }
    if (value === undefined) continue;
    const [isValid, must] = KNOWN[name as keyof PanelOptions];
    if (value === null || !isValid(value as never)) throw new TypeError(`${name} ${must}`);
  }
  if (options.theme !== undefined) requireTheme(options.theme);
}

function isFunction(value: unknown): boolean {
  return typeof value === "function";
}

function isWholeIn(least: number, most: number) {
  return (value: unknown) => Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most;
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}

/**
 * What the panel keeps beside the books of a store: drafts, clients, articles, logos, payment terms, what was sent, and the results of audits. The stores of faktura
 * keep it in the same database: SQLite makes the table itself, on PostgreSQL `migratePostgres(pool, { panel: true })` does.
 *
 * @throws TypeError if it is not a store, or a store of your own without `panel`
 *
 * @example
 * ```ts
 * import { memoryStore } from "faktura/memory";
 * import { panelTables } from "faktura/panel";
 *
 * const tables = panelTables(memoryStore());
 * console.log((await tables.list("firma", "draft", {})).total); // 0
 * ```
 */
export function panelTables(store: Pick<InvoicingStore, "panel">): PanelTables {
  const { panel } = store ?? {};
  if (typeof panel?.save !== "function") {
    throw new TypeError("panelTables needs a store with `panel`, such as await openSqliteStore(path)");
  }
  return panel;
}
