import type { InvoiceAllowance } from "../../domain/invoice/generated/invoice.ts";
import type { Disbursement, InvoicePeriod } from "../../domain/invoice/generated/order.ts";
import { isWithheld } from "../../domain/invoice/payable.ts";
import { type DecimalText, decimalText, differBy, divided, minus, times } from "../../domain/money/decimal-text.ts";
import type { VatCategory } from "../../domain/vat/category.ts";
import type { EinvoiceDocument } from "../document.ts";
import { changesOf } from "../line-changes.ts";
import { latinText } from "./latin-text.ts";
import { type Nature, natureOf } from "./nature.ts";

/** What a line and a contribution to a pension fund have in common. */
export interface Taxed {
  /** `PrezzoTotale`, `ImportoContributoCassa`. */
  readonly netAmount: DecimalText;
  /** `AliquotaIVA`, in percent. */
  readonly rate: DecimalText;
  readonly nature: Nature | undefined;
  /** Absent: of a disbursement. */
  readonly vatCategory?: VatCategory | undefined;
  /** Why it is without VAT, if it says so itself. */
  readonly exemptionReason?: string | undefined;
  /** `Ritenuta`: whether the withholdings are levied on it. */
  readonly isWithheld: boolean;
}

/** A discount, or with `isCharge` a charge, on the price of one unit (`ScontoMaggiorazione`). */
export interface PriceChange {
  readonly isCharge: boolean;
  readonly percent?: DecimalText | undefined;
  readonly amount?: DecimalText | undefined;
}

/** `DettaglioLinee`. */
export interface FatturaLine extends Taxed {
  /** `TipoCessionePrestazione`: a discount or a charge of the whole document. */
  readonly kind?: "SC" | "AC" | undefined;
  readonly codes: readonly { readonly type: string; readonly value: string }[];
  readonly description: string;
  /** Never negative: the price has the sign. Absent: 1. */
  readonly quantity?: DecimalText | undefined;
  readonly unit?: string | undefined;
  readonly period?: InvoicePeriod | undefined;
  readonly price: DecimalText;
  readonly change?: PriceChange | undefined;
  readonly reference?: string | undefined;
}

/** `DatiCassaPrevidenziale`. */
export interface FatturaContribution extends Taxed {
  readonly type: string;
  readonly percent: DecimalText;
}

type Item = EinvoiceDocument["items"][number];

/** The document's lines, but those that are contributions, then its allowances, charges and disbursements. */
export function fatturaLines(document: EinvoiceDocument): FatturaLine[] {
  const { items, allowances = [], charges = [], disbursements = [] } = document;
  const lines = items.filter((item) => item.national?.it?.pensionFund === undefined);
  return [
    ...lines.flatMap((item) => withWholeText(lineOf(document, item))),
    ...allowances.flatMap((each) => withWholeText(adjustmentOf(document, each, "SC"))),
    ...charges.flatMap((each) => withWholeText(adjustmentOf(document, each, "AC"))),
    ...disbursements.filter(({ amount }) => amount !== 0).flatMap((each) => withWholeText(disbursementOf(each))),
  ];
}

/** The lines that are contributions to a pension fund. */
export function fatturaContributions(document: EinvoiceDocument): FatturaContribution[] {
  return document.items.flatMap((item) => {
    const fund = item.national?.it?.pensionFund;
    if (fund === undefined) return [];
    return [{ type: fund.type, percent: decimalText(fund.percent), ...taxedOf(document, item) }];
  });
}

function taxedOf(document: EinvoiceDocument, item: Item): Taxed {
  return {
    netAmount: decimalText(item.netAmount),
    rate: decimalText(item.taxRate),
    nature: natureOfLine(document, item),
    vatCategory: item.vatCategory,
    exemptionReason: item.exemptionReason,
    isWithheld: document.withholdings !== undefined && isWithheld(item),
  };
}

function natureOfLine(document: EinvoiceDocument, item: Item): Nature | undefined {
  return item.national?.it?.nature ?? natureOf(document, item);
}

function lineOf(document: EinvoiceDocument, item: Item): FatturaLine {
  const { quantity, unitPrice, priceBaseQuantity = 1, unit, note, period, buyerAccountingReference } = item;
  const isReturn = quantity < 0;
  const amount = decimalText(Math.abs(quantity));
  // The net price of a gross one may have too few decimals for the total, whose cents the lines share.
  const isExact = item.unitPriceGross === undefined || changesOf(item).length > 0;
  const price = isExact
    ? divided(isReturn ? -unitPrice : unitPrice, priceBaseQuantity, PRICE_DECIMALS)
    : divided(item.netAmount, amount, PRICE_DECIMALS);
  return {
    ...taxedOf(document, item),
    codes: codesOf(item),
    description: [item.description, note].filter((text) => text !== undefined).join(" "),
    quantity: divided(amount, 1, PRICE_DECIMALS),
    unit,
    period,
    price,
    change: changeOf(item, amount, price),
    reference: buyerAccountingReference,
  };
}

/** Prices and quantities may have as many decimals. */
const PRICE_DECIMALS = 8;

/** By how much a total may differ from quantity × price (00423), less what rounding the total takes of it. */
const TOLERANCE = 0.005;

/**
 * Everything between quantity × price and the line net amount, as a part of the price: the exchange system takes a discount
 * of the unit price alone. A percentage is only written if it gives the amount.
 */
function changeOf(item: Item, quantity: DecimalText, price: DecimalText): PriceChange | undefined {
  const all = changesOf(item);
  if (all.length === 0) return undefined;
  const left = minus(times(quantity, price), item.netAmount);
  if (!differBy(0, left, 0)) return undefined;
  const isCharge = left.startsWith("-");
  const [only] = all;
  const percent = all.length === 1 && only !== undefined && "percent" in only ? only.percent : undefined;
  if (percent !== undefined && isShort(percent) && item.quantity > 0) {
    const byPercent = times(times(quantity, price), times(percent, 0.01));
    if (!differBy(TOLERANCE, byPercent, left.replace("-", ""))) return { isCharge, percent: decimalText(percent) };
  }
  return { isCharge, amount: divided(left.replace("-", ""), quantity, PRICE_DECIMALS) };
}

/** Whether a percentage has two decimals at most. */
export function isShort(percent: number | DecimalText): boolean {
  return !differBy(0, divided(percent, 1, 2), percent);
}

/** Numbers of the article that FatturaPA has room for (`CodiceArticolo`). */
function codesOf({ sku, buyerSku, standardId, classifications = [] }: Item): FatturaLine["codes"] {
  const codes = [
    { type: "Fornitore", value: sku },
    { type: "Cliente", value: buyerSku },
    { type: standardId?.scheme === "0160" ? "GTIN" : (standardId?.scheme ?? ""), value: standardId?.id },
    ...classifications.map(({ list, code }) => ({ type: list, value: code })),
  ];
  return codes.flatMap(({ type, value }) => {
    const written = value === undefined ? "" : latinText(value);
    return written === "" || written.length > MAX_CODE ? [] : [{ type, value: written }];
  });
}

const MAX_CODE = 35;

/**
 * An allowance lowers the total, so its price is negative. Its nature is that of the lines of the same category, if they
 * agree: what the lines state, and unless it states its own supply, what follows from theirs.
 */
function adjustmentOf(document: EinvoiceDocument, given: InvoiceAllowance, kind: "SC" | "AC"): FatturaLine {
  const { netAmount, taxRate, vatCategory, exemptionReason, reason, supply, placeOfSupply } = given;
  const isOwn = (supply ?? placeOfSupply) !== undefined;
  const same = document.items.filter((item) => item.vatCategory === vatCategory && item.taxRate === taxRate);
  const natures = new Set(same.map((item) => (isOwn ? item.national?.it?.nature : natureOfLine(document, item))));
  const [ofLines] = natures.size === 1 ? natures : [];
  const amount = kind === "SC" ? minus(0, netAmount) : decimalText(netAmount);
  return {
    kind,
    codes: [],
    description: reason ?? (kind === "SC" ? "Sconto" : "Spese accessorie"),
    price: amount,
    netAmount: amount,
    rate: decimalText(taxRate),
    nature: ofLines ?? natureOf(document, given),
    vatCategory,
    exemptionReason,
    isWithheld: document.withholdings !== undefined,
  };
}

/** Articolo 15: what was paid in the client's name. */
const DISBURSED = "art. 15, c. 1, n. 3, DPR 633/1972";

/** What was paid in the client's name is outside the taxable base. @see DPR 633/1972, articolo 15(1) n. 3 */
function disbursementOf({ description, amount, reference }: Disbursement): FatturaLine {
  const [price, text] = [decimalText(amount), `${description} (${reference})`];
  const [rate, nature, exemptionReason] = ["0", "N1", DISBURSED] as const;
  return { codes: [], description: text, price, netAmount: price, rate, nature, exemptionReason, isWithheld: false };
}

/** The longest description of a line. */
const MAX_DESCRIPTION = 1000;

/** The line, followed by lines worth 0 with the rest of a description that is too long. */
function withWholeText(line: FatturaLine): FatturaLine[] {
  const text = latinText(line.description);
  const parts = text.match(new RegExp(`.{1,${MAX_DESCRIPTION}}`, "g")) ?? [""];
  const { rate, nature, vatCategory, exemptionReason } = line;
  return parts.map((description, index) =>
    index === 0
      ? { ...line, description }
      : {
          ...{ codes: [], description, price: "0", netAmount: "0", isWithheld: false },
          ...{ rate, nature, vatCategory, exemptionReason },
        },
  );
}
