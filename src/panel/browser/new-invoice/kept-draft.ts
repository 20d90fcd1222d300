import type { Draft } from "../../wire.ts";

/** A save of a draft that no server confirmed. */
export interface KeptDraft {
  readonly draft: Omit<Draft, "savedAt">;
  /** The revisions that it may replace. */
  readonly replaces: readonly string[];
}

const keyOf = (id: string) => `draft ${id}`;

/** Keeps it in the tab, in case the page is loaded again before the save is confirmed, or after it failed. */
export function keepDraft(kept: KeptDraft): void {
  sessionStorage.setItem(keyOf(kept.draft.id), JSON.stringify(kept));
}

/** `undefined` if nothing of the draft is kept. */
export function keptDraft(id: string): KeptDraft | undefined {
  const text = sessionStorage.getItem(keyOf(id));
  return text === null ? undefined : (JSON.parse(text) as KeptDraft);
}

/** Keeps nothing more of the draft; with a revision, only if nothing was typed since. */
export function dropKeptDraft(id: string, revision = keptDraft(id)?.draft.revision): void {
  if (keptDraft(id)?.draft.revision === revision) sessionStorage.removeItem(keyOf(id));
}
