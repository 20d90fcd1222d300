import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { ROOT } from "../docs/pages.ts";
import { bundledArguments } from "../support/bundled-script.ts";

const running = new Set<Child>();

/** A child process that runs a TypeScript file of this repository and prints lines. */
export class Child {
  /** The lines so far; only complete ones. */
  readonly lines: string[] = [];
  readonly #process: ChildProcess;
  readonly #ended: Promise<unknown>;
  readonly #listeners = new Set<() => void>();
  #errors = "";
  #closed = false;

  constructor(script: string, ...args: readonly string[]) {
    this.#process = spawn(process.execPath, [...bundledArguments(script), ...args], { cwd: ROOT, stdio: "pipe" });
    running.add(this);
    this.#ended = once(this.#process, "close").finally(() => {
      this.#closed = true;
      running.delete(this);
      this.#tell();
    });
    this.#ended.catch(() => undefined); // reported by the code that waits for it
    this.#process.stderr!.on("data", (chunk) => {
      this.#errors += chunk;
    });
    // A last line that was cut off by the end of the process does not count.
    let rest = "";
    this.#process.stdout!.on("data", (chunk) => {
      const lines = (rest + chunk).split("\n");
      rest = lines.pop()!;
      this.lines.push(...lines);
      this.#tell();
    });
    this.#process.stdin!.on("error", () => undefined); // it may have ended before it reads
  }

  say(line: string): void {
    this.#process.stdin!.write(`${line}\n`);
  }

  /** Resolves once it has printed `count` lines. @throws Error with its last output if it ends before */
  async said(count: number): Promise<void> {
    while (this.lines.length < count) {
      if (this.#closed) throw new Error(`the child ended after ${this.lines.length} lines: ${this.#errors}`);
      await new Promise<void>((resolve) => this.#listeners.add(resolve));
    }
  }

  /** Resolves when it has ended by itself. @throws Error with its last output if it failed */
  async finished(): Promise<void> {
    await this.#ended;
    const { exitCode } = this.#process;
    if (exitCode !== 0) throw new Error(`the child ended with ${exitCode}: ${this.#errors}`);
  }

  /** Kills it at once, as a power cut would. Resolves when it is gone and all its output has been read. */
  async kill(): Promise<void> {
    this.#process.kill("SIGKILL");
    await this.#ended;
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
    this.#listeners.clear();
  }
}

/** Kills every child that still runs. For `afterEach`, so that a failed test leaves none behind. */
export async function endChildren(): Promise<void> {
  await Promise.allSettled([...running].map((child) => child.kill()));
}

/** Starts `count` children and releases them at the same moment: each prints "ready" and waits for a line. */
export async function startTogether(count: number, script: string, args: (index: number) => readonly string[]) {
  const children = Array.from({ length: count }, (_, index) => new Child(script, ...args(index)));
  await Promise.all(children.map((child) => child.said(1)));
  for (const child of children) child.say("go");
  return children;
}
