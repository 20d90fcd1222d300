import type { AuditStore } from "./audits.ts";
import type { ClientStore } from "./clients.ts";
import type { DraftStore } from "./drafts.ts";
import type { LogoStore } from "./logos.ts";

/** What the panel keeps beside the books. It is the host's own data: the library neither reads nor writes it. */
export interface PanelTables {
  readonly drafts: DraftStore;
  readonly clients: ClientStore;
  readonly logos: LogoStore;
  readonly audits: AuditStore;
}

/** {@link PanelTables} that the host opened. */
export interface OpenPanelTables extends PanelTables {
  /** Closes what was opened. The host calls it after the last request. */
  close(): Promise<void>;
}
