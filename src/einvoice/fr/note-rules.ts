import { type GapRule, needRules, stricterInUbl } from "../rules/gap-rule.ts";
import type { DocumentTerms } from "../terms.ts";
import { noteText } from "../ubl.ts";

/** The texts of the notes with a subject. */
const textsAbout = ({ notes }: DocumentTerms, subject: string) =>
  notes.filter((note) => note.subject === subject).map(({ text }) => text);

/** In UBL the rules join the notes and look for the marks of subjects in the text: what follows each mark. */
const joinedTexts = ({ notes }: DocumentTerms, subject: string) =>
  notes.map(noteText).join("").split(`#${subject}#`).slice(1);

/** What the rules for UBL take for the processing (`BAR`) or the statement about VAT (`TXD`): the text up to the next `#`. */
export const joinedText = (terms: DocumentTerms, subject: "BAR" | "TXD") =>
  joinedTexts(terms, subject).join(`#${subject}#`).split("#")[0]!;

/** Whether a note says how the document is processed. */
export const isProcessedAs = (terms: DocumentTerms, processing: string) =>
  textsAbout(terms, "BAR").includes(processing);

/** The notes that every invoice between businesses has, and the fields of the profile with their texts. */
const LATE_PAYMENT = { PMT: "recoveryFee", PMD: "penalties", AAB: "discount" } as const;

const PROCESSINGS = ["B2B", "B2BINT", "B2C", "B2CINT", "OUTOFSCOPE", "ARCHIVEONLY"];
const isKnown = (text: string) => PROCESSINGS.includes(text);

/** The fixed text of a member of a VAT group. */
const GROUP_MEMBER = "MEMBRE_ASSUJETTI_UNIQUE";

const isGroupMember = ({ seller: { identifiers = [] } }: DocumentTerms) =>
  identifiers.some(({ scheme }) => scheme === "0231");

const onlyOnce = (subject: string): GapRule[] =>
  stricterInUbl(
    {
      rule: "BR-FR-06",
      field: "notes",
      detail: `France takes one note with the subject ${subject}. Leave the others out.`,
    },
    (terms) => textsAbout(terms, subject).length > 1,
    (terms) => joinedTexts(terms, subject).length > 1,
  );

/** The French rules about notes (BG-1). UBL has their subjects in the text, so there a text can be taken for one. */
export const FRENCH_NOTE_RULES: readonly GapRule[] = [
  ...needRules(
    "France",
    Object.entries(LATE_PAYMENT).map(([subject, part]) => [
      "BR-FR-05",
      `seller.latePayment.${part}`,
      `the note ${subject}`,
      (terms) => terms.isForBusiness && textsAbout(terms, subject).length === 0,
    ]),
  ),
  {
    rule: "BR-FR-05",
    field: "isCompany",
    detail: "France needs the notes PMT, PMD and AAB. Set isCompany, or notes.",
    isBroken: (terms) =>
      !terms.isForBusiness && Object.keys(LATE_PAYMENT).some((subject) => textsAbout(terms, subject).length === 0),
  },
  ...["PMT", "PMD", "AAB", "TXD"].flatMap(onlyOnce),
  ...stricterInUbl(
    {
      rule: "BR-FR-20",
      field: "notes",
      detail: `The note BAR must be one of ${PROCESSINGS.join(", ")}. Change it.`,
    },
    (terms) => textsAbout(terms, "BAR").some((text) => !isKnown(text)),
    (terms) => !["", ...PROCESSINGS].includes(joinedText(terms, "BAR")),
  ),
  ...stricterInUbl(
    { rule: "BR-FR-31", field: "notes", detail: "France takes one note with the subject BAR. Leave the others out." },
    (terms) => textsAbout(terms, "BAR").filter((text) => isKnown(text.trim())).length > 1,
    (terms) => joinedTexts(terms, "BAR").filter((text) => isKnown(text.split("#")[0]!)).length > 1,
  ),
  ...stricterInUbl(
    {
      rule: "BR-FR-CO-14",
      field: "notes",
      detail: `A member of a VAT group (scheme 0231) needs the note TXD ${GROUP_MEMBER}, before all others about TXD. Add it.`,
    },
    (terms) => isGroupMember(terms) && !textsAbout(terms, "TXD").includes(GROUP_MEMBER),
    (terms) => isGroupMember(terms) && joinedText(terms, "TXD") !== GROUP_MEMBER,
  ),
  {
    rule: "BR-FR-CO-15",
    field: "seller.taxRepresentative",
    detail:
      "A member of a VAT group (scheme 0231) names the group. Set taxRepresentative in the company's profile to it.",
    isBroken: (terms) => isGroupMember(terms) && terms.taxRepresentative === undefined,
  },
];
