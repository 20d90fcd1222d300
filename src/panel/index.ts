export type { IssuedDocument } from "faktura";
export type { SignOut } from "./page-data.ts";
export { createPanel, type PanelHandler } from "./server/panel.ts";
export {
  type PanelAttachment,
  type PanelEmail,
  type PanelOptions,
  panelTables,
  type RenderPanelPdf,
  type SendPanelEmail,
} from "./server/panel-options.ts";
export type { DueRun, FailedOccurrence, Occurrence, RunDueOptions } from "./server/run-due.ts";
export type { AuthenticatePanel, PanelSession } from "./server/session.ts";
export type { PanelFont, PanelLogo, PanelTheme } from "./server/theme.ts";
export type { PanelRights } from "./wire.ts";
