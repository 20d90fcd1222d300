import type { ApiKeyStore } from "../../ports/api-key-store.ts";
import { ownContext } from "../../ports/own-context.ts";
import { quietTimer } from "../../ports/quiet-timer.ts";

/** The longest time until a use is written, and the shortest time between two writes of one key. */
const WRITE_EVERY_MS = 60_000;

interface Use {
  readonly companyId: string;
  readonly keyId: string;
  readonly usedAt: string;
}

/**
 * The last use of each key, kept in memory and written once a minute, so that no request waits for it or fails with it.
 * A process that is killed loses the last minute.
 */
export class LastUses {
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

  /** The key's last use that this process has not written yet. */
  pending(key: Omit<Use, "usedAt">): string | undefined {
    return this.#pending.get(nameOf(key))?.usedAt;
  }

  /** Writes everything that is pending, and nothing after that. Never rejects. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#write();
  }

  /** Everything that is noted until then is written together. The timer does not keep the process alive. */
  #writeLater(): void {
    if (this.#closed) return;
    this.#timer ??= ownContext.runInAsyncScope(() => quietTimer(() => this.#write(), WRITE_EVERY_MS));
  }

  #write(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#lastWrite = this.#lastWrite.then(() => this.#writeAll());
    return this.#lastWrite;
  }

  /** Writes one use after another, to spread the load. Stops at an error, because the store may be unreachable. */
  async #writeAll(): Promise<void> {
    for (const [name, use] of [...this.#pending]) {
      this.#pending.delete(name);
      try {
        await this.#store.touch(use.companyId, use.keyId, use.usedAt);
      } catch (error) {
        // A later use may have been noted meanwhile. This key goes last, so that next time the others come first.
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

/** Unique, because company ids contain no NUL. */
function nameOf({ companyId, keyId }: Omit<Use, "usedAt">): string {
  return `${companyId}\0${keyId}`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
