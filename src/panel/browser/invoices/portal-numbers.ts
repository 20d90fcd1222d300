import type { IssuedDocument, PortalNumber } from "faktura";
import { html, nothing, type TemplateResult } from "lit-html";
import type { FormatEntry } from "../../wire.ts";
import { clearFaults, ignoreEnter, inputField, submitTo, textOf, unplacedProblem } from "../fields/fields.ts";
import { Outcome } from "../outcome.ts";
import type { PageContext } from "../page.ts";
import { texts } from "../texts/language.ts";

/** The numbers that portals gave a document and, if its state's portal gave none yet, what records it. */
export class PortalNumbers {
  readonly #context: PageContext;
  readonly #document: IssuedDocument;
  readonly #outcome: Outcome;
  #numbers: readonly PortalNumber[];

  /** `show` is called after each change. */
  constructor(context: PageContext, document: IssuedDocument, show: () => void) {
    this.#context = context;
    this.#document = document;
    this.#outcome = new Outcome(show);
    this.#numbers = document.portalNumbers ?? [];
  }

  template(): TemplateResult | typeof nothing {
    const { formats } = this.#context;
    const format = formats.find(({ portal }) => portal !== null);
    const isOpen = format !== undefined && !this.#numbers.some(({ portal }) => portal === format.portal);
    if (this.#numbers.length === 0 && !isOpen) return nothing;
    return html`
      <h3>${texts.portalNumbers.title}</h3>
      <p role="status">${this.#outcome.done}</p>
      ${this.#numbers.length === 0 ? nothing : this.#list()}
      ${isOpen && this.#context.can.issue ? this.#form(format) : nothing}
    `;
  }

  #list(): TemplateResult {
    return html`
      <dl class="facts">
        ${this.#numbers.map(({ portal, number }) => html`<div><dt>${this.#nameOf(portal)}</dt> <dd>${number}</dd></div>`)}
      </dl>
    `;
  }

  /** Hosts choose the names of portals. */
  #nameOf(portal: string): string {
    return this.#context.formats.find((format) => format.portal === portal)?.name ?? portal;
  }

  #form({ portal, name }: FormatEntry): TemplateResult {
    const { form, number, hint, record } = texts.portalNumbers;
    const { problem } = this.#outcome;
    const submit = submitTo((filled) => this.#record(filled, portal!));
    return html`
      <form class="payment" aria-label=${form(name)} @submit=${submit} @keydown=${ignoreEnter}>
        <p class="hint">${hint(name)}</p>
        ${inputField({ pointer: "/number", label: number(name), required: true, maxLength: 200 })}
        <button>${record}</button>
        ${problem === "" ? nothing : html`<p role="alert" class="problem">${problem}</p>`}
      </form>
    `;
  }

  #record(form: HTMLFormElement, portal: string): Promise<boolean> {
    clearFaults(form);
    const number = textOf(form, "/number") ?? "";
    return this.#outcome.run(
      async () => {
        this.#numbers = await this.#context.calls.recordPortalNumber(this.#document, { portal, number });
        return texts.portalNumbers.recorded(number);
      },
      { failed: (error) => unplacedProblem(form, error) },
    );
  }
}
