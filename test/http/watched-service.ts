import { connect } from "node:net";
import { Child } from "../crash/children.ts";
import { readSoundBooks } from "../crash/read-books.ts";
import { order } from "../support/fixtures.ts";
import { freshFile } from "../support/stores.ts";

/** The adapters that the guide names for plain Node, in the order of the child's ports. */
export const ADAPTERS = ["faktura/node", "@hono/node-server"] as const;

/** What comes back on a connection: the status of each answer, and all of it as text. */
export interface Exchange {
  readonly statuses: readonly number[];
  readonly text: string;
}

/** The endpoints in a process of their own, which reports its state, and a client that writes bytes. */
export class WatchedService {
  /** The invoices that some answer has shown, ids by their numbers. */
  readonly acknowledged = new Map<string, string>();
  readonly #file = freshFile();
  readonly #child = new Child("test/http/watched-server.ts", this.#file);
  #ports: readonly number[] = [];

  static async start(): Promise<WatchedService> {
    const service = new WatchedService();
    await service.#child.said(1);
    service.#ports = JSON.parse(service.#child.lines[0]!) as number[];
    return service;
  }

  /** Asks the child; its answers come in the order of the questions. */
  async ask<Answer>(question: string): Promise<Answer> {
    this.#child.say(question);
    const place = this.#child.lines.length;
    await this.#child.said(place + 1);
    return JSON.parse(this.#child.lines[place]!) as Answer;
  }

  /** Connects, and gives what writes pieces one by one, and what waits until the server has hung up. */
  connect(adapter: (typeof ADAPTERS)[number]) {
    const socket = connect(this.#ports[ADAPTERS.indexOf(adapter)]!, "127.0.0.1").setNoDelay();
    let text = "";
    socket.setEncoding("latin1").on("data", (chunk: string) => {
      text += chunk;
    });
    socket.on("error", () => undefined); // the server may hang up while more is written
    const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
    const write = async (pieces: readonly (string | Uint8Array)[]) => {
      for (const piece of pieces) {
        if (socket.destroyed) return;
        await Promise.race([closed, new Promise((resolve) => socket.write(piece, resolve))]);
      }
    };
    const read = async (): Promise<Exchange> => {
      await closed;
      const shown = text.matchAll(/"id":"(?<id>[\w-]{36})","invoiceNumber":"(?<number>[^"]+)"/g);
      for (const { groups } of shown) this.acknowledged.set(groups!["number"]!, groups!["id"]!);
      return { statuses: [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status)), text };
    };
    return { write, read, hangUp: () => void socket.end() };
  }

  /** Writes the pieces, and reads until the server hangs up; hangs up first where `leaves` says so. */
  async exchange(
    adapter: (typeof ADAPTERS)[number],
    pieces: readonly (string | Uint8Array)[],
    { leaves = false } = {},
  ): Promise<Exchange> {
    const { write, read, hangUp } = this.connect(adapter);
    await write(pieces);
    if (leaves) hangUp();
    return read();
  }

  /** Ends the child, and gives its invoices, ids by their numbers, once the books were found whole. */
  async close(): Promise<Map<string, string>> {
    this.#child.say("close");
    await this.#child.finished();
    return readSoundBooks(this.#file);
  }
}

/** The head of a request of acme's, after whose answer the server hangs up. */
export function headOf(line: string, ...headers: readonly string[]): string {
  const all = [`${line} HTTP/1.1`, "Host: localhost", "Authorization: Bearer acme", "Connection: close", ...headers];
  return `${all.join("\r\n")}\r\n\r\n`;
}

/** A request that issues, with this body. */
export function posted(body: string | Uint8Array, ...headers: readonly string[]): Uint8Array {
  const bytes = Buffer.from(body);
  const declared = ["Content-Type: application/json", `Content-Length: ${bytes.length}`, ...headers];
  return Buffer.concat([Buffer.from(headOf("POST /invoices", ...declared)), bytes]);
}

export const ORDER = JSON.stringify(order());
