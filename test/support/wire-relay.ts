import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** Where a relay stops: in what the client sends, if it contains this text. */
export interface Stop {
  readonly text: string;
  /** How many of its bytes to pass on. */
  readonly bytes: (length: number) => number;
}

/** A TCP relay to PostgreSQL that stops in the middle of a message, and can pass on the rest later. */
export class WireRelay {
  readonly #server = createServer((near) => this.#join(near));
  readonly #sockets = new Set<Socket>();
  #stop: Stop | undefined;
  #rest: { readonly near: Socket; readonly far: Socket; readonly data: Buffer } | undefined;
  #stopped = () => {};
  /** How many times the client has sent something and then waited for an answer, since this was set to 0. */
  roundTrips = 0;

  static async open(target: number): Promise<WireRelay> {
    const relay = new WireRelay(target);
    relay.#server.listen(0, "127.0.0.1");
    await once(relay.#server, "listening");
    return relay;
  }

  readonly #target: number;

  private constructor(target: number) {
    this.#target = target;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Resolves once the relay has stopped. */
  stopAt(stop: Stop): Promise<void> {
    this.#stop = stop;
    return new Promise((resolve) => {
      this.#stopped = resolve;
    });
  }

  /** Closes the client's connection. The server's stays open, with what it has received. */
  cutClient(): void {
    this.#rest?.near.destroy();
  }

  /** Passes the rest of the message on, and closes the connection once the server has answered all of it. */
  async passRest(times = 1): Promise<void> {
    const { far, data } = this.#rest!;
    this.#rest = undefined;
    const answered = new Promise<void>((resolve) => {
      far.on("data", (answer) => {
        if (answer.at(-6) === 0x5a) resolve(); // ReadyForQuery: Z, its length, and the state of the transaction
      });
      far.on("close", () => resolve());
    });
    for (let time = 0; time < times; time += 1) far.write(data);
    await answered;
    far.destroy();
  }

  /** Closes both connections of the message. */
  cut(): void {
    this.#rest?.near.destroy();
    this.#rest?.far.destroy();
    this.#rest = undefined;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, "close");
  }

  #join(near: Socket): void {
    const far = connect(this.#target, "127.0.0.1").setNoDelay(true);
    let isHeld = false;
    let isAsking = false;
    for (const socket of [near, far]) this.#sockets.add(socket.on("error", () => undefined));
    near.on("data", (data) => {
      if (!isAsking) this.roundTrips += 1;
      isAsking = true;
      const stop = this.#stop;
      if (stop === undefined || !data.includes(stop.text)) {
        far.write(data);
        return;
      }
      this.#stop = undefined;
      isHeld = true;
      const bytes = stop.bytes(data.length);
      far.write(data.subarray(0, bytes));
      this.#rest = { near, far, data: data.subarray(bytes) };
      this.#stopped();
    });
    far.on("data", (data) => {
      isAsking = false;
      near.write(data);
    });
    near.on("close", () => isHeld || far.destroy());
    far.on("close", () => near.destroy());
  }
}
