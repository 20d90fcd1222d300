import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Host } from "../../../examples/demo-host.ts";
import { freePort } from "../../../support/postgres-server.ts";
import { freshFile } from "../../../support/stores.ts";
import { bundleForWorkerd, startWorkerd, untilListening, type WorkerdScript } from "../../../support/workerd.ts";

/** Durable Objects of one class in workerd, on a disk of their own. */
export class Objects {
  readonly #script: WorkerdScript;
  #host: Host | undefined;

  private constructor(script: WorkerdScript) {
    this.#script = script;
  }

  /** Bundles the objects of this class, and starts workerd. The objects receive `texts`, and `parent` is the folder for their disk. */
  static async start(className: string, texts = {}, parent?: string): Promise<Objects> {
    const folder = dirname(freshFile("worker.js", parent));
    const disk = join(folder, "disk");
    mkdirSync(disk);
    const script: WorkerdScript = {
      entry: join(import.meta.dirname, "objects.ts"),
      folder,
      port: await freePort(),
      texts,
      objects: { className, disk },
    };
    bundleForWorkerd(script);
    const objects = new Objects(script);
    await objects.restart();
    return objects;
  }

  /** Starts workerd on the same disk. */
  async restart(): Promise<void> {
    this.#host = startWorkerd(this.#script, () => undefined);
    await untilListening(this.#host, this.#script.port);
  }

  /** Sends the text to the object with this name, and returns its answer. */
  async ask(name: string, text: string): Promise<string> {
    const url = `http://127.0.0.1:${this.#script.port}/${name}`;
    const answer = await fetch(url, { method: "POST", body: text });
    if (answer.ok) return answer.text();
    throw new Error(`${await answer.text()}\n${this.#host!.printed()}`);
  }

  /** Ends workerd with SIGKILL. */
  async kill(): Promise<void> {
    const { child } = this.#host!;
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  }
}
