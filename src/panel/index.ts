export type { IssuedDocument } from "./document-files.ts";
export type { RenderPanelPdf } from "./server/calls/logo-calls.ts";
export type { PanelAttachment, PanelEmail, SendPanelEmail } from "./server/calls/sending-calls.ts";
export { createPanel, type PanelHandler } from "./server/panel.ts";
export type { PanelOptions } from "./server/panel-options.ts";
export { panelTables } from "./server/panel-tables.ts";
export type { AuthenticatePanel, PanelSession } from "./server/session.ts";
export type { PanelTheme } from "./server/theme.ts";
export type { PanelRights } from "./wire.ts";
