import type { ReminderWords } from "../reminder-words.ts";

const REFERENCES = {
  base: "du taux de base",
  "central-bank": "du taux de référence de la banque centrale",
  ecb: "du taux de refinancement de la Banque centrale européenne",
};

export const reminderWords: ReminderWords = {
  titles: ["Première relance", "Deuxième relance", "Dernière relance avant poursuites"],
  greeting: "Madame, Monsieur,",
  texts: [
    ({ number, issued, due, overdue, payBy }) => [
      `Notre facture ${number} du ${issued} était à régler le ${due}. Sauf erreur de notre part, ${overdue} n’ont pas encore été payés.`,
      `Il s’agit sans doute d’un oubli. Merci de régler cette somme au plus tard le ${payBy}.`,
    ],
    ({ number, issued, due, overdue, total, payBy }) => [
      `Notre facture ${number} du ${issued} était à régler le ${due}. Malgré notre relance, ${overdue} restent impayés.`,
      `Merci de régler ${total} au plus tard le ${payBy}.`,
    ],
    ({ number, issued, due, overdue, total, payBy }) => [
      `Malgré nos relances, ${overdue} de notre facture ${number} du ${issued}, à régler le ${due}, restent impayés.`,
      `Nous vous mettons en demeure de régler ${total} au plus tard le ${payBy}. Passé cette date, nous pourrons engager une procédure sans autre avis.`,
    ],
  ],
  crossed: "Si vous avez payé entre-temps, ne tenez pas compte de cette lettre.",
  reminderDate: "Date",
  daysOverdue: "Jours de retard",
  overdue: "Impayé",
  interest: "Pénalités de retard",
  fee: "Indemnité forfaitaire pour frais de recouvrement",
  otherFee: (amount) =>
    `Une indemnité forfaitaire de ${amount} pour frais de recouvrement est due en plus ; le total ne la comprend pas.`,
  interestFor: (days, rate) => `Pénalités de retard (${days}) : ${rate}.`,
  interestWithoutSum: (rate) =>
    `Des pénalités de retard sont dues jusqu’au paiement : ${rate}. Le total ne les comprend pas.`,
  rate: (percent, points, reference, law) =>
    reference === undefined
      ? `${percent} par an (${law})`
      : `${points} points par an au-dessus ${REFERENCES[reference]} (${law})`,
  noVat: "Les pénalités et l’indemnité ne sont pas soumises à la TVA.",
};
