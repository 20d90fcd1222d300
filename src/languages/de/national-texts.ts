import type { NationalTexts } from "../en/national-texts.ts";

/** The fields that only the documents of one state need, in German. */
export const nationalTexts: NationalTexts = {
  de: {
    workOnLand: {
      label: "Leistung an einem Grundstück",
      hint: "Die Rechnung an eine Privatperson sagt dann, dass sie zwei Jahre aufzubewahren ist.",
    },
  },
  es: {
    description: {
      label: "Was verkauft wird (Veri*factu)",
      hint: "Geht an die Steuerbehörde. Leer: die Angabe der Firma, sonst die Beschreibungen der Positionen.",
    },
    invoiceType: {
      label: "Art der Rechnung (TipoFactura)",
      hint: "F1 Rechnung, F2 vereinfachte, F3 anstelle vereinfachter. Leer: F1, wenn der Kunde identifiziert ist, sonst F2.",
    },
    "clientId/type": {
      label: "Ausweis: Art (IDType)",
      hint: "Wenn der Kunde keine USt-IdNr. hat: 03 Pass, 04 Dokument des Wohnsitzstaats, 06 ein anderes, 07 nicht registrierte NIF",
    },
    "clientId/id": { label: "Ausweis: Nummer" },
    "clientId/country": { label: "Ausweis: Land", hint: "Zwei Buchstaben. Leer: das Land des Kunden." },
    correctionType: {
      label: "Grund einer Korrektur",
      hint: "R1 Rückgaben, Rabatte und Rechtsfehler, R2 Insolvenz, R3 Forderungsausfall, R4 andere Gründe. Leer: R1.",
    },
    "replaced/net": { label: "Ersetzter Betrag ohne MwSt., EUR", hint: "Nur bei einer korrigierten Rechnung" },
    "replaced/tax": { label: "Ersetzte MwSt., EUR", hint: "Nur bei einer korrigierten Rechnung" },
    "replaced/surcharge": { label: "Ersetzter Äquivalenzzuschlag, EUR", hint: "Nur bei einer korrigierten Rechnung" },
    exemption: {
      label: "Grund ohne MwSt.",
      hint: "E1 bis E6 befreit nach Artikel 20, 21, 22, 23–24, 25 oder sonst, N1 nicht steuerbar, N2 Ort im Ausland",
    },
    regime: {
      label: "Regelung (ClaveRegimen)",
      hint: "Etwa 11 für die Miete von Geschäftsräumen. Leer: nach der MwSt.",
    },
    equivalenceSurcharge: {
      label: "Äquivalenzzuschlag",
      hint: "Auf Waren für Einzelhändler unter dem recargo de equivalencia",
    },
    surchargeRate: {
      label: "Satz des Äquivalenzzuschlags, %",
      hint: "Etwa 1,75 für Tabak. Leer: der übliche, etwa 5,2 bei 21 %",
    },
  },
  fr: {
    vatOnDebits: {
      label: "Umsatzsteuer nach Rechnungsstellung",
      hint: "Sie schulden die Steuer auf Dienstleistungen mit der Rechnung (TVA sur les débits). Ihre Rechnungen sagen es dann.",
    },
  },
  hr: {
    "operator/name": { label: "Name des Bedieners", hint: "Wer die Rechnung ausstellt" },
    "operator/oib": { label: "OIB des Bedieners", hint: "11 Ziffern" },
    register: { label: "Kasse", hint: "Nur wenn alle Kassen der Betriebsstätte eine gemeinsame Nummernfolge haben" },
    fiscalized: {
      label: "Gemeldet wie eine Rechnung an Verbraucher",
      hint: "Nur bei einem Unternehmen, das keine elektronische Rechnung bekommt",
    },
    paperNumber: { label: "Nummer der Papierrechnung", hint: "Wenn die Kasse nicht funktionierte" },
  },
  hu: {
    taxNumber: {
      label: "Steuernummer",
      hint: "11 Ziffern, wie 12345676-2-41; bei einem Mitglied einer Umsatzsteuergruppe die der Gruppe",
    },
    groupMember: {
      label: "Eigene Steuernummer in einer Umsatzsteuergruppe",
      hint: "Nur bei einem Mitglied einer Gruppe",
    },
    smallTaxpayer: { label: "Kleinsteuerzahler (kata)", hint: "Ihre Rechnungen müssen dann kisadózó enthalten" },
    appearance: {
      label: "Form der Rechnung",
      hint: "PAPER, ELECTRONIC, EDI oder UNKNOWN. Leer: die des Unternehmens, sonst UNKNOWN",
    },
    clientTaxNumber: {
      label: "Steuernummer des Kunden",
      hint: "11 Ziffern; bei einem Mitglied einer Umsatzsteuergruppe die der Gruppe",
    },
    clientGroupMember: {
      label: "Eigene Steuernummer des Kunden in einer Umsatzsteuergruppe",
      hint: "Nur bei einem Mitglied einer Gruppe",
    },
    reportIsInvoice: { label: "Die Meldung an die NAV ist die Rechnung", hint: "Der Kunde liest sie dann bei der NAV" },
    "advances/#": { label: "Anzahlung" },
    "advances/#/number": { label: "Nummer ihrer Rechnung" },
    "advances/#/paidOn": { label: "Tag der Zahlung" },
    "advances/#/exchangeRate": { label: "Wechselkurs ihrer Rechnung zu HUF" },
    vatCase: {
      label: "Grund ohne Umsatzsteuer",
      hint: "Wie TAM (Art der Tätigkeit) oder AAM (persönliche Befreiung). Leer: nach der Umsatzsteuerentscheidung.",
    },
    vtsz: { label: "Zolltarifnummer (VTSZ)" },
    teszor: { label: "Dienstleistungsklasse (TESZOR)" },
  },
  it: {
    taxRegime: {
      label: "Steuerregime",
      hint: "Etwa RF01 (Regelbesteuerung), RF17 (Istversteuerung) oder RF19 (Pauschale). Leer: nach Ihren Angaben zur Umsatzsteuer.",
    },
    "person/firstName": { label: "Vorname", hint: "Wenn die Firma eine Person ist" },
    "person/lastName": { label: "Nachname", hint: "Wenn die Firma eine Person ist" },
    "registration/office": { label: "REA: Provinz", hint: "Zwei Buchstaben, etwa MI" },
    "registration/number": { label: "REA: Nummer" },
    "registration/capital": { label: "Eingezahltes Kapital, EUR", hint: "Nur bei Kapitalgesellschaften" },
    "registration/soleShareholder": { label: "Alleingesellschafter", hint: "Nur bei Kapitalgesellschaften" },
    "registration/inLiquidation": { label: "In Liquidation" },
    transmitter: {
      label: "Übermittler",
      hint: "Wer Ihre Dateien an das SdI sendet, wenn nicht Sie: Land und Steuernummer, etwa IT01234567890",
    },
    recipientCode: {
      label: "Empfängercode (SdI)",
      hint: "7 Buchstaben und Ziffern, bei Behörden 6. Leer: nach der elektronischen Adresse.",
    },
    "clientPerson/firstName": { label: "Vorname der Person", hint: "Wenn der Kunde eine Person ist" },
    "clientPerson/lastName": { label: "Nachname der Person", hint: "Wenn der Kunde eine Person ist" },
    splitPayment: {
      label: "Split Payment",
      hint: "Ja, wenn der Kunde die Steuer an den Staat zahlt, wie Behörden",
    },
    documentType: {
      label: "Art des Dokuments (TipoDocumento)",
      hint: "Etwa TD06 (Honorar) oder TD24 (nachträgliche Rechnung). Leer: nach der Art der Rechnung.",
    },
    stampDuty: {
      label: "Stempelsteuer von 2,00 € ist entrichtet",
      hint: "Leer: wenn mehr als 77,47 € ohne Umsatzsteuer sind",
    },
    "deliveryNotes/#": { label: "Lieferschein (DDT)" },
    "deliveryNotes/#/number": { label: "Nummer des Lieferscheins" },
    "deliveryNotes/#/date": { label: "Tag des Lieferscheins" },
    nature: {
      label: "Natura",
      hint: "Warum die Position ohne Umsatzsteuer ist. Leer: nach der Entscheidung zur Steuer.",
    },
    withheld: { label: "Einbehalt gilt", hint: "Leer: ja, außer bei Beiträgen zu einer Versorgungskasse" },
    "pensionFund/type": {
      label: "Versorgungskasse (TipoCassa)",
      hint: "Wenn die Position der Beitrag dazu ist, etwa TC22 (INPS)",
    },
    "pensionFund/percent": { label: "Beitragssatz, %" },
  },
  pt: {
    "series/#": { label: "Serie" },
    "series/#/prefix": { label: "Präfix der Serie", hint: "Wie in den Einstellungen der Nummern" },
    "series/#/type": {
      label: "Art ihrer Belege",
      hint: "FT Rechnungen, FS vereinfachte Rechnungen, FR Rechnungen mit Quittung, ND Lastschriften, NC Gutschriften",
    },
    "series/#/code": {
      label: "Validierungscode",
      hint: "Die Steuerbehörde vergibt ihn für die Serie. Mit ihm beginnt der ATCUD.",
    },
    exemption: {
      label: "Code der Befreiung (TaxExemptionCode)",
      hint: "Wie M07. Bei einer Position leer: der des Unternehmens",
    },
    region: {
      label: "Wessen Umsatzsteuer es ist",
      hint: "PT Festland, PT-AC Azoren, PT-MA Madeira. Leer: nach dem Satz, sonst nach der Adresse des Unternehmens",
    },
    productType: {
      label: "Was verkauft wird (ProductType)",
      hint: "P Waren, S Dienstleistungen, O anderes wie Fracht, E Verbrauchsteuer, I andere Steuern. Leer: P bei Waren, sonst S",
    },
  },
};
