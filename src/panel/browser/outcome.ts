import { html, type TemplateResult } from "lit-html";
import { failureText } from "./calls.ts";

/** How an action is shown. */
interface ActionTexts {
  /** What is said while it runs. Absent: nothing. */
  readonly doing?: string;
  /** Why it failed, in words. Absent: what the call says. */
  readonly failed?: (error: unknown) => string;
}

/** What the last action of a part of a page did, or why it failed, and whether one is running. */
export class Outcome {
  readonly #show: () => void;
  #done = "";
  #problem = "";
  #isBusy = false;

  /** `show` is called after each change. */
  constructor(show: () => void) {
    this.#show = show;
  }

  get done(): string {
    return this.#done;
  }

  get problem(): string {
    return this.#problem;
  }

  get isBusy(): boolean {
    return this.#isBusy;
  }

  template(): TemplateResult {
    return html`<p role="status">${this.#done}</p> <p role="alert" class="problem">${this.#problem}</p>`;
  }

  tell(done: string, problem = ""): void {
    [this.#done, this.#problem] = [done, problem];
    this.#show();
  }

  /** Runs an action and tells what it returns, if that is a text, or why it failed. Returns whether it succeeded. */
  async run(action: () => Promise<unknown>, { doing = "", failed = failureText }: ActionTexts = {}): Promise<boolean> {
    this.#isBusy = true;
    this.tell(doing);
    const [done, problem] = await action().then(
      (text) => [typeof text === "string" ? text : "", ""] as const,
      (error: unknown) => ["", failed(error)] as const,
    );
    this.#isBusy = false;
    this.tell(done, problem);
    return problem === "";
  }
}
