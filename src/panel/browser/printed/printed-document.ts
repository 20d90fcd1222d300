import { html, nothing, svg, type TemplateResult } from "lit-html";
import type { PrintedFact, PrintedPage, PrintedPayment, PrintedTable } from "../../wire.ts";
import { LANGUAGE, texts } from "../texts/language.ts";

/**
 * An issued document, or the preview of one: the words and the amounts of its PDF file, in the same order and in the language of
 * the seller. `logos` is where logos are. A preview says that it is one, also on paper. `name` is what ids begin with, because a
 * page can show two documents.
 */
export function printedDocument(
  printed: PrintedPage,
  logos: string,
  isPreview = false,
  name = "invoice",
): TemplateResult {
  const { title, number, mark, sellerLines, sellerContact, clientLines, parties, payment } = printed;
  return html`
    <article class="invoice" lang=${printed.language} aria-labelledby="${name}-title">
      <header class="letterhead">
        ${brand(printed, logos)}
        <div class="sender">
          ${printed.logo === null ? nothing : html`<p class="name" dir="auto">${printed.sellerName}</p>`}
          ${linesOf(sellerLines)} ${linesOf(sellerContact)}
        </div>
      </header>
      <div class="parties">
        <div class="client">${clientLines.map((line, index) => html`<p class=${index === 0 ? "name" : nothing} dir="auto">${line}</p>`)}</div>
        ${factList(printed.facts)}
      </div>
      <h1 id="${name}-title" tabindex="-1">${title} <bdi>${number}</bdi></h1>
      ${mark === undefined ? nothing : html`<p class="mark">${mark}</p>`}
      ${isPreview ? html`<p class="mark not-issued" lang=${LANGUAGE}>${texts.review.preview}</p>` : nothing}
      ${printed.introduction.map((text) => html`<p class="note">${text}</p>`)}
      ${parties.length === 0 ? nothing : html`<div class="parties">${parties.map(({ title, lines }) => html`<div><p class="label">${title}</p>${linesOf(lines)}</div>`)}</div>`}
      ${table(printed.lines, "lines")}
      <div class="sums">${printed.breakdown.columns.length === 0 ? nothing : table(printed.breakdown, "breakdown")} ${sums(printed)}</div>
      ${printed.notes.map((text) => html`<p class="vat-note">${text}</p>`)}
      ${payment === undefined ? nothing : howToPay(payment, `${name}-payment`)}
      ${footer(printed)}
    </article>
  `;
}

/** The logo or, without one, the seller's name. */
function brand({ logo, sellerName }: PrintedPage, logos: string): TemplateResult {
  if (logo === null) return html`<p class="brand" dir="auto">${sellerName}</p>`;
  return html`<img class="brand" src="${logos}/${encodeURIComponent(logo)}" alt=${sellerName} />`;
}

function linesOf(lines: readonly string[]): TemplateResult[] {
  return lines.map((line) => html`<p dir="auto">${line}</p>`);
}

function footer({ sellerFacts, legalNote }: PrintedPage): TemplateResult | typeof nothing {
  if (sellerFacts.length === 0 && legalNote === undefined) return nothing;
  const note = legalNote === undefined ? nothing : html`<p class="legal-note">${legalNote}</p>`;
  return html`<footer>${sellerFacts.map(([name, value]) => html`<p><span class="label">${name}</span> ${value}</p>`)} ${note}</footer>`;
}

function factList(facts: readonly PrintedFact[]): TemplateResult {
  return html`<dl class="facts">${facts.map(([name, value]) => html`<div><dt>${name}</dt> <dd>${value}</dd></div>`)}</dl>`;
}

/** The first text column has the heading of each row. */
function table({ columns, rows }: PrintedTable, name: "lines" | "breakdown"): TemplateResult {
  const subject = columns.findIndex(({ kind }) => kind === "text");
  return html`
    <table class=${name}>
      <thead>
        <tr>${columns.map(({ heading, kind }) => html`<th scope="col" class=${kind}>${heading}</th>`)}</tr>
      </thead>
      <tbody>
        ${rows.map(({ kind: rowKind, cells }) => {
          if (rowKind !== undefined) return groupRow(cells[subject]![0]!, cells.at(-1)!, columns);
          return html`<tr>${cells.map(([text = "", ...details], column) => {
            const { heading, kind } = columns[column]!;
            const content = html`${text}${details.map((detail) => html`<small>${detail}</small>`)}`;
            if (column === subject) {
              return html`<th scope="row" data-name=${name === "breakdown" ? heading : nothing}>${content}</th>`;
            }
            return html`<td class=${kind} data-name=${heading}>${content}</td>`;
          })}</tr>`;
        })}
      </tbody>
    </table>
  `;
}

/** A heading above lines or, with an amount, their subtotal. */
function groupRow(text: string, [amount]: readonly string[], columns: PrintedTable["columns"]): TemplateResult {
  const { heading, kind } = columns.at(-1)!;
  return html`
    <tr class="group-row">
      <th scope="row" colspan=${columns.length - (amount === undefined ? 0 : 1)}>${text}</th>
      ${amount === undefined ? nothing : html`<td class=${kind} data-name=${heading}>${amount}</td>`}
    </tr>
  `;
}

function sums({ sums: named }: PrintedPage): TemplateResult {
  return html`
    <dl class="amounts">
      ${named.map(({ name, value, isMain }) => html`<div class=${isMain === true ? "main-sum" : nothing}><dt>${name}</dt> <dd>${value}</dd></div>`)}
    </dl>
  `;
}

function howToPay({ title, facts, code }: PrintedPayment, id: string): TemplateResult {
  return html`
    <section class="how-to-pay" aria-labelledby=${id}>
      <h2 id=${id}>${title}</h2>
      ${factList(facts)} ${code === undefined ? nothing : paymentCode(code)}
    </section>
  `;
}

function paymentCode({ side, path, caption }: NonNullable<PrintedPayment["code"]>): TemplateResult {
  const quiet = 4; // squares that must be left empty around a code (ISO/IEC 18004, 9.1)
  const box = `${-quiet} ${-quiet} ${side + 2 * quiet} ${side + 2 * quiet}`;
  return html`
    <figure class="payment-code">
      <svg viewBox=${box} role="img" aria-label=${caption} shape-rendering="crispEdges">${svg`<path d=${path} />`}</svg>
      <figcaption>${caption}</figcaption>
    </figure>
  `;
}
