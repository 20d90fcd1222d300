import type { ApiKeyStore } from "../../ports/api-key-store.ts";

/** How long a use may wait to be written, and so how often a key is written at most. */
const WRITE_EVERY_MS = 60_000;

interface Use {
  readonly companyId: string;
  readonly keyId: string;
  readonly usedAt: string;
}

/**
 * The last use of each key, remembered here and written once a minute: no request waits for it, and none fails with it.
 * A process that is killed loses the last minute.
 */
export class ApiKeyUses {
  readonly #store: ApiKeyStore;
  readonly #pending = new Map<string, Use>();
  #timer: NodeJS.Timeout | undefined;
  #lastWrite: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(store: ApiKeyStore) {
    this.#store = store;
  }

  note(use: Use): void {
    this.#pending.set(nameOf(use), use);
    this.#writeLater();
  }

  /** The key's last use that is not written yet, in this process. */
  pending(key: Omit<Use, "usedAt">): string | undefined {
    return this.#pending.get(nameOf(key))?.usedAt;
  }

  /** Writes what is pending now, and nothing after it. Never rejects. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#write();
  }

  /** Whatever is noted until then is written together; the process need not wait for it. */
  #writeLater(): void {
    if (this.#closed) return;
    this.#timer ??= setTimeout(() => this.#write(), WRITE_EVERY_MS).unref();
  }

  #write(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#lastWrite = this.#lastWrite.then(() => this.#writeAll());
    return this.#lastWrite;
  }

  /** One after another, so that a thousand keys are no rush. What fails ends the turn: the store may be out of reach. */
  async #writeAll(): Promise<void> {
    for (const [name, use] of [...this.#pending]) {
      this.#pending.delete(name);
      try {
        await this.#store.touch(use.companyId, use.keyId, use.usedAt);
      } catch (error) {
        // A later use may have come meanwhile. It goes last, so that next time the others have their turn first.
        if (!this.#pending.has(name)) this.#pending.set(name, use);
        process.emitWarning(`The last uses of API keys could not be written: ${messageOf(error)}`, {
          code: "FAKTURA_API_KEY_USES",
        });
        this.#writeLater();
        return;
      }
    }
  }
}

/** Company ids hold no NUL. */
function nameOf({ companyId, keyId }: Omit<Use, "usedAt">): string {
  return `${companyId}\0${keyId}`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
