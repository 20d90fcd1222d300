import { html, nothing, type TemplateResult } from "lit-html";
import type { AuditFindings, AuditStatus, AuditVerdict } from "../../wire.ts";
import { clearFaults, inputField, showFault, submitTo, textOf } from "../fields/fields.ts";
import { Outcome } from "../outcome.ts";
import type { Page, PageContext } from "../page.ts";
import { countNumber, countText, momentText } from "../texts/format.ts";
import { texts } from "../texts/language.ts";

/** Pause between two questions how far a running audit is. */
const PAUSE_MS = 1000;

/** As an audit writes it: a position and a digest, or only the digest. */
const NOTE = /^(?:\d{1,15}:)?[\da-f]{64}$/i;

/** The verdict on the books, and the button for a new one. */
export const auditPage: Page = {
  title: texts.audit.title,
  async open(context) {
    new OpenAudit(context, await context.calls.audit()).follow();
  },
};

class OpenAudit {
  readonly #context: PageContext;
  #status: AuditStatus;
  readonly #outcome = new Outcome(() => this.#show());
  #copied = "";

  constructor(context: PageContext, status: AuditStatus) {
    this.#context = context;
    this.#status = status;
  }

  /** Shows the page, and keeps it up to date while an audit runs, also one that another tab began. */
  async follow(): Promise<void> {
    this.#show();
    while (this.#status.running !== null) {
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      if (!(await this.#ask(() => this.#context.calls.audit()))) return;
    }
  }

  async #run(note: string | undefined): Promise<void> {
    if (this.#outcome.isBusy || this.#status.running !== null) return;
    this.#copied = "";
    if (await this.#ask(() => this.#context.calls.runAudit(note))) await this.follow();
  }

  #ask(call: () => Promise<AuditStatus>): Promise<boolean> {
    return this.#outcome.run(async () => {
      this.#status = await call();
    });
  }

  #submit(form: HTMLFormElement): void {
    const note = textOf(form, "/note")?.replaceAll(/\s/g, "");
    const isNote = note !== undefined && NOTE.test(note);
    if (!isNote) showFault(form, "/note", texts.audit.noteInvalid);
    else {
      clearFaults(form);
      void this.#run(note);
    }
  }

  async #copy(note: string): Promise<void> {
    await navigator.clipboard.writeText(note);
    this.#copied = texts.audit.copied;
    this.#show();
  }

  #show(): void {
    const { audit } = texts;
    const { last, running, hasFailed } = this.#status;
    const isBusy = this.#outcome.isBusy || running !== null;
    this.#context.show(html`
      <div class="audit">
        <h1>${audit.title}</h1>
        <p>${audit.intro}</p>
        <p role="alert" class="problem">${this.#outcome.problem || (hasFailed && !isBusy ? audit.failed : "")}</p>
        <p class="choices">
          <button type="button" class="main" aria-disabled=${isBusy} @click=${() => this.#run(undefined)}>${audit.run}</button>
        </p>
        <p role="status" class="heard">${isBusy ? audit.running : last === null ? audit.never : verdictText(last)}</p>
        ${isBusy ? progressBar(running) : last === null ? html`<p class="empty">${audit.never}</p>` : verdictCard(last, this.#context.base)}
        ${last === null || last.findings.length > 0 || isBusy ? nothing : this.#noteSection(last)}
        <form class="compare" aria-labelledby="compare-title" novalidate @submit=${submitTo((form) => this.#submit(form))}>
          <h2 id="compare-title">${audit.compareTitle}</h2>
          ${inputField({ pointer: "/note", label: audit.note, required: true, maxLength: 200 })}
          <button aria-disabled=${isBusy}>${audit.compare}</button>
        </form>
      </div>
    `);
  }

  #noteSection({ note }: AuditVerdict): TemplateResult {
    const { audit } = texts;
    // The clipboard is only there on HTTPS and on this machine.
    const copy = html`<button type="button" @click=${() => this.#copy(note)}>${audit.copy}</button>`;
    return html`
      <section aria-labelledby="note-title">
        <h2 id="note-title">${audit.noteTitle}</h2>
        <p>${audit.noteHint}</p>
        <p><code>${note}</code></p>
        <p class="choices">${navigator.clipboard === undefined ? nothing : copy} <span role="status">${this.#copied}</span></p>
      </section>
    `;
  }
}

/** Without a value while the server has not said how far it is. */
function progressBar(running: AuditStatus["running"]): TemplateResult {
  const { running: label, progress } = texts.audit;
  if (running === null || running.total === 0) return html`<p><progress aria-label=${label}></progress> ${label}</p>`;
  const { read, total } = running;
  const text = progress(countNumber(read), countNumber(total));
  return html`<p><progress aria-label=${label} max=${total} value=${read}></progress> ${text}</p>`;
}

function verdictText({ findings }: AuditVerdict): string {
  return findings.length === 0 ? texts.audit.sound : texts.audit.unsound;
}

function verdictCard(verdict: AuditVerdict, base: string): TemplateResult {
  const { audit, words } = texts;
  const { startedAt, invoices, unchained, countedByHost, guarded, comparedWith, hasOwnNote, findings } = verdict;
  const isSound = findings.length === 0;
  const remarks = [
    isSound ? audit.soundDetail(countText(words.invoiceCount, invoices)) : "",
    hasOwnNote ? audit.comparedWithNote : "",
    comparedWith === null ? "" : audit.comparedWith(momentText(comparedWith)),
    isSound && !hasOwnNote && comparedWith === null ? audit.first : "",
    unchained === 0 ? "" : countText(audit.unchained, unchained),
    countedByHost ? audit.countedByHost : "",
    guarded ? "" : audit.unguarded,
  ].filter(Boolean);
  return html`
    <section class="verdict" data-sound=${isSound} aria-labelledby="verdict-title">
      <h2 id="verdict-title">${verdictText(verdict)}</h2>
      <p class="hint">${audit.lastRun(momentText(startedAt))}</p>
      ${remarks.map((remark) => html`<p>${remark}</p>`)}
    </section>
    ${isSound ? nothing : findingSections(findings, base)}
  `;
}

function findingSections(findings: readonly AuditFindings[], base: string): TemplateResult {
  const { next, nextSteps, nextForGuards } = texts.audit;
  const others = findings.some(({ code }) => code !== "guard_missing");
  const guards = findings.some(({ code }) => code === "guard_missing");
  return html`
    <ul class="findings">${findings.map((one) => findingItem(one, base))}</ul>
    <section aria-labelledby="next-title">
      <h2 id="next-title">${next}</h2>
      <ol>
        ${others ? nextSteps.map((step) => html`<li>${step}</li>`) : nothing}
        ${guards ? html`<li>${nextForGuards}</li>` : nothing}
      </ol>
    </section>
  `;
}

function findingItem({ code, count, examples }: AuditFindings, base: string): TemplateResult {
  const { audit } = texts;
  const documents = new Map(examples.map(({ number, isCreditNote }) => [number, isCreditNote]));
  documents.delete(null);
  const more = count > examples.length ? audit.more(countNumber(count - examples.length)) : "";
  return html`
    <li>
      <p class="meaning"><strong>${audit.findings[code]}</strong> ${countText(audit.findingCount, count)}</p>
      ${
        documents.size === 0
          ? nothing
          : html`<p class="meaning">${audit.concerns} ${[...documents].map(([number, isCreditNote]) => documentLink(number!, isCreditNote, base))} ${more}</p>`
      }
      <details>
        <summary>${audit.details}</summary>
        <ul lang="en">${examples.map(({ detail }) => html`<li><code>${code}</code> ${detail}</li>`)}</ul>
      </details>
    </li>
  `;
}

/** An invoice may be missing, so the link is to the list. */
function documentLink(number: string, isCreditNote: boolean, base: string): TemplateResult {
  if (isCreditNote) return html`<span>${number}</span> `;
  return html`<a href="${base}/invoices?search=${encodeURIComponent(number)}">${number}</a> `;
}
