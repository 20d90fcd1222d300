import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";

/** A TCP relay on loopback whose target can be changed or cut, with a delay in each direction. */
export class Relay {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #delayMs: number;
  #target: number | undefined;

  private constructor(target: number, delayMs: number) {
    this.#target = target;
    this.#delayMs = delayMs;
    this.#server = createServer((client) => this.#join(client)).listen(0, "127.0.0.1");
  }

  /** A relay to this port, listening. */
  static async open(target: number, delayMs = 0): Promise<Relay> {
    const relay = new Relay(target, delayMs);
    await once(relay.#server, "listening");
    return relay;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Closes every connection, with all data in transit. New ones are closed at once until there is another target. */
  cut(): void {
    this.#target = undefined;
    for (const socket of this.#sockets) socket.destroy();
  }

  /** The target of new connections. Existing ones stay where they are. */
  leadTo(target: number): void {
    this.#target = target;
  }

  async close(): Promise<void> {
    this.cut();
    this.#server.close();
    await once(this.#server, "close");
  }

  #join(client: Socket): void {
    if (this.#target === undefined) {
      client.on("error", () => undefined).destroy();
      return;
    }
    const server = connect(this.#target, "127.0.0.1");
    this.#pass(client, server);
    this.#pass(server, client);
  }

  #pass(from: Socket, to: Socket): void {
    this.#sockets.add(from);
    from.setNoDelay(true);
    from.on("data", (chunk) => this.#later(() => to.writable && to.write(chunk)));
    from.on("error", () => undefined);
    from.on("close", () => {
      this.#sockets.delete(from);
      this.#later(() => to.destroy());
    });
  }

  /** Timers with the same delay fire in order, so the bytes stay in order too. */
  #later(action: () => unknown): void {
    if (this.#delayMs === 0) action();
    else setTimeout(action, this.#delayMs);
  }
}
