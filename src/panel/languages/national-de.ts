import type { NationalTexts } from "./national-en.ts";

/** The fields that only the documents of one state need, in German. */
export const nationalTexts: NationalTexts = {
  fr: {
    vatOnDebits: {
      label: "Umsatzsteuer nach Rechnungsstellung",
      hint: "Sie schulden die Steuer auf Dienstleistungen mit der Rechnung (TVA sur les débits). Ihre Rechnungen sagen es dann.",
    },
  },
  hr: {
    "operator/name": { label: "Name des Bedieners", hint: "Wer die Rechnung ausstellt" },
    "operator/oib": { label: "OIB des Bedieners", hint: "11 Ziffern" },
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
    "withholdings/#": { label: "Einbehalt" },
    "withholdings/#/type": {
      label: "Art (TipoRitenuta)",
      hint: "RT01 bei Personen, RT02 bei Gesellschaften, RT03 bis RT06 Beiträge",
    },
    "withholdings/#/percent": { label: "Satz des Einbehalts, %" },
    "withholdings/#/basePercent": { label: "Anteil der Positionen, %", hint: "Leer: 100" },
    "withholdings/#/reason": {
      label: "Grund (CausalePagamento)",
      hint: "Wie im Formular CU, etwa A für freie Berufe",
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
};
