/**
 * Question: how many VAT decisions a second does `determineVat` make beside npm's sales-tax, and on which sales do the
 * two answer differently? Method: every sale between 36 places, with OSS and without, to consumers and to businesses.
 * First the answers are compared, and each difference must have exactly one known cause. Then both are measured in
 * turns, the order reversed each round, one call a sale; in every pass the answers must add up to those compared.
 * sales-tax answers by promise, so it is awaited, which is a part of its cost; ours is called plainly, and once more
 * awaited. Its check of VAT numbers over the network is off. Ours runs as it is packed: tsx would slow down the inner
 * functions of our sources and leave those of sales-tax as they are.
 *
 *     node --import tsx bench/determine-vat.ts
 */
import type { VatClient, VatCompany, VatOptions } from "faktura/vat";
import salesTax from "sales-tax";
import packageOfSalesTax from "sales-tax/package.json" with { type: "json" };
import {
  type Answers,
  answersTo,
  CAUSES,
  causesOf,
  chargeInRegion,
  chargeOf,
  determineVat,
  isRefusal,
  isSameCharge,
} from "./vat-answers.ts";
import { MEMBERS, OTHER_PLACES, type Seller, salesBetween, salesToNewClients } from "./vat-sales.ts";
import { machine, median, rateOf } from "./workload.ts";

const TODAY: VatOptions = { on: "2026-11-20" };
const TWO_YEARS_EARLIER: VatOptions = { on: "2024-11-20" };
const ROUNDS = 7;
const CALLS = 100_000;

const everywhere = salesBetween([...MEMBERS, ...OTHER_PLACES]);
const betweenMembers = salesBetween(MEMBERS);
console.log(`${machine()}; sales-tax ${packageOfSalesTax.version}; tax point ${TODAY.on}\n`);
const answers = await answersTo(everywhere, TODAY);
const answersBetweenMembers = await answersTo(betweenMembers, TODAY);
const answersToNewClients = await answersTo(salesToNewClients(0), TODAY);
printDifferences();
await printEarlierTaxPoint();
console.log(`Decisions a second, median of ${ROUNDS} rounds; beside it, against sales-tax\n`);
console.log("| sales | sales-tax, awaited | determineVat | determineVat, awaited |\n|---|---|---|---|");
await measure("everywhere", () => everywhere, answers);
await measure("between member states", () => betweenMembers, answersBetweenMembers);
let batch = 0;
await measure("to businesses never seen before", () => salesToNewClients(++batch), answersToNewClients);

function printDifferences(): void {
  const [given, inRegion] = [causesOf(answers, chargeOf), causesOf(answers, chargeInRegion)];
  const row = (name: string, count: (causes: readonly string[]) => number) =>
    console.log(`| ${name} | ${count(given)} | ${count(inRegion)} |`);
  console.log("| why the answers differ | sales | sales, `worldwide` void |\n|---|---|---|");
  for (const { name } of CAUSES) row(name, (causes) => causes.filter((cause) => cause === name).length);
  row(`all that differ, of ${answers.length}`, (causes) => causes.length);
  const members = causesOf(answersBetweenMembers, chargeOf).length;
  console.log(`| of the ${answersBetweenMembers.length} between member states | ${members} | ${members} |`);
  const news = causesOf(answersToNewClients, chargeOf).length;
  console.log(`| of ${answersToNewClients.length} to businesses never seen before | ${news} | ${news} |`);
}

/** sales-tax answers for the day on which it is asked, so every difference here must be one of rates. */
async function printEarlierTaxPoint(): Promise<void> {
  const earlier = await answersTo(betweenMembers, TWO_YEARS_EARLIER);
  const different = earlier.filter(({ ours, theirs }) => !isSameCharge(ours, chargeOf(theirs)));
  const isOfRates = different.every(({ ours, theirs }) => ours.how === "charged" && chargeOf(theirs).how === "charged");
  if (!isOfRates) throw new Error(`not only the rates differ on ${TWO_YEARS_EARLIER.on}`);
  console.log(`| the same with the tax point ${TWO_YEARS_EARLIER.on} | ${different.length} | ${different.length} |\n`);
}

/** Times the sides in turns, on the sales that `makeSales` gives before each turn, and prints a row. */
async function measure(name: string, makeSales: () => Seller[], compared: readonly Answers[]): Promise<void> {
  const ours = compared.reduce((sum, { ours }) => sum + points(ours.how === "reverse", ours.ratePercent), 0);
  const theirs = compared.reduce((sum, { theirs }) => sum + points(theirs.charge.reverse, theirs.rate), 0);
  const sides = [
    { pass: passOfSalesTax, sum: theirs, rates: [] as number[] },
    { pass: ourPass, sum: ours, rates: [] as number[] },
    { pass: ourAwaitedPass, sum: ours, rates: [] as number[] },
  ];
  const passes = Math.ceil(CALLS / compared.length);
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const { pass, sum, rates } of round % 2 === 0 ? sides : sides.toReversed()) {
      const sales = makeSales();
      const rate = await rateOf(passes * compared.length, async () => {
        for (let done = 0; done < passes; done += 1) {
          if ((await pass(sales)) !== sum) throw new Error(`${name}: other answers than those compared`);
        }
      });
      if (round > 0) rates.push(rate); // the first round is for the compiler
    }
    process.stderr.write(`${name}: round ${round} of ${ROUNDS}\r`);
  }
  const base = sides[0]!.rates;
  const ratio = (rates: readonly number[]) => median(rates.map((rate, round) => rate / base[round]!)).toFixed(2);
  const cells = sides.map(({ rates }) => `${Math.round(median(rates))} (${ratio(rates)} ×)`);
  console.log(`| ${name}, ${compared.length} | ${cells.join(" | ")} |`);
}

/** What one answer adds to the sum that proves a pass; a reverse charge must not look like no charge. */
function points(isReverse: boolean, rate: number): number {
  return isReverse ? 1000 : rate;
}

async function passOfSalesTax(sellers: readonly Seller[]): Promise<number> {
  let sum = 0;
  for (const { company, buyers } of sellers) {
    salesTax.setTaxOriginCountry(company.country, company.ossRegistered);
    for (const { client, state } of buyers) {
      const { charge, rate } = await salesTax.getSalesTax(client.country, state, client.vatNumber);
      sum += points(charge.reverse, rate);
    }
  }
  return sum;
}

function ourPass(sellers: readonly Seller[]): number {
  let sum = 0;
  for (const { company, buyers } of sellers) {
    for (const { client } of buyers) sum += ourPoints(company, client);
  }
  return sum;
}

async function ourAwaitedPass(sellers: readonly Seller[]): Promise<number> {
  let sum = 0;
  for (const { company, buyers } of sellers) {
    for (const { client } of buyers) sum += await Promise.resolve(ourPoints(company, client));
  }
  return sum;
}

/** A refusal counts as 0, as in the comparison. */
function ourPoints(company: VatCompany, client: VatClient): number {
  try {
    const { treatment, rate } = determineVat(company, client, TODAY);
    return points(treatment === "reverse-charge", rate);
  } catch (error) {
    if (isRefusal(error)) return 0;
    throw error;
  }
}
