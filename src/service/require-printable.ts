import type { CompanyProfile } from "../domain/generated/company-profile.ts";
import type { InvoiceDraft } from "../domain/invoice/draft.ts";
import { noteWithMentions } from "../domain/invoice/mentions/mentions.ts";
import { unprintableDetail, unprintableFields } from "../domain/invoice/printed-texts.ts";
import type { Printable } from "../ports/printable.ts";
import { requestInvalid } from "./schemas/parse.ts";

/**
 * Checks the texts of a request that are printed.
 *
 * @throws Refusal `request_invalid` that names the fields and the characters
 */
export function requirePrintable(printable: Printable, request: object): void {
  const errors = unprintableFields(request, (text) => printable.unprintable(text));
  if (errors.length > 0) throw requestInvalid(errors);
}

/** The same of a stored profile, or of one of the host's own: its fields are not in the request. */
export function requirePrintableProfile(printable: Printable, profile: CompanyProfile): void {
  const errors = unprintableFields(profile, (text) => printable.unprintable(text));
  if (errors.length === 0) return;
  throw requestInvalid(
    errors.map(({ pointer, detail }) => ({ parameter: `profile${pointer.replaceAll("/", ".")}`, detail })),
  );
}

/** The same of the note that the library writes, which is in the seller's language. */
export function requirePrintableNote(printable: Printable, draft: InvoiceDraft): void {
  const characters = printable.unprintable(noteWithMentions(draft));
  if (characters.length > 0) throw requestInvalid([{ parameter: "vatNote", detail: unprintableDetail(characters) }]);
}
