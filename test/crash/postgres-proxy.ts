import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/** Where a connection was cut. */
export type Cut =
  | "before COMMIT" // which never reached the server
  | "during COMMIT" // which reached the server only after the client had lost its connection
  | "after COMMIT" // which the server had answered when the client lost its connection
  | "elsewhere";

const AT_COMMIT: readonly Cut[] = ["before COMMIT", "during COMMIT", "after COMMIT"];

/** Splits what a client sends into messages of PostgreSQL's protocol, on a connection without TLS. */
class ClientMessages {
  #rest = Buffer.alloc(0);
  #started = false;

  /** The complete messages so far. */
  add(data: Buffer): Buffer[] {
    this.#rest = Buffer.concat([this.#rest, data]);
    const messages: Buffer[] = [];
    for (;;) {
      const header = this.#started ? 1 : 0; // the first message has no letter before its length
      if (this.#rest.length < header + 4) return messages;
      const size = header + this.#rest.readInt32BE(header);
      if (this.#rest.length < size) return messages;
      messages.push(this.#rest.subarray(0, size));
      this.#rest = this.#rest.subarray(size);
      this.#started = true;
    }
  }
}

/** Finds what commits: a simple query that consists of this word, or the Execute of a call that issues. */
class Commits {
  #isCall = false;

  /** Call it with each message of a connection, in order. */
  isCommit(message: Buffer): boolean {
    const kind = String.fromCharCode(message[0]!);
    if (kind === "P") this.#isCall = message.includes("CALL ");
    return kind === "E" ? this.#isCall : kind === "Q" && message.subarray(5).toString() === "COMMIT\0";
  }
}

/** A proxy on loopback in front of PostgreSQL that cuts connections at random, most often at what commits. */
export class CuttingProxy {
  /** The number of connections cut so far. */
  readonly cuts: Record<Cut, number> = { "before COMMIT": 0, "during COMMIT": 0, "after COMMIT": 0, elsewhere: 0 };
  /** Whether connections are cut. Otherwise everything passes. */
  isCutting = false;
  readonly #target: URL;
  readonly #sockets = new Set<Socket>();
  readonly #server = createServer((near) => this.#accept(near));
  readonly #listeners = new Set<() => void>();

  constructor(url: string) {
    this.#target = new URL(url);
  }

  /** The port that it listens on, to be used instead of the server's. */
  async open(): Promise<string> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    const url = new URL(this.#target);
    url.hostname = "127.0.0.1";
    url.port = String((this.#server.address() as { port: number }).port);
    return url.href;
  }

  get total(): number {
    return Object.values(this.cuts).reduce((sum, count) => sum + count);
  }

  /** Resolves when one more connection was cut. */
  cut(): Promise<void> {
    return new Promise((resolve) => this.#listeners.add(resolve));
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
  }

  #accept(near: Socket): void {
    const far = connect(Number(this.#target.port || 5432), this.#target.hostname);
    for (const socket of [near, far]) {
      this.#sockets.add(socket.setNoDelay());
      socket.on("error", () => undefined).on("close", () => this.#sockets.delete(socket));
    }
    const [messages, commits] = [new ClientMessages(), new Commits()];
    let cutAtAnswer = false;
    near.on("data", (data: Buffer) => {
      for (const message of messages.add(data)) {
        const isCommit = commits.isCommit(message);
        const cut = near.destroyed ? undefined : this.#decide(isCommit);
        if (cut === "after COMMIT") cutAtAnswer = true;
        else if (cut !== undefined) this.#cut(near, cut);
        if (cut === "before COMMIT" || cut === "elsewhere") return void far.destroy();
        // The server goes on for a while after the client has lost its connection.
        if (cut === "during COMMIT") return void setTimeout(() => far.end(message), Math.random() * 100);
        far.write(message);
      }
    });
    far.on("data", (data) => {
      if (cutAtAnswer) this.#cut(near, "after COMMIT");
      else near.write(data);
    });
    near.on("end", () => far.end());
    far.on("close", () => near.destroy());
  }

  #decide(isCommit: boolean): Cut | undefined {
    if (!this.isCutting) return undefined;
    if (!isCommit) return Math.random() < 0.003 ? "elsewhere" : undefined;
    return Math.random() < 0.2 ? AT_COMMIT[Math.floor(Math.random() * AT_COMMIT.length)] : undefined;
  }

  /** The client sees the end of the stream or a reset, because networks cause either. */
  #cut(near: Socket, cut: Cut): void {
    this.cuts[cut] += 1;
    if (Math.random() < 0.5) near.resetAndDestroy();
    else near.destroy();
    for (const listener of this.#listeners) listener();
    this.#listeners.clear();
  }
}
