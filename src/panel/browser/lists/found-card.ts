import { html, nothing, type TemplateResult } from "lit-html";

/** Something that is found or waits: where it is, its name, what else tells it from others, and what is at its end. */
export interface Found {
  readonly href: string;
  readonly name: string;
  readonly facts: readonly string[];
  readonly end?: unknown;
}

/** The first of several things, below their heading. `rest` says how many more there are. Nothing if there are none. */
export function foundCard(
  heading: TemplateResult,
  entries: readonly Found[],
  rest: unknown = nothing,
): TemplateResult | typeof nothing {
  if (entries.length === 0) return nothing;
  return html`
    <section class="card">
      ${heading}
      <ul>
        ${entries.map(({ href, name, facts, end }) => {
          const shown = facts.filter((fact) => fact !== "").join(" · ");
          return html`
            <li><a href=${href}><bdi>${name}</bdi></a> <small><bdi>${shown}</bdi></small> ${end}</li>
          `;
        })}
      </ul>
      ${rest === nothing ? nothing : html`<p>${rest}</p>`}
    </section>
  `;
}
