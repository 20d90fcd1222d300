import { html, type TemplateResult } from "lit-html";
import type { InvoiceRow, InvoiceState } from "../../wire.ts";
import { texts } from "../texts/language.ts";

/** The sign before each state, so that colours alone say nothing. */
const SIGNS: Readonly<Record<InvoiceState | "overdue", string>> = {
  issued: "○",
  sent: "→",
  "partly-paid": "◐",
  paid: "✓",
  credited: "–",
  settled: "–",
  cancelled: "✕",
  "written-off": "✕",
  overdue: "!",
};

/**
 * The state of an invoice as badges, each with its own sign before the word. An overdue one says so instead of “sent”, and in
 * addition to the others: it may be late because nobody sent it.
 */
export function stateBadges({ state, isOverdue }: Pick<InvoiceRow, "state" | "isOverdue">): TemplateResult {
  const { states, overdue } = texts.words;
  const own = isOverdue && state === "sent" ? [] : [{ name: state, label: states[state] }];
  const badges = isOverdue ? [...own, { name: "overdue" as const, label: overdue }] : own;
  return html`<span class="badges">${badges.map(({ name, label }) => html`<span class="status" data-state=${name} data-sign=${SIGNS[name]}>${label}</span> `)}</span>`;
}
