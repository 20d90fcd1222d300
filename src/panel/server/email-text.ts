import type { Texts } from "../../languages/en/panel-texts.ts";
import { PANEL_TEXTS } from "../../languages/generated/panel-texts.ts";
import type { IssuedDocument } from "../document-files.ts";
import { formatsIn } from "../locale-formats.ts";
import type { EmailDraft, PrintedPage } from "../wire.ts";

const CATALOGUES: Readonly<Record<string, Texts>> = PANEL_TEXTS;

/** The e-mail with which a document is sent, in the language of the document; English where the panel does not speak it. */
export function emailTextOf(document: IssuedDocument, printed: PrintedPage): Pick<EmailDraft, "subject" | "text"> {
  const { title, number, language, sellerName } = printed;
  const primary = language.split("-")[0]!;
  const { email: words } = CATALOGUES[primary] ?? PANEL_TEXTS.en;
  const { amountText, dayText } = formatsIn(words === PANEL_TEXTS.en.email && primary !== "en" ? "en-IE" : language);
  const { currency, total, clientContact } = document;
  const due = "amountDue" in document && document.amountDue > 0 ? document : undefined;
  const paragraphs = [
    clientContact?.name === undefined ? words.greeting : words.greetingTo(clientContact.name),
    words.attached(title, number, amountText(total, currency)),
    due && words.due(amountText(due.amountDue, currency), due.dueDate && dayText(due.dueDate)),
    words.regards(document.seller.contact?.name, sellerName),
  ];
  return {
    subject: words.subject(title, number, sellerName),
    text: paragraphs.filter((paragraph) => paragraph !== undefined).join("\n\n"),
  };
}
