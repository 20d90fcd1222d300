import { insteadOf } from "../instead-of.ts";

/** "One", for everything that can be counted. */
const ONE = "C62";

/**
 * The words for each unit, in lower case: the signs that all languages share, then English, German, French, Spanish,
 * Italian, Dutch and Polish. They have no accents, and
 * powers are digits. Words with several meanings are left out, such as "ton", which is a short ton too.
 */
// biome-ignore format: one unit a paragraph, one language a line
const WORDS: Readonly<Record<string, string>> = {
  HUR:
    "h," + "hr,hrs,hour,hours," + "std,stunde,stunden," + "heure,heures," + "hora,horas," + "ora,ore," + "uur,uren," +
    "godz,godzina,godziny,godzin",
  DAY: "d," + "day,days," + "tag,tage," + "jour,jours," + "dia,dias," + "giorno,giorni," + "dag,dagen," + "dzien,dni",
  WEE:
    "week,weeks," + "woche,wochen," + "semaine,semaines," + "semana,semanas," + "settimana,settimane," + "weken," +
    "tydzien,tygodnie,tygodni",
  MON:
    "month,months," + "monat,monate," + "mois," + "mes,meses," + "mese,mesi," + "maand,maanden," +
    "miesiac,miesiace,miesiecy",
  ANN:
    "year,years," + "jahr,jahre," + "an,ans,annee,annees," + "ano,anos," + "anno,anni," + "jaar,jaren," +
    "rok,lata,lat",
  MIN: "min," + "minute,minutes," + "minuten," + "minuto,minutos," + "minuti," + "minuut," + "minuta,minuty,minut",
  H87:
    "pc,pcs,piece,pieces," + "stk,stck,stuck," + "pce,pces," + "pieza,piezas," + "pz,pezzo,pezzi," + "st,stuk,stuks," +
    "szt,sztuka,sztuki,sztuk",
  PR: "pair,pairs," + "paar,paare," + "paire,paires," + "par,pares," + "paio,paia," + "paren," + "para,pary",
  LS: "lump sum,flat rate," + "pauschal,pauschale," + "forfait," + "tanto alzado," + "a corpo," + "ryczałt",
  KGM:
    "kg," + "kilo,kilos,kilogram,kilograms," + "kilogramm," + "kilogramme,kilogrammes," + "kilogramo,kilogramos," +
    "chilo,chilogrammo,chilogrammi," + "kilogrammen," + "kilogramy,kilogramow",
  GRM:
    "g," + "gram,grams," + "gramm," + "gramme,grammes," + "gramo,gramos," + "grammo,grammi," + "grammen," +
    "gramy,gramow",
  TNE: "t," + "tonne,tonnes," + "tonnen," + "tonelada,toneladas," + "tonnellata,tonnellate," + "tona,tony",
  MTR: "m," + "metre,metres,meter,meters," + "metro,metros," + "metri," + "metr,metry,metrow",
  KMT:
    "km," + "kilometre,kilometres,kilometer,kilometers," + "kilometro,kilometros," + "chilometro,chilometri," +
    "kilometr,kilometry,kilometrow",
  CMT: "cm",
  MMT: "mm",
  MTK: "m2," + "square metre,square metres," + "qm,quadratmeter," + "metre carre,metres carres," + "mq",
  MTQ: "m3," + "cubic metre,cubic metres," + "cbm,kubikmeter," + "metre cube,metres cubes," + "mc",
  LTR: "l," + "litre,litres,liter,liters," + "litro,litros," + "litri," + "litr,litry,litrow",
  MLT: "ml",
  KWH: "kwh," + "kilowattstunde,kilowattstunden",
};

const CODES = new Map(
  Object.entries(WORDS).flatMap(([code, words]) => `${code},${words}`.split(",").map((word) => [word, code] as const)),
);

/**
 * The unit of an invoice's line as a code of UN/ECE Recommendation 20 or 21 (EN 16931 BT-130): its `unitCode`, or else
 * what its `unit` means in English, German, French, Spanish, Italian, Dutch or Polish, or else `C62` ("one"). Case,
 * accents and full stops at the end do not matter. A `unit` can also be the code of one of these words, such as `HUR`.
 *
 * @throws TypeError if it is no line, or its `unit` is no string
 *
 * @example
 * ```ts
 * import { unitCodeOf } from "faktura";
 *
 * console.log(unitCodeOf({ unit: "Std." })); // HUR
 * console.log(unitCodeOf({ unit: "licence" })); // C62
 * ```
 */
export function unitCodeOf(line: {
  readonly unit?: string | undefined;
  readonly unitCode?: string | undefined;
}): string {
  if (typeof line !== "object" || line === null) {
    throw new TypeError(`unitCodeOf needs a line, such as { unit: "hour" }${insteadOf(line)}`);
  }
  const { unit = "", unitCode } = line;
  if (unitCode !== undefined) return unitCode;
  if (typeof unit !== "string") throw new TypeError(`unit must be a string${insteadOf(unit)}`);
  const word = unit
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{M}|(?<!\.)\.+$/gu, "");
  return CODES.get(unit) ?? CODES.get(word) ?? ONE;
}
