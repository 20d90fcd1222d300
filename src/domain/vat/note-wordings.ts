/** The mentions that a note can have in the seller's language. */
export type VatMention = "reverseCharge" | "intraCommunitySupply" | "exportOfGoods" | "serviceOutsideScope";

/**
 * The wordings by language, ISO 639-1. A missing language has no sourced wording; its notes are in English only. The
 * wordings for reverse charge are those of article 226(11a) of the directive, with its capitals. The others name no
 * national article, because several states can share a language.
 *
 * @see docs/why/vat-notes.md for the source of each
 */
export const VAT_MENTIONS: Readonly<Record<VatMention, Readonly<Record<string, string>>>> = {
  reverseCharge: {
    bg: "обратно начисляване",
    cs: "daň odvede zákazník",
    da: "omvendt betalingspligt",
    de: "Steuerschuldnerschaft des Leistungsempfängers",
    el: "Αντίστροφη επιβάρυνση",
    es: "inversión del sujeto pasivo",
    et: "pöördmaksustamine",
    fi: "käännetty verovelvollisuus",
    fr: "Autoliquidation",
    hr: "prijenos porezne obveze",
    hu: "fordított adózás",
    it: "inversione contabile",
    lt: "Atvirkštinis apmokestinimas",
    lv: "nodokļa apgrieztā maksāšana",
    mt: "Inverżjoni tal-ħlas",
    nl: "Btw verlegd",
    pl: "odwrotne obciążenie",
    pt: "Autoliquidação",
    ro: "taxare inversă",
    sk: "prenesenie daňovej povinnosti",
    sl: "obrnjena davčna obveznost",
    sv: "Omvänd betalningsskyldighet",
  },
  intraCommunitySupply: {
    bg: "Вътреобщностна доставка на стоки",
    cs: "Dodání zboží do jiného členského státu, osvobozeno od daně",
    da: "Levering af varer til andre EU-lande, momsfritaget",
    de: "Steuerfreie innergemeinschaftliche Lieferung",
    el: "Ενδοκοινοτικές παραδόσεις",
    es: "Entrega intracomunitaria exenta",
    et: "Kauba ühendusesisene käive",
    fi: "Tavaroiden yhteisömyynti",
    fr: "Livraison intracommunautaire exonérée",
    hr: "Isporuke dobara unutar EU",
    hu: "Adómentes Közösségen belüli termékértékesítés",
    it: "Non imponibile - cessione intracomunitaria",
    nl: "Intracommunautaire levering",
    pl: "Wewnątrzwspólnotowa dostawa towarów",
    pt: "Isento - transmissões intracomunitárias de bens",
    ro: "Livrare intracomunitară de bunuri, scutită de taxă",
    sk: "Dodanie tovaru do iného členského štátu, oslobodené od dane",
    sv: "Unionsintern försäljning, undantagen från skatteplikt",
  },
  exportOfGoods: {
    bg: "Износ на стоки",
    cs: "Vývoz zboží, osvobozeno od daně",
    da: "Levering af varer til udførsel, fritaget for moms",
    de: "Steuerfreie Ausfuhrlieferung",
    el: "Παραδόσεις τρίτων χωρών",
    es: "Operación exenta por exportación",
    fr: "Exportation exonérée",
    hu: "Adómentes termékértékesítés a Közösség területén kívülre",
    it: "Non imponibile - esportazione",
    nl: "Uitvoer van goederen",
    pl: "Eksport towarów",
    ro: "Export de bunuri, scutit de TVA",
    sk: "Vývoz tovaru, oslobodený od dane",
    sv: "Export av varor, undantagen från skatteplikt",
  },
  serviceOutsideScope: {
    bg: "Доставка на услуги с място на изпълнение извън страната",
    cs: "Služba s místem plnění mimo tuzemsko",
    de: "Nicht steuerbarer Umsatz, Leistungsort nicht im Inland",
    el: "Παροχή υπηρεσιών σε λήπτη τρίτης χώρας",
    es: "Operación no sujeta por reglas de localización",
    hu: "Harmadik országban teljesített ügylet",
    it: "Operazione non soggetta ad IVA",
    pl: "Niepodlegające opodatkowaniu świadczenie usług poza terytorium kraju",
    pt: "Não sujeito ou não tributado",
  },
};
