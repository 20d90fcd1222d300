import { type FieldError, type Invoice, type IssuedDocument, isOverdue, timeZoneOf } from "faktura";
import { z } from "zod";
import type { Language } from "../../chosen-language.ts";
import { formatsIn } from "../../locale-formats.ts";
import { daysLater } from "../../repeated-order.ts";
import type { AttachedFile, EmailDraft, PrintedPage, Sending } from "../../wire.ts";
import { fileEntries, fileNames, fileOf, fileResponse } from "../document-file.ts";
import { dayIn } from "../invoice-state.ts";
import { CATALOGUES } from "../page-texts.ts";
import type { PanelBooks } from "../panel-books.ts";
import type { PanelAttachment } from "../panel-options.ts";
import { type Call, type CallRow, failed, row } from "./call.ts";

/** An e-mail as the user wrote it. */
export const emailCall = z.object({
  id: z.uuid(),
  to: z.string().trim().max(254),
  // A line break would begin another header of the e-mail.
  subject: z
    .string()
    .max(1000)
    .transform((subject) => subject.replaceAll(/\p{Cc}+/gu, " ").trim()),
  text: z.string().max(100_000),
  files: z
    .array(z.string().max(60))
    .max(50)
    .transform((files) => [...new Set(files)]),
});

/** That a document was sent by other means. */
export const otherCall = z.object({ id: z.uuid(), to: z.string().trim().max(200) });

/** What of an e-mail cannot be sent. */
function faultsOf({ to, subject, text }: z.output<typeof emailCall>): FieldError[] {
  return [
    ...(z.email().safeParse(to).success ? [] : [{ pointer: "/to", detail: "must be an e-mail address" }]),
    ...(subject === "" ? [{ pointer: "/subject", detail: "must not be blank" }] : []),
    ...(text.trim() === "" ? [{ pointer: "/text", detail: "must not be blank" }] : []),
  ];
}

const NOT_SENT = "The e-mail was not sent, because the mail server did not accept it. Try again, or save the files.";

/** A kind of document that can be sent: its path, and how the one in the path is read. */
interface Kind {
  readonly path: "/invoices/{id}" | "/credit-notes/{id}";
  readonly read: (call: Call) => Promise<IssuedDocument>;
}

const KINDS: readonly Kind[] = [
  { path: "/invoices/{id}", read: ({ company, id }) => company.get(id) },
  { path: "/credit-notes/{id}", read: ({ company, id }) => company.getCreditNote(id) },
];

/** The calls that save a document as a file, and send it to the client. */
export const SENDING_CALLS: readonly CallRow[] = KINDS.flatMap(({ path, read }) => [
  row(`GET ${path}/files/{part}`, {}, async (call, books) => {
    const file = await fileOf(call.part, await read(call), call.companyId, books);
    return file && fileResponse(file);
  }),
  row(`POST ${path}/sendings`, { right: "issue", body: otherCall }, async (call, books) => {
    const { id } = await read(call);
    await addSending(call, id, { ...call.body, channel: "other", files: [] }, books);
    return books.sendings.find(call.companyId, id);
  }),
  row(`GET ${path}/email`, { option: "send" }, async (call, { render, print, formats, clock }) => {
    const document = await read(call);
    const profile = await call.company.profile();
    const today = dayIn(timeZoneOf(profile), clock.now());
    const einvoices = fileEntries(document, formats, profile).filter(({ gaps }) => gaps.length === 0);
    const pdf = { name: "pdf", label: call.texts.sending.pdf };
    const files = [...(render === undefined ? [] : [pdf]), ...einvoices];
    const chosen = ["pdf", isForBusiness(document) ? einvoices[0]?.name : undefined];
    return {
      ...emailOf(document, await print(call.companyId, document), today),
      files: files.map(({ name, label }) => ({ name, label, isChosen: chosen.includes(name) })),
    } satisfies EmailDraft;
  }),
  row(`POST ${path}/emails`, { right: "issue", option: "send", body: emailCall }, async (call, books) =>
    sendEmail(call, await read(call), books),
  ),
]);

/** What an e-mail has beside what the user wrote: a reminder, with its file. */
interface EmailAddition extends Pick<Sending, "reminder"> {
  readonly attachments: readonly PanelAttachment[];
}

/** Sends an e-mail with a document, and answers with what was sent of it. */
export async function sendEmail(
  call: Call<z.output<typeof emailCall>>,
  document: IssuedDocument,
  books: PanelBooks,
  addition: EmailAddition = { attachments: [] },
): Promise<unknown> {
  const faults = faultsOf(call.body);
  if (faults.length > 0) {
    return failed(422, "email_invalid", "An e-mail needs an address, a subject and a text.", faults);
  }
  const { emailsUnderWay, sendings } = books;
  const key = `${call.companyId}/${call.body.id}`;
  const sending =
    emailsUnderWay.get(key) ?? sendOnce(call, document, books, addition).finally(() => emailsUnderWay.delete(key));
  emailsUnderWay.set(key, sending);
  return (await sending) ? sendings.find(call.companyId, document.id) : failed(422, "email_not_sent", NOT_SENT);
}

/** Sends an e-mail unless it was sent. The record is a part of it: a call that is repeated later finds it. */
async function sendOnce(
  call: Call<z.output<typeof emailCall>>,
  document: IssuedDocument,
  books: PanelBooks,
  { reminder, attachments: added }: EmailAddition,
): Promise<boolean> {
  const { companyId, session, body } = call;
  const { id, to, subject, text } = body;
  const known = ["pdf", ...fileNames(books.formats)];
  const files = body.files.filter((name) => known.includes(name));
  if ((await books.sendings.find(companyId, document.id)).some((one) => one.id === id)) return true;
  const attachments = [...added, ...(await attachmentsOf(document, companyId, files, books))];
  try {
    await books.send!({ to, subject, text, attachments }, { companyId, actor: session.actor });
  } catch (error) {
    console.error(error);
    return false;
  }
  await addSending(call, document.id, { id, channel: "email", to, files, reminder }, books);
  return true;
}

/** Keeps that a document was sent. */
export async function addSending(
  { companyId, session }: Call,
  documentId: string,
  own: Omit<Sending, "at" | "actor">,
  { sendings, clock }: PanelBooks,
): Promise<void> {
  await sendings.add(companyId, documentId, { ...own, at: clock.now().toISOString(), actor: session.actor });
}

/** The files that there are. Two electronic invoices would have the same name. */
async function attachmentsOf(
  document: IssuedDocument,
  companyId: string,
  names: readonly AttachedFile[],
  books: PanelBooks,
) {
  const content = await Promise.all(names.map((name) => fileOf(name, document, companyId, books)));
  const isOnlyOne = names.filter((name) => name !== "pdf").length === 1;
  return content.flatMap((file, index) => {
    const name = names[index]!;
    if (file === undefined) return [];
    const filename = name === "pdf" || isOnlyOne ? file.filename : file.filename.replace(/(\.\w+)$/, `-${name}$1`);
    return [{ ...file, filename }];
  });
}

/** Consumers cannot read electronic invoices. */
function isForBusiness({ clientVatNumber, isCompany }: IssuedDocument): boolean {
  return isCompany ?? clientVatNumber !== undefined;
}

/** The words of e-mails in a document's language, and the locale of their days and amounts; English where the panel does not speak it. */
function wordsFor(language: string) {
  const primary = language.split("-")[0]!;
  const words = CATALOGUES[Object.hasOwn(CATALOGUES, primary) ? (primary as Language) : "en"].email;
  return { words, locale: words === CATALOGUES.en.email && primary !== "en" ? "en-IE" : language };
}

/** Codes of direct debit, also of SEPA (UNTDID 4461): the seller collects the amount due. */
const DEBITS: readonly (string | undefined)[] = ["49", "59"];

/** Whom an e-mail is for, and who signs it. */
type Parties = Pick<Invoice, "clientContact" | "clientEmail" | "seller">;

/** An e-mail with these paragraphs, in the language of the printed document that it is about. */
export function emailWith(
  { clientEmail = "", seller }: Parties,
  { title, number, language, sellerName }: PrintedPage,
  paragraphs: readonly (string | undefined)[],
): Omit<EmailDraft, "files"> {
  const { words } = wordsFor(language);
  const signed = [...paragraphs, words.regards(seller.contact?.name, sellerName)];
  return {
    to: clientEmail,
    subject: words.subject(title, number, sellerName),
    text: signed.filter((paragraph) => paragraph !== undefined).join("\n\n"),
  };
}

/** What such an e-mail begins with: a greeting, and the document that is attached, with its total. */
export function attachedParagraphs(
  { clientContact }: Parties,
  { title, number, language }: PrintedPage,
  total: string,
): string[] {
  const { words } = wordsFor(language);
  const greeting = clientContact?.name === undefined ? words.greeting : words.greetingTo(clientContact.name);
  return [greeting, words.attached(title, number, total)];
}

/**
 * The e-mail with which a document is sent. It asks for what is due unless the seller collects it, and not by a day that is
 * over, and names the cash discounts that the client can still deduct.
 */
function emailOf(document: IssuedDocument, printed: PrintedPage, today: string): Omit<EmailDraft, "files"> {
  const { words, locale } = wordsFor(printed.language);
  const { amountText, dayText, rateText } = formatsIn(locale);
  const { currency, total } = document;
  const isAsked = "amountDue" in document && document.amountDue > 0 && !DEBITS.includes(document.payment?.means);
  const askingFor = (invoice: Invoice) => {
    const { amountDue, dueDate } = invoice;
    const amount = amountText(amountDue, currency);
    const offers = (invoice.cashDiscounts ?? [])
      .map(({ percent, days }) => ({ percent, until: daysLater(invoice.issueDate, days) }))
      .filter(({ until }) => until >= today)
      .map(({ percent, until }) => words.cashDiscount(rateText(percent), dayText(until)));
    const isLate = dueDate !== undefined && isOverdue(invoice, today);
    const asked = isLate ? words.wasDue(amount, dayText(dueDate)) : words.due(amount, dueDate && dayText(dueDate));
    return [asked, ...offers].join(" ");
  };
  const attached = attachedParagraphs(document, printed, amountText(total, currency));
  return emailWith(document, printed, [...attached, isAsked ? askingFor(document) : undefined]);
}
