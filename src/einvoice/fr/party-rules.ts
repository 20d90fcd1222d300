import { type GapRule, needRules, stricterInUbl } from "../rules/gap-rule.ts";
import type { DocumentTerms, IdentifierTerms, PartyTerms } from "../terms.ts";
import { isProcessedAs, joinedText } from "./note-rules.ts";

/** Registers of ISO 6523: of enterprises (SIREN), of establishments (SIRET), of private codes, and of VAT groups. */
const [SIREN, SIRET, PRIVATE, VAT_GROUP] = ["0002", "0009", "0224", "0231"];

/** The scheme of addresses in the directory of the French platforms. */
const DIRECTORY = "0225";

const CODE = /^[A-Za-z0-9+\-_.]+$/;
const isSiren = (id: string) => /^\d{9}$/.test(id.trim());

type Identifiers = readonly (IdentifierTerms | undefined)[];

/** The first number in a scheme. */
const inScheme = (scheme: string | undefined, ...given: Identifiers) =>
  given.find((each) => each?.scheme === scheme)?.id;

const sirenOf = ({ registration }: Pick<PartyTerms, "registration">) => inScheme(SIREN, registration);

const hasSiren = (party: PartyTerms) => isSiren(sirenOf(party) ?? "");

/** Whether the first SIRET does not begin with the SIREN. Absent: it only has to be well formed. */
function hasWrongSiret(identifiers: Identifiers, sirenOf: (siret: string) => string | undefined): boolean {
  const siret = inScheme(SIRET, ...identifiers);
  return siret !== undefined && !(/^\d{14}$/.test(siret) && siret.slice(0, 9) === sirenOf(siret));
}

/** Both parties, with their fields for identifiers and for the electronic address. */
const PARTIES = [
  ["seller", "seller.identifiers", "seller.electronicAddress"],
  ["buyer", "clientIdentifier", "clientElectronicAddress"],
] as const;

/** Whether an address is not in the directory, under the SIREN that the syntax's rules compare it with. */
const isUnlisted = ({ electronicAddress, registration }: PartyTerms, syntax: "ubl" | "cii") => {
  const siren = syntax === "ubl" ? inScheme(SIREN, registration) : registration?.id;
  return inScheme(DIRECTORY, electronicAddress)?.startsWith(siren ?? "") !== true;
};

const isSelfBilled = ({ typeCode }: DocumentTerms) => ["389", "261"].includes(typeCode);

/** The note BAR as the rules of a syntax read it. */
const isMarked = (terms: DocumentTerms, syntax: "ubl" | "cii") =>
  syntax === "ubl" ? joinedText(terms, "BAR") === "B2B" : isProcessedAs(terms, "B2B");

/** The rule that an address must be in the directory: 21 about that of the client, 22 about that of a self-billed seller. */
const listedRules = (number: 21 | 22, party: "seller" | "buyer", field: string) => {
  const isBrokenIn = (syntax: "ubl" | "cii") => (terms: DocumentTerms) =>
    isSelfBilled(terms) === (number === 22) &&
    (number === 22 && syntax === "ubl" ? joinedText(terms, "BAR") !== "" : isMarked(terms, syntax)) &&
    isUnlisted(terms[party], syntax);
  const detail = `The note BAR needs an address of the ${party} in scheme ${DIRECTORY} that begins with its SIREN. Set it.`;
  return stricterInUbl({ rule: `BR-FR-${number}`, field, detail }, isBrokenIn("cii"), isBrokenIn("ubl"));
};

/** The French rules about the parties, and the payee and the place of delivery. */
export const FRENCH_PARTY_RULES: readonly GapRule[] = [
  ...PARTIES.map(([party, field]) => ({
    rule: "BR-FR-09",
    field,
    detail: `A SIRET (scheme 0009) has 14 digits and begins with the ${party}'s SIREN, its registration number. Correct one of them.`,
    isBroken: (terms: DocumentTerms) => hasWrongSiret(terms[party].identifiers ?? [], () => sirenOf(terms[party])),
  })),
  {
    rule: "BR-FR-09",
    field: "payee.identifier",
    detail: "A SIRET (scheme 0009) has 14 digits and begins with the payee's SIREN. Correct it.",
    isBroken: ({ payee }) => hasWrongSiret([payee?.identifier], (siret) => sirenOf(payee ?? {}) || siret.slice(0, 9)),
  },
  {
    rule: "BR-FR-09",
    field: "deliverTo.identifier",
    detail: "A SIRET (scheme 0009) has 14 digits. Correct it.",
    isBroken: ({ deliverTo }) => hasWrongSiret([deliverTo?.identifier], (siret) => siret.slice(0, 9)),
  },
  ...needRules("France", [
    [
      "BR-FR-10",
      "seller.registrationNumber",
      "the SIREN, 9 digits in registrationScheme 0002",
      ({ seller }) => !hasSiren(seller),
    ],
    [
      "BR-FR-12",
      "clientElectronicAddress",
      "the client's electronic address",
      ({ buyer }) => buyer.electronicAddress === undefined,
    ],
    [
      "BR-FR-13",
      "seller.electronicAddress",
      "the seller's electronic address",
      ({ seller }) => seller.electronicAddress === undefined,
    ],
  ]),
  ...stricterInUbl(
    {
      rule: "BR-FR-11",
      field: "clientRegistrationNumber",
      detail: "The note BAR B2B needs the client's SIREN, 9 digits in clientRegistrationScheme 0002. Set both.",
    },
    (terms) => isMarked(terms, "cii") && !hasSiren(terms.buyer),
    (terms) => isMarked(terms, "ubl") && !hasSiren(terms.buyer),
  ),
  ...listedRules(21, "buyer", "clientElectronicAddress"),
  ...listedRules(22, "seller", "seller.electronicAddress"),
  ...PARTIES.flatMap(([party, identifiers, address]) => [
    {
      rule: "BR-FR-23",
      field: address,
      detail: `An address in scheme ${DIRECTORY} consists of letters, digits and + - _ . only. Correct it.`,
      isBroken: (terms: DocumentTerms) => !CODE.test(inScheme(DIRECTORY, terms[party].electronicAddress) ?? "_"),
    },
    {
      rule: "BR-FR-24",
      field: identifiers,
      detail: `An identifier in scheme ${PRIVATE} consists of letters, digits and + - _ . only. Correct it.`,
      isBroken: (terms: DocumentTerms) =>
        (terms[party].identifiers ?? []).some(({ id, scheme }) => scheme === PRIVATE && !CODE.test(id)),
    },
  ]),
  ...(
    [
      ["seller.registrationNumber", ({ seller }: DocumentTerms) => [seller.registration], SIREN],
      ["clientRegistrationNumber", ({ buyer }: DocumentTerms) => [buyer.registration], SIREN],
      ["payee.registrationNumber", ({ payee }: DocumentTerms) => [payee?.registration], SIREN],
      ["seller.identifiers", ({ seller }: DocumentTerms) => seller.identifiers ?? [], VAT_GROUP],
      ["clientIdentifier", ({ buyer }: DocumentTerms) => buyer.identifiers ?? [], VAT_GROUP],
      ["payee.identifier", ({ payee }: DocumentTerms) => [payee?.identifier], VAT_GROUP],
      ["deliverTo.identifier", ({ deliverTo }: DocumentTerms) => [deliverTo?.identifier], VAT_GROUP, "cii"],
      ["items[].standardId", ({ lines }: DocumentTerms) => lines.map(({ standardId }) => standardId), VAT_GROUP, "cii"],
    ] as const
  ).map(([field, identifiersOf, lastScheme, syntax]) => ({
    rule: "BR-FR-32",
    field,
    detail: "A number in scheme 0002 (SIREN) or 0231 has 9 digits. Correct it.",
    isBroken: (terms: DocumentTerms) =>
      identifiersOf(terms).some(
        (each) => each !== undefined && (each.scheme === SIREN || each.scheme === lastScheme) && !isSiren(each.id),
      ),
    syntax,
  })),
  ...(
    [
      ["seller.identifiers", ({ seller }: DocumentTerms) => seller.identifiers ?? []],
      ["clientIdentifier", ({ buyer }: DocumentTerms) => buyer.identifiers ?? []],
      ["payee.identifier", ({ payee }: DocumentTerms) => [payee?.identifier]],
      ["deliverTo.identifier", ({ deliverTo }: DocumentTerms) => [deliverTo?.identifier]],
    ] as const
  ).map(([field, identifiersOf]) => ({
    rule: "BR-FR-CO-10",
    field,
    detail:
      field === "clientIdentifier"
        ? "In UBL, France needs the scheme of each identifier. Set a clientIdentifier beside clientNumber."
        : "In UBL, France needs the scheme of each identifier. State it, or leave the identifier out.",
    syntax: "ubl" as const,
    isBroken: (terms: DocumentTerms) =>
      identifiersOf(terms).some((each) => each !== undefined && each.scheme === undefined) &&
      !repeatsScheme(terms.seller),
  })),
  {
    rule: "BR-FR-CO-10",
    field: "seller.identifiers",
    detail: "France takes one identifier in each scheme. Leave the others out.",
    isBroken: ({ seller }) => repeatsScheme(seller),
  },
];

function repeatsScheme({ identifiers = [] }: PartyTerms): boolean {
  const schemes = identifiers.flatMap(({ scheme }) => scheme ?? []);
  return new Set(schemes).size < schemes.length;
}
