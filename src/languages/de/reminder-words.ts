import type { ReminderWords } from "../reminder-words.ts";

const REFERENCES = {
  base: "dem Basiszinssatz",
  "central-bank": "dem Referenzzinssatz der Zentralbank",
  ecb: "dem Hauptrefinanzierungssatz der Europäischen Zentralbank",
};

export const reminderWords: ReminderWords = {
  titles: ["Zahlungserinnerung", "Mahnung", "Letzte Mahnung"],
  greeting: "Sehr geehrte Damen und Herren,",
  texts: [
    ({ number, issued, due, overdue, payBy }) => [
      `unsere Rechnung ${number} vom ${issued} war am ${due} fällig. Davon haben wir ${overdue} noch nicht erhalten.`,
      `Vielleicht haben Sie sie übersehen. Bitte überweisen Sie den Betrag bis zum ${payBy}.`,
    ],
    ({ number, issued, due, overdue, total, payBy }) => [
      `unsere Rechnung ${number} vom ${issued} war am ${due} fällig. Trotz unserer Erinnerung sind ${overdue} noch offen.`,
      `Bitte überweisen Sie ${total} bis zum ${payBy}.`,
    ],
    ({ number, issued, due, overdue, total, payBy }) => [
      `trotz unserer Mahnungen sind von unserer Rechnung ${number} vom ${issued}, fällig am ${due}, noch ${overdue} offen.`,
      `Wir fordern Sie letztmals auf, ${total} bis zum ${payBy} zu überweisen. Danach können wir ohne weitere Ankündigung gerichtliche Schritte einleiten.`,
    ],
  ],
  crossed: "Wenn Sie inzwischen bezahlt haben, ist dieses Schreiben gegenstandslos.",
  reminderDate: "Datum",
  daysOverdue: "Tage überfällig",
  overdue: "Überfällig",
  interest: "Verzugszinsen",
  fee: "Verzugspauschale",
  otherFee: (amount) =>
    `Außerdem verlangen wir eine Verzugspauschale von ${amount}, die in der Summe nicht enthalten ist.`,
  interestFor: (days, rate) => `Verzugszinsen (${days}): ${rate}.`,
  interestWithoutSum: (rate) =>
    `Bis zur Zahlung schulden Sie Verzugszinsen: ${rate}. In der Summe sind sie nicht enthalten.`,
  rate: (percent, points, reference, law) =>
    reference === undefined
      ? `${percent} im Jahr (${law})`
      : `${points} Prozentpunkte im Jahr über ${REFERENCES[reference]} (${law})`,
  noVat: "Auf Zinsen und Pauschale fällt keine Umsatzsteuer an.",
};
