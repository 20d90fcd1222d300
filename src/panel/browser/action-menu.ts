import { html, nothing, type TemplateResult } from "lit-html";

/** Something that can be done: a button or, with an address, a link. */
export interface Action {
  readonly label: unknown;
  readonly run?: () => void;
  readonly href?: string;
}

/** A menu of actions behind one button. It closes by Escape, by a choice, and when the focus or a press goes elsewhere. */
export function actionMenu(label: unknown, actions: readonly Action[], note = ""): TemplateResult | typeof nothing {
  if (actions.length === 0 && note === "") return nothing;
  return html`
    <details class="menu" @toggle=${closeElsewhere} @keydown=${closeByEscape} @focusout=${closeWithoutFocus}>
      <summary class="button">${label}</summary>
      <ul>
        ${actions.map((action) => html`<li>${actionButton(action)}</li>`)}
        ${note === "" ? nothing : html`<li><p class="hint">${note}</p></li>`}
      </ul>
    </details>
  `;
}

/** The button or the link of an action. `isMain`: whether it is the one that people look for. */
export function actionButton({ label, run, href }: Action, isMain = false): TemplateResult {
  if (href !== undefined) return html`<a class="button" href=${href}>${label}</a>`;
  const press = ({ currentTarget }: Event) => {
    const menu = (currentTarget as HTMLElement).closest<HTMLDetailsElement>("details.menu");
    // Before it runs, because a dialog gives the focus back to what had it.
    if (menu !== null) close(menu);
    run!();
  };
  return html`<button type="button" class=${isMain ? "main" : nothing} @click=${press}>${label}</button>`;
}

function close(menu: HTMLDetailsElement): void {
  menu.open = false;
  menu.querySelector("summary")!.focus();
}

function closeByEscape({ key, currentTarget }: KeyboardEvent): void {
  const menu = currentTarget as HTMLDetailsElement;
  if (key === "Escape" && menu.open) close(menu);
}

function closeWithoutFocus({ relatedTarget, currentTarget }: FocusEvent): void {
  const menu = currentTarget as HTMLDetailsElement;
  if (relatedTarget instanceof Node && !menu.contains(relatedTarget)) menu.open = false;
}

function closeElsewhere({ currentTarget }: Event): void {
  const menu = currentTarget as HTMLDetailsElement;
  if (!menu.open) return;
  const press = ({ target }: Event) => {
    if (menu.open && menu.contains(target as Node)) return;
    menu.open = false;
    removeEventListener("pointerdown", press);
  };
  addEventListener("pointerdown", press);
}
