import type { NationalTexts } from "../en/national-texts.ts";

/** The fields that only the documents of one state need, in French. */
export const nationalTexts: NationalTexts = {
  de: {
    workOnLand: {
      label: "Travaux sur un immeuble",
      hint: "La facture à un particulier indique alors qu’il faut la conserver deux ans.",
    },
  },
  es: {
    description: {
      label: "Objet de la vente (Veri*factu)",
      hint: "Transmis à l’administration. Vide : celui de l’entreprise, sinon les descriptions des lignes.",
    },
    invoiceType: {
      label: "Type de facture (TipoFactura)",
      hint: "F1 facture, F2 simplifiée, F3 à la place de simplifiées. Vide : F1 si le client est identifié, sinon F2.",
    },
    "clientId/type": {
      label: "Pièce d’identité : type (IDType)",
      hint: "Si le client n’a pas de numéro de TVA : 03 passeport, 04 document du pays de résidence, 06 autre, 07 NIF non enregistré",
    },
    "clientId/id": { label: "Pièce d’identité : numéro" },
    "clientId/country": { label: "Pièce d’identité : pays", hint: "Deux lettres. Vide : le pays du client." },
    correctionType: {
      label: "Motif d’une rectification",
      hint: "R1 retours, remises et erreurs de droit, R2 insolvabilité, R3 créance irrécouvrable, R4 autres motifs. Vide : R1.",
    },
    "replaced/net": { label: "Montant remplacé hors TVA, EUR", hint: "Seulement d’une facture rectifiée" },
    "replaced/tax": { label: "TVA remplacée, EUR", hint: "Seulement d’une facture rectifiée" },
    "replaced/surcharge": { label: "Surtaxe d’équivalence remplacée, EUR", hint: "Seulement d’une facture rectifiée" },
    exemption: {
      label: "Motif sans TVA",
      hint: "E1 à E6 exonéré par l’article 20, 21, 22, 23–24, 25 ou autrement, N1 non assujetti, N2 situé à l’étranger",
    },
    regime: {
      label: "Régime (ClaveRegimen)",
      hint: "Par exemple 11 pour la location de locaux professionnels. Vide : selon la TVA.",
    },
    equivalenceSurcharge: {
      label: "Surtaxe d’équivalence",
      hint: "Sur des biens pour un détaillant soumis au recargo de equivalencia",
    },
    surchargeRate: {
      label: "Taux de la surtaxe d’équivalence, %",
      hint: "Par exemple 1,75 pour le tabac. Vide : le taux habituel, tel que 5,2 à 21 %",
    },
  },
  fr: {
    vatOnDebits: {
      label: "TVA d’après les débits",
      hint: "La TVA sur les services est due dès la facturation. Vos factures l’indiquent alors.",
    },
  },
  hr: {
    "operator/name": { label: "Nom de l’opérateur", hint: "Qui émet la facture" },
    "operator/oib": { label: "OIB de l’opérateur", hint: "11 chiffres" },
    register: {
      label: "Caisse",
      hint: "Seulement si toutes les caisses du local partagent une seule suite de numéros",
    },
    fiscalized: {
      label: "Déclarée comme une facture à un particulier",
      hint: "Seulement pour une entreprise qui ne reçoit pas de facture électronique",
    },
    paperNumber: { label: "Numéro de la facture papier", hint: "Si la caisse ne fonctionnait pas" },
  },
  hu: {
    taxNumber: {
      label: "Numéro fiscal",
      hint: "11 chiffres, comme 12345676-2-41 ; d’un membre d’un groupe TVA, celui du groupe",
    },
    groupMember: { label: "Propre numéro fiscal dans un groupe TVA", hint: "Seulement d’un membre d’un groupe" },
    smallTaxpayer: { label: "Petit contribuable (kata)", hint: "Vos factures doivent alors dire kisadózó" },
    appearance: {
      label: "Forme de la facture",
      hint: "PAPER, ELECTRONIC, EDI ou UNKNOWN. Vide : celle de l’entreprise, sinon UNKNOWN",
    },
    clientTaxNumber: {
      label: "Numéro fiscal du client",
      hint: "11 chiffres ; d’un membre d’un groupe TVA, celui du groupe",
    },
    clientGroupMember: {
      label: "Propre numéro fiscal du client dans un groupe TVA",
      hint: "Seulement d’un membre d’un groupe",
    },
    reportIsInvoice: {
      label: "La déclaration à la NAV est la facture",
      hint: "Le client la lit alors auprès de la NAV",
    },
    "advances/#": { label: "Acompte" },
    "advances/#/number": { label: "Numéro de sa facture" },
    "advances/#/paidOn": { label: "Jour du paiement" },
    "advances/#/exchangeRate": { label: "Taux de change de sa facture en HUF" },
    vatCase: {
      label: "Motif sans TVA",
      hint: "Comme TAM (nature de l’activité) ou AAM (exonération personnelle). Vide : selon la décision de TVA.",
    },
    vtsz: { label: "Numéro du tarif douanier (VTSZ)" },
    teszor: { label: "Classe de services (TESZOR)" },
  },
  it: {
    taxRegime: {
      label: "Régime fiscal",
      hint: "Par exemple RF01 (ordinaire), RF17 (TVA de caisse) ou RF19 (forfaitaire). Vide : d’après vos réglages de TVA.",
    },
    "person/firstName": { label: "Prénom", hint: "Si l’entreprise est une personne" },
    "person/lastName": { label: "Nom", hint: "Si l’entreprise est une personne" },
    "registration/office": { label: "REA : province", hint: "Deux lettres, par exemple MI" },
    "registration/number": { label: "REA : numéro" },
    "registration/capital": { label: "Capital versé, EUR", hint: "Sociétés de capitaux seulement" },
    "registration/soleShareholder": { label: "Associé unique", hint: "Sociétés de capitaux seulement" },
    "registration/inLiquidation": { label: "En liquidation" },
    transmitter: {
      label: "Transmetteur",
      hint: "Qui envoie vos fichiers au SdI, si ce n’est pas vous : pays et code fiscal, par exemple IT01234567890",
    },
    recipientCode: {
      label: "Code destinataire (SdI)",
      hint: "7 lettres et chiffres, 6 pour une administration. Vide : d’après l’adresse électronique.",
    },
    "clientPerson/firstName": { label: "Prénom de la personne", hint: "Si le client est une personne" },
    "clientPerson/lastName": { label: "Nom de la personne", hint: "Si le client est une personne" },
    splitPayment: {
      label: "Paiement scindé",
      hint: "Oui si le client verse la TVA à l’État, comme les administrations",
    },
    documentType: {
      label: "Type de document (TipoDocumento)",
      hint: "Par exemple TD06 (honoraires) ou TD24 (facture différée). Vide : d’après le type de la facture.",
    },
    stampDuty: { label: "Droit de timbre de 2,00 € acquitté", hint: "Vide : si plus de 77,47 € sont sans TVA" },
    "deliveryNotes/#": { label: "Bon de livraison (DDT)" },
    "deliveryNotes/#/number": { label: "Numéro du bon de livraison" },
    "deliveryNotes/#/date": { label: "Jour du bon de livraison" },
    nature: {
      label: "Nature (Natura)",
      hint: "Pourquoi la ligne est sans TVA. Vide : d’après la décision de TVA.",
    },
    withheld: { label: "Soumise à la retenue", hint: "Vide : oui, sauf une cotisation à une caisse" },
    "pensionFund/type": {
      label: "Caisse de retraite (TipoCassa)",
      hint: "Si la ligne est la cotisation, par exemple TC22 (INPS)",
    },
    "pensionFund/percent": { label: "Taux de la cotisation, %" },
  },
  pt: {
    "series/#": { label: "Série" },
    "series/#/prefix": { label: "Préfixe de la série", hint: "Comme dans les réglages des numéros" },
    "series/#/type": {
      label: "Type de ses documents",
      hint: "FT factures, FS factures simplifiées, FR factures-reçus, ND notes de débit, NC avoirs",
    },
    "series/#/code": {
      label: "Code de validation",
      hint: "L’administration fiscale le donne à la série. L’ATCUD commence par lui.",
    },
    exemption: {
      label: "Code de l’exonération (TaxExemptionCode)",
      hint: "Comme M07. D’une ligne, vide : celui de l’entreprise",
    },
    region: {
      label: "TVA de quelle région",
      hint: "PT continent, PT-AC Açores, PT-MA Madère. Vide : selon le taux, sinon selon l’adresse de l’entreprise",
    },
    productType: {
      label: "Ce qui est vendu (ProductType)",
      hint: "P biens, S services, O autre chose comme le port, E accise, I autres taxes. Vide : P pour des biens, sinon S",
    },
  },
};
