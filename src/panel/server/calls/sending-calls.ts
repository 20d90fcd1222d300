import type { Clock } from "faktura";
import { type Context, Hono } from "hono";
import { z } from "zod";
import { DOCUMENT_FILES, type DocumentFileName, filesFor, type IssuedDocument } from "../../document-files.ts";
import { loadGaps } from "../../document-gaps.ts";
import type { AttachedFile, EmailDraft, Failure, PrintedPage, Sending } from "../../wire.ts";
import { type DocumentFiles, fileOf } from "../document-file.ts";
import { emailTextOf } from "../email-text.ts";
import type { Sendings } from "../records/sendings.ts";
import type { PanelEnv } from "../session.ts";
import { bodyOf } from "./call-body.ts";

/** A file of an e-mail. Libraries such as nodemailer take it as it is. */
export interface PanelAttachment {
  /** Such as `INV-202611-0001.pdf`. */
  readonly filename: string;
  /** `application/pdf` or `application/xml`. */
  readonly contentType: string;
  /** The bytes of the file. */
  readonly content: Uint8Array;
}

/** An e-mail to a client, as the user of the panel wrote it. */
export interface PanelEmail {
  /** One address. */
  readonly to: string;
  /** One line of text. */
  readonly subject: string;
  /** Plain text. */
  readonly text: string;
  /** The chosen files of the document. */
  readonly attachments: readonly PanelAttachment[];
}

/** Sends an e-mail for a company of the host's, and fulfils once the mail server has accepted it. */
export type SendPanelEmail = (
  email: PanelEmail,
  request: { readonly companyId: string; readonly actor: string },
) => Promise<unknown> | unknown;

const FILES = ["pdf", ...(Object.keys(DOCUMENT_FILES) as DocumentFileName[])] as const;

const emailCall = z.object({
  id: z.uuid(),
  to: z.string().trim().max(254),
  // A line break would begin another header of the e-mail.
  subject: z
    .string()
    .max(1000)
    .transform((subject) => subject.replaceAll(/\p{Cc}+/gu, " ").trim()),
  text: z.string().max(100_000),
  files: z
    .array(z.enum(FILES))
    .max(FILES.length)
    .transform((files) => [...new Set(files)]),
});

const otherCall = z.object({ id: z.uuid(), to: z.string().trim().max(200) });

/** What of an e-mail cannot be sent; `undefined` if all of it can. */
function faultsOf({ to, subject, text }: z.output<typeof emailCall>): Failure | undefined {
  const errors = [
    ...(z.email().safeParse(to).success ? [] : [{ pointer: "/to", detail: "must be an e-mail address" }]),
    ...(subject === "" ? [{ pointer: "/subject", detail: "must not be blank" }] : []),
    ...(text.trim() === "" ? [{ pointer: "/text", detail: "must not be blank" }] : []),
  ];
  const message = "An e-mail needs an address, a subject and a text.";
  return errors.length === 0 ? undefined : { code: "email_invalid", message, errors };
}

const NOT_SENT: Failure = {
  code: "email_not_sent",
  message: "The e-mail was not sent, because the mail server did not accept it. Try again, or save the files.",
  errors: [],
};

/** What the calls need. */
export interface SendingOptions extends DocumentFiles {
  readonly send: SendPanelEmail | undefined;
  readonly sendings: Sendings;
  readonly clock: Clock;
  readonly print: (companyId: string, document: IssuedDocument) => Promise<PrintedPage>;
  /** The document of the path. */
  readonly read: (context: Context<PanelEnv>) => Promise<IssuedDocument>;
}

/** The calls that send a document to the client, below the document's path. */
export function sendingCalls({ send, sendings, clock, print, read, ...files }: SendingOptions): Hono<PanelEnv> {
  const calls = new Hono<PanelEnv>();
  /** The e-mails that are being sent, so that a call that is repeated meanwhile waits for the first. */
  const underWay = new Map<string, Promise<boolean>>();

  const add = ({ var: { companyId, session } }: Context<PanelEnv>, id: string, own: Omit<Sending, "at" | "actor">) =>
    sendings.add(companyId, id, { ...own, at: clock.now().toISOString(), actor: session.actor });

  /** The files that there are. Two electronic invoices would have the same name. */
  const attachmentsOf = async (document: IssuedDocument, companyId: string, names: readonly AttachedFile[]) => {
    const content = await Promise.all(names.map((name) => fileOf(name, document, companyId, files)));
    const isOnlyOne = names.filter((name) => name !== "pdf").length === 1;
    return content.flatMap((file, index) => {
      const name = names[index]!;
      if (file === undefined) return [];
      const filename = name === "pdf" || isOnlyOne ? file.filename : file.filename.replace(/\.xml$/, `-${name}.xml`);
      return [{ ...file, filename }];
    });
  };

  calls.post("/sendings", bodyOf(otherCall), async (context) => {
    const { id } = await read(context);
    await add(context, id, { ...context.req.valid("json"), channel: "other", files: [] });
    return context.json(await sendings.find(context.var.companyId, id));
  });

  if (send === undefined) return calls;

  calls.get("/email", async (context) => {
    const document = await read(context);
    const einvoices = await completeFiles(document);
    const names: readonly AttachedFile[] = [...(files.render === undefined ? [] : ["pdf" as const]), ...einvoices];
    const [einvoice] = einvoices;
    const chosen: readonly (AttachedFile | undefined)[] = ["pdf", isForBusiness(document) ? einvoice : undefined];
    const draft: EmailDraft = {
      to: document.clientEmail ?? "",
      ...emailTextOf(document, await print(context.var.companyId, document)),
      files: names.map((name) => ({ name, isChosen: chosen.includes(name) })),
    };
    return context.json(draft);
  });

  calls.post("/emails", bodyOf(emailCall), async (context) => {
    const email = context.req.valid("json");
    const faults = faultsOf(email);
    if (faults !== undefined) return context.json(faults, 422);
    const { id, to, subject, text, files: names } = email;
    const { companyId, session } = context.var;
    const document = await read(context);
    // The record is a part of it: a call that is repeated later finds it.
    const sendOnce = async () => {
      if ((await sendings.find(companyId, document.id)).some((one) => one.id === id)) return true;
      const attachments = await attachmentsOf(document, companyId, names);
      try {
        await send({ to, subject, text, attachments }, { companyId, actor: session.actor });
      } catch (error) {
        console.error(error);
        return false;
      }
      await add(context, document.id, { id, channel: "email", to, files: names });
      return true;
    };
    const key = `${companyId}/${id}`;
    const sending = underWay.get(key) ?? sendOnce().finally(() => underWay.delete(key));
    underWay.set(key, sending);
    if (!(await sending)) return context.json(NOT_SENT, 422);
    return context.json(await sendings.find(companyId, document.id));
  });

  return calls;
}

/** The electronic invoices that can be written. */
async function completeFiles(document: IssuedDocument): Promise<DocumentFileName[]> {
  const gapsOf = await loadGaps(document.seller.country);
  const names = filesFor({ seller: document.seller.country, client: document.clientCountry });
  return names.filter((name) => gapsOf(DOCUMENT_FILES[name].requirement, document).length === 0);
}

/** Consumers cannot read electronic invoices. */
function isForBusiness({ clientVatNumber, isCompany }: IssuedDocument): boolean {
  return isCompany ?? clientVatNumber !== undefined;
}
