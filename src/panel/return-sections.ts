import type { RegistrationReturns, ReportAmounts, VatReport } from "faktura";

/** A section of a company's VAT returns, in the order of the page. */
export const RETURN_SECTIONS = [
  "domestic",
  "oss",
  "ossCorrections",
  "recapitulative",
  "exports",
  "outsideScope",
  "includedCorrections",
  "advances",
  "additions",
  "unplaced",
  "smallEnterprise",
] as const;

/** One of {@link RETURN_SECTIONS}. */
export type ReturnSection = (typeof RETURN_SECTIONS)[number];

/** A row of a section. Fields that a section does not have are absent. */
export interface ReturnRow {
  /** Calendar quarter of an OSS return; a month in the import scheme. */
  readonly period?: string;
  /** The quarter or the month that a correction changes. */
  readonly corrects?: string;
  /** ISO 3166-1 alpha-2, `XI`, or an area such as `ES-CN`; `null` if the documents do not name it. */
  readonly country?: string | null;
  /** With its prefix. */
  readonly client?: string;
  readonly kind?: string;
  /** The code of the recapitulative statement; `null` if the state has none, or it is not known. */
  readonly code?: string | null;
  /** EN 16931's category. */
  readonly category?: string;
  /** Percent. */
  readonly rate?: number;
  /** Number of the invoice or the credit note. */
  readonly document?: string;
  /** The day that counts. */
  readonly on?: string;
  /** The rates that were lawful on that day, in percent, separated by spaces. */
  readonly lawful?: string;
  readonly recordedOn?: string;
  /** The section that includes a correction, or that an addition belongs to. */
  readonly section?: string;
  /** Why an amount has no place. */
  readonly reason?: string;
  readonly currency?: string;
  readonly taxableAmount?: number;
  readonly taxAmount?: number;
  /** Percent. */
  readonly surchargeRate?: number;
  readonly surchargeAmount?: number | undefined;
  /** The state of the registration that declares it, or of an OSS line that goods were sent from. Absent: the company's own. */
  readonly registration?: string | undefined;
  /** The same amounts in the currencies of the documents. */
  readonly asIssued?: readonly ReportAmounts[];
}

/** A column of a section: a field of its rows. */
export type ReturnColumn = Exclude<keyof ReturnRow, "asIssued">;

const TAXED = ["taxableAmount", "taxAmount", "surchargeAmount", "currency"] as const;

/** The columns of each section. A section whose sales are all without VAT has no VAT column. */
const RETURN_COLUMNS: Readonly<Record<ReturnSection, readonly ReturnColumn[]>> = {
  domestic: [
    "registration",
    "kind",
    "category",
    "rate",
    "taxableAmount",
    "taxAmount",
    "surchargeRate",
    "surchargeAmount",
    "currency",
  ],
  oss: ["registration", "period", "country", "kind", "rate", "taxableAmount", "taxAmount", "currency"],
  ossCorrections: ["period", "corrects", "country", "taxableAmount", "taxAmount", "currency"],
  recapitulative: ["registration", "client", "kind", "code", "taxableAmount", "currency"],
  exports: ["registration", "country", "taxableAmount", "currency"],
  outsideScope: ["registration", "country", "taxableAmount", "currency"],
  includedCorrections: ["registration", "section", "corrects", "category", "rate", ...TAXED],
  advances: ["document", "on", "section", "country", "rate", "lawful", ...TAXED],
  additions: ["registration", "document", "section", "corrects", "recordedOn", "category", "rate", ...TAXED],
  unplaced: ["registration", "document", "on", "reason", "category", "rate", "taxableAmount", "taxAmount", "currency"],
  smallEnterprise: ["country", "taxableAmount", "currency"],
};

/** Whether a text is the name of a section. */
export function isReturnSection(name: string): name is ReturnSection {
  return Object.hasOwn(RETURN_COLUMNS, name);
}

const RARE: readonly ReturnColumn[] = ["surchargeRate", "surchargeAmount", "registration"];

/** The columns of a section. VAT at home has kinds only if clients pay some of it to the state. */
export function returnColumns(section: ReturnSection, rows: readonly ReturnRow[]): readonly ReturnColumn[] {
  const isRare = (column: ReturnColumn) => (column === "kind" ? section === "domestic" : RARE.includes(column));
  return RETURN_COLUMNS[section].filter((column) => !isRare(column) || rows.some((row) => row[column] !== undefined));
}

type StateSection = "domestic" | "recapitulative" | "exports" | "outsideScope" | "includedCorrections";

/** The rows of each section, as the library reports them: those of the company's own state, then those of its registrations. */
export function returnRows(report: VatReport): Readonly<Record<ReturnSection, readonly ReturnRow[]>> {
  const { oss, corrections, advancesAtOtherRates, unplaced, registrations } = report;
  const states = [stateRows(report), ...registrations.map((returns) => stateRows(returns, returns.country))];
  const ofStates = (section: StateSection) => states.flatMap((rows) => rows[section]);
  return {
    domestic: ofStates("domestic"),
    oss: oss.lines.map(({ supply, scheme, dispatchedFrom, ...line }) => {
      return { ...rated(line), kind: scheme ?? supply, registration: dispatchedFrom };
    }),
    ossCorrections: corrections.oss.map(({ declaredIn, period, ...line }) => {
      return { ...line, period: declaredIn, corrects: period };
    }),
    recapitulative: ofStates("recapitulative"),
    exports: ofStates("exports"),
    outsideScope: ofStates("outsideScope"),
    includedCorrections: ofStates("includedCorrections"),
    advances: advancesAtOtherRates.map(({ number, lawfulRates, ...line }) => {
      return { ...rated(line), document: number, lawful: lawfulRates.join(" ") };
    }),
    additions: corrections.additions.map(({ period, number, registrationCountry, ...part }) => {
      return { ...rated(part), corrects: period, document: number, registration: registrationCountry };
    }),
    unplaced: unplaced.map(({ number, registrationCountry, ...part }) => {
      return { ...rated(part), document: number, registration: registrationCountry };
    }),
    smallEnterprise: report.smallEnterprise.map(({ country, net }) => ({
      country,
      taxableAmount: net,
      currency: "EUR",
    })),
  };
}

/** The rows of one state. */
function stateRows(
  { domestic, recapitulative, exports, outsideScope, corrections }: VatReport | RegistrationReturns,
  registration?: string,
): Readonly<Record<StateSection, readonly ReturnRow[]>> {
  return {
    domestic: domestic.lines.map(({ splitPayment, ...line }) => {
      return { ...rated(line), ...(splitPayment === true ? { kind: "splitPayment" } : {}), registration };
    }),
    recapitulative: recapitulative.lines.map(({ clientVatNumber, ...line }) => {
      return { ...line, client: clientVatNumber, registration };
    }),
    exports: exports.lines.map((line) => ({ ...line, registration })),
    outsideScope: outsideScope.lines.map((line) => ({ ...line, registration })),
    includedCorrections: corrections.included.map(({ period, ...line }) => {
      return { ...rated(line), corrects: period, registration };
    }),
  };
}

function rated<Line extends { readonly taxRate?: number | undefined }>({ taxRate, ...line }: Line) {
  return { ...line, ...(taxRate === undefined ? {} : { rate: taxRate }) };
}
