import { unitCodeOf } from "faktura";
import { expect, test } from "vitest";
import { openBooks } from "../../service/books.ts";
import { order } from "../../support/fixtures.ts";

test("a given code is taken as it is, whatever the unit says", () => {
  expect(unitCodeOf({ unit: "hour", unitCode: "XBX" })).toBe("XBX");
  expect(unitCodeOf({ unitCode: "C62" })).toBe("C62");
});

test.each([
  ["HUR", "h hr hour hours Stunde Std. heures horas ore uur godz. godzin"],
  ["DAY", "d day days Tag Tage jours días giorni dagen dni"],
  ["WEE", "week Woche semaine semana settimana weken tydzień"],
  ["MON", "month months Monat Monate mois meses mesi maanden miesięcy"],
  ["ANN", "year Jahr ans año anno jaar rok"],
  ["MIN", "min min. minutes Minuten minuto minuut minut"],
  ["H87", "piece pieces pcs PCS Stk. Stück pièce piezas pz. stuks szt."],
  ["PR", "pair Paar paire pares paia para"],
  ["LS", "pauschal forfait ryczałt"],
  ["KGM", "kg KG kilo kilograms Kilogramm kilogrammes kilogramos chilogrammi kilogramów"],
  ["GRM", "g gram Gramm grammes gramos grammi gramów"],
  ["TNE", "t tonne Tonnen toneladas tonnellate"],
  ["KMT", "km Kilometer kilomètres kilómetros chilometri kilometrów"],
  ["MTR", "m metre meters Meter mètres metros metri metrów"],
  ["CMT", "cm"],
  ["MMT", "mm"],
  ["MTK", "m² m2 qm mq"],
  ["MTQ", "m³ m3 cbm"],
  ["LTR", "l L litre liters litros litri litrów"],
  ["MLT", "ml"],
  ["KWH", "kWh kwh Kilowattstunden"],
])("%s is the unit of %s", async (code, units) => {
  const { acme } = await openBooks();
  const items = [{ description: "Pen", quantity: 1, unitPrice: 1, unitCode: code }];
  expect((await acme.issue(order({ items }))).items[0]!.unitCode).toBe(code);
  for (const unit of [code, ...units.split(" ")]) expect(unitCodeOf({ unit }), unit).toBe(code);
});

test("words of several letters are found in both forms of Unicode", () => {
  expect(unitCodeOf({ unit: "Stück".normalize("NFD") })).toBe("H87");
  expect(unitCodeOf({ unit: "lump sum" })).toBe("LS");
});

test("a unit that is unknown or not given is C62", () => {
  for (const unit of [undefined, "", ".", "licence", "hours of work", "constructor", "ton", "hur"]) {
    expect(unitCodeOf({ unit }), unit).toBe("C62");
  }
  expect(unitCodeOf({})).toBe("C62");
});
