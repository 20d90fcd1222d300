import type { IssuedDocument } from "../document-files.ts";
import type { Language } from "../languages/chosen-language.ts";
import { texts as de } from "../languages/de.ts";
import { texts as en, type Texts } from "../languages/en.ts";
import { texts as fr } from "../languages/fr.ts";
import { formatsIn } from "../locale-formats.ts";
import type { EmailDraft, PrintedPage } from "../wire.ts";

const CATALOGUES: Readonly<Record<Language, Texts["email"]>> = { en: en.email, de: de.email, fr: fr.email };

/** The e-mail with which a document is sent, in the language of the document; English where the panel does not speak it. */
export function emailTextOf(document: IssuedDocument, printed: PrintedPage): Pick<EmailDraft, "subject" | "text"> {
  const { title, number, language, sellerName } = printed;
  const primary = language.split("-")[0]!;
  const words = CATALOGUES[Object.hasOwn(CATALOGUES, primary) ? (primary as Language) : "en"];
  const { amountText, dayText } = formatsIn(words === en.email && primary !== "en" ? "en-IE" : language);
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
