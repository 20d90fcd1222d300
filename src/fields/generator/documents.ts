import type { Field, Fields, Shape } from "../field.ts";
import { INVOICE } from "../invoice.ts";
import { comment, importsFor, recordOf, strings } from "./code.ts";
import { COPIED_ITEM, creditOf, INVOICE_ANSWER, INVOICE_DOCUMENT, namesOf, SELLER } from "./records.ts";

/** RFC 8785 sorts names by their UTF-16 code units, as JavaScript does. */
const inKeyOrder = (fields: Fields) => Object.entries(fields).sort(([one], [other]) => (one < other ? -1 : 1));

/** The records in a document whose parts the order or the profile gives. */
const ORDERED = [
  ...[
    "Address",
    "ElectronicAddress",
    "Contact",
    "PaymentAccount",
    "TaxRepresentative",
    "InvoiceSeller",
    "LineDiscount",
    "LineCharge",
    "ExchangeRate",
  ],
  ...["DeliveryPlace", "InvoicePeriod", "PaymentInstructions", "PortalNumber", "PrecedingInvoice", "InvoiceNote"],
  ...["SchemeIdentifier", "InvoicedObject", "ItemClassification", "ItemAttribute"],
  ...["Identifier", "ClientContact", "Payee", "SupportingDocumentReference"],
  ...["GermanOrder", "FrenchProfile", "CroatianOperator", "CroatianProfile", "CroatianOrder"],
  ...["HungarianProfile", "HungarianAdvance", "HungarianOrder", "HungarianLine"],
  ...["ItalianPerson", "ItalianRegistration", "ItalianProfile", "ItalianDeliveryNote"],
  ...[
    "ItalianOrder",
    "ItalianPensionFund",
    "ItalianLine",
    "PolishUnit",
    "PolishOrderedItem",
    "PolishOrder",
    "PolishLine",
  ],
  ...["PortugueseSeries", "PortugueseProfile", "PortugueseLine"],
  ...["SpanishClientId", "SpanishReplaced", "SpanishProfile", "SpanishOrder", "SpanishLine"],
  ...["NationalProfile", "NationalOrder", "NationalLine"],
  ...["CashDiscount", "Disbursement", "InvoiceWithholding", "InvoiceRetention"],
  ...["InvoiceAllowance", "InvoiceBreakdownLine", "VatNumberVerification"],
];

/** Those of them that other files order too. The others are parts of these, or of the document. */
const ORDERED_ELSEWHERE = [
  ...["InvoiceSeller", "InvoiceAllowance", "InvoiceWithholding", "InvoiceRetention", "InvoiceBreakdownLine"],
  "VatNumberVerification",
];

/** Functions that give each part of a document its keys in the order of RFC 8785. */
export function keyOrderFile(path: string): string {
  const types = importsFor(path, [], [...ORDERED, "InvoiceItem", "InvoiceDocument", "InvoiceOrder", "OrderItem"]);
  return `import { sortedKeys } from ${JSON.stringify("../../canonical-json.ts")};
${types}
type Mutable<Type> = { -readonly [Name in keyof Type]: Type[Name] };

${ORDERED.map(orderedRecord).join("\n")}
${orderedItem()}
${orderedDocument()}`;
}

/** The code that gives a value its key order. JSON has no -0, so the answer must not have one either: + 0 removes it. */
function orderedValue(shape: Shape, value: string): string {
  if (shape.kind === "number") return `${value} + 0`;
  if (shape.kind === "record") return `ordered${shape.name}(${value})`;
  if (shape.kind === "format" && ["percentage", "amount"].includes(shape.name)) return `${value} + 0`;
  if (shape.kind === "format" && shape.name === "metadata") return `sortedKeys(${value})`;
  if (shape.kind === "list" && shape.of.kind === "record") return `${value}.map(ordered${shape.of.name})`;
  return value;
}

function assignment(name: string, { shape, isOptional }: Field, source: string): string {
  const value = `${source}.${name}`;
  const assigned = `ordered.${name} = ${orderedValue(shape, value)};\n`;
  return isOptional === true ? `  if (${value} !== undefined) ${assigned}` : `  ${assigned}`;
}

function orderedRecord(name: string): string {
  const assignments = inKeyOrder(recordOf(name).fields).map(([key, field]) => assignment(key, field, "given"));
  return `${ORDERED_ELSEWHERE.includes(name) ? "export " : ""}function ordered${name}(given: ${name}): ${name} {
  const ordered = {} as Mutable<${name}>;
${assignments.join("")}  return ordered;
}
`;
}

/** The order's line and what the library computed of it. */
function orderedItem(): string {
  const { fields, own = {} } = recordOf("InvoiceItem");
  const computed = [...Object.keys(own), ...Object.keys(recordOf("LineAmounts").fields)];
  const assignments = inKeyOrder(fields).map(([name, field]) =>
    assignment(name, field, computed.includes(name) ? "line" : "order"),
  );
  return `/** The order's line with what was computed of it. */
export function orderedInvoiceItem(
  order: OrderItem,
  line: Pick<InvoiceItem, ${computed.map((name) => `"${name}"`).join(" | ")}>,
): InvoiceItem {
  const ordered = {} as Mutable<InvoiceItem>;
${assignments.join("")}  return ordered;
}
`;
}

/** A literal, because an object with a key for each field is made several times as fast as one that grows. */
function orderedDocument(): string {
  const members = inKeyOrder(INVOICE_DOCUMENT).map(([name, field]) => {
    if (Object.hasOwn(INVOICE, name)) return `    ${name}: own.${name},\n`;
    const value = `order.${name}`;
    const ordered = orderedValue(field.shape, value);
    const isGuarded = ordered !== value && field.isOptional === true;
    return `    ${name}: ${isGuarded ? `${value} === undefined ? undefined : ${ordered}` : ordered},\n`;
  });
  const own = namesOf(INVOICE, ({ only }) => only !== "answer");
  return `/** The fields of a document that are not the order's. Their own keys are in order already. */
export type OwnFields = Pick<InvoiceDocument, ${own.map((name) => `"${name}"`).join(" | ")}>;

/** The document of an order. Absent fields are \`undefined\`, which JSON leaves out. */
export function orderedInvoiceDocument(order: InvoiceOrder, own: OwnFields): InvoiceDocument {
  return {
${members.join("")}  };
}
`;
}

const NUMBER = ["id", "invoiceNumber", "issueDate", "issuedAt"];

/** The function that puts the fields of an answered invoice in their order. */
export function answerOrderFile(path: string): string {
  const answered = Object.entries(INVOICE_ANSWER);
  const isOfState = ([, { only }]: readonly [string, Field]) => only === "answer";
  const source = (entry: readonly [string, Field]) =>
    NUMBER.includes(entry[0]) ? "number" : isOfState(entry) ? "state" : "document";
  const always = answered.filter(([, { isOptional }]) => isOptional !== true);
  const maybe = answered.filter(([, { isOptional }]) => isOptional === true);
  const union = (names: readonly string[]) => names.map((name) => `"${name}"`).join(" | ");
  return `${importsFor(path, [], ["Invoice", "InvoiceDocument"])}
type Mutable<Type> = { -readonly [Name in keyof Type]: Type[Name] };

/** The fields of a document that are known only under the lock on the company's sequence. */
export type DocumentNumber = Pick<InvoiceDocument, ${union(NUMBER)}>;

/** The fields of an answer that may still change. */
export type AnsweredState = Pick<Invoice, ${union(answered.filter(isOfState).map(([name]) => name))}>;

/** An invoice with its fields in the order in which they are answered. */
export function orderedAnswer(
  document: Omit<InvoiceDocument, keyof DocumentNumber>,
  number: DocumentNumber,
  state: AnsweredState,
): Invoice {
  const answer: Mutable<Invoice> = {
${always.map((entry) => `    ${entry[0]}: ${source(entry)}.${entry[0]},\n`).join("")}  };
${maybe.map((entry) => `  if (${source(entry)}.${entry[0]} !== undefined) answer.${entry[0]} = ${source(entry)}.${entry[0]};\n`).join("")}  return answer;
}
`;
}

/** What credit notes have of their invoice. */
export function creditedFieldsFile(): string {
  const named = (credit: Field["credit"]) =>
    namesOf(recordOf("CreditNoteDocument").fields, (_, name) => creditOf(name) === credit && isOfInvoice(name));
  const own = recordOf("CreditNoteDocument").own!;
  const isOfInvoice = (name: string) => !Object.hasOwn(own, name);
  const line = recordOf("CreditNoteItem").fields;
  const copied = (isWithQuantity: boolean) =>
    namesOf(
      line,
      (_, name) => COPIED_ITEM[name] !== undefined && (creditOfLine(name) === "kept-with-quantity") === isWithQuantity,
    );
  return [
    constant("KEPT_FIELDS", "The fields of an invoice that its credit notes repeat.", named("kept")),
    constant(
      "RENEWED_FIELDS",
      "The fields that may be given anew with a credit. Absent: the invoice's.",
      named("renewed"),
    ),
    constant("OWN_FIELDS", "The fields that a credit note has only if they are given with the credit.", named("own")),
    constant(
      "KEPT_SELLER_FIELDS",
      "The facts of the seller that decided the VAT of the invoice.",
      namesOf(SELLER, ({ credit }) => credit === "kept"),
    ),
    constant("KEPT_ITEM_FIELDS", "The fields of a line that its credit repeats.", copied(false)),
    constant("KEPT_QUANTITY_FIELDS", "Those that it repeats only if a quantity was credited.", copied(true)),
    constant(
      "CREDIT_NOTE_ORDER",
      "The fields of a credit note, in the order in which they are answered.",
      Object.keys(recordOf("CreditNote").fields),
    ),
  ].join("\n");
}

function creditOfLine(name: string): Field["credit"] {
  const { credit } = COPIED_ITEM[name]!;
  return credit ?? creditOf(name, recordOf("OrderItem").fields, {});
}

function constant(name: string, doc: string, names: readonly string[]): string {
  return `${comment(doc)}export const ${name} = [\n${strings(names)}] as const;\n`;
}

/** What electronic documents write as it is. */
export function writtenFieldsFile(): string {
  const written = (fields: Fields) => namesOf(fields, ({ isWritten }) => isWritten === true);
  return [
    constant(
      "WRITTEN_FIELDS",
      "The fields of a document that are terms of EN 16931 as they are.",
      written(INVOICE_DOCUMENT),
    ),
    constant("WRITTEN_LINE_FIELDS", "Those of a line.", written(recordOf("InvoiceItem").fields)),
    constant("WRITTEN_SELLER_FIELDS", "Those of the seller.", written(SELLER)),
  ].join("\n");
}
