import type { Draft } from "../../wire.ts";
import { CallFailed, type PanelCalls, SIGNED_OUT } from "../calls.ts";
import { dropKeptDraft, keepDraft } from "./kept-draft.ts";

/** Pause in typing after which a draft is saved. */
const SAVE_DELAY_MS = 700;

/** Pause after a failed attempt. */
const RETRY_DELAY_MS = 5000;

/** What {@link DraftSaver} needs of its page. */
export interface SavedPage {
  readonly calls: PanelCalls;
  /** The texts of the form's fields now. */
  readonly fields: () => Draft["fields"];
  /** The total that the page shows now. */
  readonly total: () => Draft["total"];
  /** Called after each attempt. `failure` says why it failed. */
  readonly onAttempt: (failure: CallFailed | undefined) => void;
}

/**
 * Saves a draft while the user types, and when the page is left. If the last attempt failed, the browser asks before it
 * leaves the page.
 */
export class DraftSaver {
  readonly #page: SavedPage;
  readonly #id: string;
  /** The revisions that the server may have: the last that it confirmed, and those whose answer got lost. */
  #revisions: string[];
  #hasChanges = false;
  #failure: CallFailed | undefined;
  #isStopped = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #saving: Promise<void> = Promise.resolve();

  /** The revision is empty for a draft that was never saved. There are two if it is not known whether the second was. */
  constructor(page: SavedPage, id: string, revisions: readonly string[]) {
    this.#page = page;
    this.#id = id;
    this.#revisions = [...revisions];
    addEventListener("pagehide", () => this.#saveOnLeaving());
    // On phones, a page in the background may end without another event.
    addEventListener("visibilitychange", () => document.visibilityState === "hidden" && this.#saveOnLeaving());
    addEventListener("beforeunload", (event) => {
      const mustAsk = this.#hasChanges && (this.#failure !== undefined || !navigator.onLine);
      this.#saveOnLeaving();
      if (mustAsk) event.preventDefault();
    });
  }

  /** Why the last attempt failed; `undefined` if it did not. */
  get failure(): CallFailed | undefined {
    return this.#failure;
  }

  /** Whether something was typed since the last attempt. */
  get hasChanges(): boolean {
    return this.#hasChanges;
  }

  /** Saves soon. */
  change(): void {
    this.#hasChanges = true;
    this.#schedule(SAVE_DELAY_MS);
  }

  /** Saves now what is not saved yet. Does not reject: see {@link failure}. */
  save(keepalive = false): Promise<void> {
    clearTimeout(this.#timer);
    this.#saving = this.#saving.then(() => this.#attempt(keepalive));
    return this.#saving;
  }

  /** Saves what is typed as another draft, because another tab changed this one. Returns the id of the new one. */
  async saveCopy(): Promise<string> {
    const id = crypto.randomUUID();
    const draft = { id, revision: crypto.randomUUID(), fields: this.#page.fields(), total: this.#page.total() };
    await this.#page.calls.saveDraft(draft, [""], false);
    this.stop();
    return id;
  }

  /** Saves nothing from now on, because the draft is an invoice. */
  stop(): void {
    this.#halt();
    dropKeptDraft(this.#id);
  }

  #halt(): void {
    this.#isStopped = true;
    this.#hasChanges = false;
    clearTimeout(this.#timer);
  }

  /** Waits for no answer, because none may come. */
  #saveOnLeaving(): void {
    if (this.#hasChanges && !this.#isStopped) void this.#attempt(true);
  }

  #schedule(delayMs: number): void {
    clearTimeout(this.#timer);
    if (!this.#isStopped) this.#timer = setTimeout(() => this.save(), delayMs);
  }

  async #attempt(keepalive: boolean): Promise<void> {
    if (!this.#hasChanges || this.#isStopped) return;
    const revision = crypto.randomUUID();
    const replaces = this.#revisions;
    this.#revisions = [...replaces, revision];
    this.#hasChanges = false;
    this.#failure = undefined;
    const draft = { id: this.#id, revision, fields: this.#page.fields(), total: this.#page.total() };
    keepDraft({ draft, replaces });
    try {
      await this.#page.calls.saveDraft(draft, replaces, keepalive);
      dropKeptDraft(this.#id, revision);
      this.#revisions = this.#revisions.slice(this.#revisions.indexOf(revision));
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      this.#failure = error;
      // Whoever signs in again, in another tab, continues here.
      if (error.isTemporary || error.code === SIGNED_OUT) {
        this.#hasChanges = true;
        this.#schedule(RETRY_DELAY_MS);
      } else this.#halt();
    }
    this.#page.onAttempt(this.#failure);
  }
}
