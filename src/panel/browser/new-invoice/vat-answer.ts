import type { InvoiceOrder } from "faktura";
import { isRefusal, type VatWarning } from "faktura/vat";
import { html, nothing, type TemplateResult } from "lit-html";
import type { PanelOrder } from "../../shown-figures.ts";
import type { PageContext } from "../page.ts";
import { amountList, breakdownTable, warningList } from "../printed/totals.ts";
import { amountText, countryText, listText, rateText, readableText } from "../texts/format.ts";
import { texts } from "../texts/language.ts";
import { problemText } from "../texts/refusal-texts.ts";
import { type Figures, figuresOf, finished, type SupplyVat, sumOf } from "./figures.ts";

/** The result for the order as entered so far: its figures, or why there are none yet. */
export type VatAnswer =
  | {
      readonly figures: Figures;
      readonly unfinishedLines: readonly number[];
      /** Seller and client, each as the name of its country. */
      readonly parties: { readonly seller: string; readonly client: string };
      readonly roundingAmount: number;
      /** The total with the rounding amount; `undefined` if the review computes it, with what is withheld or disbursed. */
      readonly amountDue: number | undefined;
    }
  | { readonly figures: undefined; readonly message: string };

type AnsweredVat = Extract<VatAnswer, { readonly figures: Figures }>;

type Seller = Pick<PageContext, "profile" | "rates">;

/** Computes the result in the browser, without a request. Lines without amounts are listed, not counted. */
export function answerTo({ profile, rates }: Seller, order: PanelOrder): VatAnswer {
  if (order.clientCountry === "") return { figures: undefined, message: texts.answer.chooseCountry };
  if (order.supplyDate === "") return { figures: undefined, message: texts.answer.chooseDate };
  const isFinished = ({ quantity, unitPrice, discount }: InvoiceOrder["items"][number]) =>
    !Number.isNaN(quantity + unitPrice + (discount?.percent ?? 0));
  const items = order.items.filter(isFinished);
  const [allowances, charges] = [finished(order.allowances, items), finished(order.charges, items)];
  try {
    const figures = figuresOf(profile, { ...order, items, allowances, charges }, rates);
    const unfinishedLines = order.items.flatMap((item, index) => (isFinished(item) ? [] : [index + 1]));
    const parties = { seller: countryText(profile.country), client: countryText(order.clientCountry) };
    const roundingAmount = order.roundingAmount || 0;
    const isTotal = (order.withholdings ?? order.disbursements) === undefined;
    const amountDue = isTotal ? sumOf([figures.totals.total, roundingAmount], figures.currency) : undefined;
    return { figures, unfinishedLines, parties, roundingAmount, amountDue };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return { figures: undefined, message: problemText({ ...error, message: error.message }) };
  }
}

/** One sentence for screen readers. */
export function spokenAnswer(answer: VatAnswer): string {
  if (answer.figures === undefined) return answer.message;
  const { decisions, totals, currency } = answer.figures;
  const parts = [
    ...decisions.map((decision) =>
      texts.answer.decision(treatmentText(decision, answer.figures), rateText(decision.vat.rate)),
    ),
    texts.answer.total(amountText(totals.total, currency)),
    ...(answer.unfinishedLines.length === 0 ? [] : [texts.answer.without(lineNames(answer.unfinishedLines))]),
  ];
  return `${parts.join(", ")}.`;
}

/** Treatment, total and the main button, for small screens. */
export function answerEssence({ figures }: VatAnswer, isChecking: boolean): TemplateResult {
  const rates = new Set(figures?.decisions.map(({ vat }) => rateText(vat.rate)));
  return html`
    <div class="essence">
      <p aria-hidden="true">
        ${
          figures === undefined
            ? nothing
            : html`
                <span>${texts.words.treatments[figures.treatment]}, ${[...rates].join(", ")}</span>
                <strong>${amountText(figures.totals.total, figures.currency)}</strong>
              `
        }
      </p>
      <button class="main" aria-disabled=${isChecking}>${texts.newInvoice.review}</button>
    </div>
  `;
}

/** Treatment, note, reason and totals. */
export function answerCard(answer: VatAnswer): TemplateResult {
  if (answer.figures === undefined) return html`<p class="open-question">${answer.message}</p>`;
  const { decisions, currency } = answer.figures;
  const unfinished = lineNames(answer.unfinishedLines);
  // Lines at different rates of their own have the same VAT where none is charged.
  const shown = new Map(decisions.map((decision) => [decisionKey(decision, answer.figures), decision]));
  return html`
    ${[...shown.values()].map((decision) => decisionText(decision, answer))}
    ${warningList(warningsOf(answer.figures))}
    ${unfinished && html`<p class="unfinished">${texts.answer.unfinished(unfinished)}</p>`}
    ${amountList(sumsOf(answer).map(([name, amount]) => [name, amountText(amount, currency)]))}
  `;
}

/** From the sum of the lines to the total, or to the amount due if that is rounded. All without VAT up to the VAT. */
function sumsOf({
  figures: { totals, currency },
  roundingAmount,
  amountDue,
}: AnsweredVat): (readonly [name: string, amount: number])[] {
  const { lineTotal, allowanceTotal = 0, chargeTotal = 0, subtotal, taxTotal, total } = totals;
  const { words, answer, returns } = texts;
  const surcharges = totals.vatBreakdown.flatMap(({ surchargeAmount }) => surchargeAmount ?? []);
  const surcharge = sumOf(surcharges, currency);
  const isRounded = roundingAmount !== 0;
  return [
    ...(lineTotal === undefined ? [] : [[answer.lineTotal, lineTotal] as const]),
    ...(allowanceTotal === 0 ? [] : [[answer.allowances, -allowanceTotal] as const]),
    ...(chargeTotal === 0 ? [] : [[answer.charges, chargeTotal] as const]),
    [words.net, subtotal],
    [words.vat, sumOf([taxTotal, -surcharge], currency)],
    ...(surcharges.length === 0 ? [] : [[returns.columns.surchargeAmount, surcharge] as const]),
    [words.total, total],
    ...(isRounded ? [[answer.rounding, roundingAmount] as const] : []),
    ...(isRounded && amountDue !== undefined ? [[answer.amountDue, amountDue] as const] : []),
  ];
}

/** The VAT by category and rate. */
export function answerBreakdown({ figures }: VatAnswer): TemplateResult | typeof nothing {
  return figures === undefined ? nothing : breakdownTable(figures.totals.vatBreakdown, figures.currency);
}

function decisionKey(decision: SupplyVat, figures: Figures): string {
  const { vatNote, reason, rate } = decision.vat;
  return JSON.stringify([treatmentText(decision, figures), vatNote, reason, rate]);
}

function decisionText(decision: SupplyVat, { figures, parties }: AnsweredVat): TemplateResult {
  const { vatNote, reason, rate, treatment } = decision.vat;
  const why = texts.reason({ ...parties, treatment, reason: readableText(reason), rate: rateText(rate) });
  return html`
    <p class="treatment"><span>${treatmentText(decision, figures)}</span> <strong>${rateText(rate)}</strong></p>
    ${vatNote === "" ? nothing : html`<p class="note"><span>${texts.answer.note}</span> ${vatNote}</p>`}
    <p class="reason">${why}</p>
  `;
}

/** The treatment, and what is supplied if that differs by line. */
function treatmentText({ supply, vat }: SupplyVat, { decisions }: Figures): string {
  const words = texts.words.treatments[vat.treatment];
  if (decisions.every((decision) => decision.supply === supply)) return words;
  return `${supply === undefined ? texts.answer.otherLines : texts.words.supplies[supply]}: ${words}`;
}

/** The warnings of all decisions, each once. */
function warningsOf({ decisions }: Figures): readonly VatWarning[] {
  const warnings = decisions.flatMap(({ vat }) => vat.warnings);
  return [...new Map(warnings.map((warning) => [warning.detail, warning])).values()];
}

function lineNames(numbers: readonly number[]): string {
  return listText(numbers.map(texts.answer.line));
}
