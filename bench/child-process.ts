import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

/** A child process that replies to each message. */
export interface ChildProcess<Message extends string | object, Reply = number> {
  /** Rejects if the process ends before it replies. */
  readonly ask: (message: Message) => Promise<Reply>;
  readonly end: () => void;
}

/** Starts a script of this folder in a separate process. */
export function childProcess<Message extends string | object, Reply = number>(
  script: string,
  ...args: string[]
): ChildProcess<Message, Reply> {
  const child = fork(join(import.meta.dirname, script), args, { execArgv: ["--import", "tsx"] });
  const ended = once(child, "exit").then(() => {
    throw new Error(`${script} has ended`);
  });
  ended.catch(() => undefined);
  return {
    ask: async (message) => {
      const answered = once(child, "message");
      child.send(message);
      const [value] = await Promise.race([answered, ended]);
      return value as Reply;
    },
    end: () => child.kill(),
  };
}
