/**
 * Question: how many VAT decisions per second does `determineVat` make compared with sales-tax from npm, and for which
 * sales do their answers differ?
 * Method: every sale between 36 places, with and without OSS, to consumers and to businesses. First the answers are
 * compared, and each difference must have exactly one known cause. Then both are measured in turn, with one call per
 * sale, and the answers of every pass must add up to the same sum. sales-tax returns a promise, so awaiting it is part
 * of its cost; ours is measured without and with await. The network check of VAT numbers in sales-tax is turned off.
 * Between member states, `determineVat` has decided most sales before and remembers them. The businesses never seen
 * before show the cost without that.
 *
 *     npm run bench -- determine-vat
 *
 * To print the table of differences as well, after a build:
 *
 *     TSX_TSCONFIG_PATH=bench/tsconfig.json node --import tsx bench/determine-vat.ts
 */
import { determineVat, isRefusal, type VatClient, type VatCompany, type VatOptions } from "faktura/vat";
import salesTax from "sales-tax";
import packageOfSalesTax from "sales-tax/package.json" with { type: "json" };
import { answer, compare } from "./question.ts";
import type { Finding, Scale } from "./report.ts";
import { type Answers, answersTo, CAUSES, causesOf, chargeInRegion, chargeOf, isSameCharge } from "./vat-answers.ts";
import { MEMBERS, OTHER_PLACES, type Seller, salesBetween, salesToNewClients } from "./vat-sales.ts";
import { rateOf } from "./workload.ts";

const TODAY: VatOptions = { on: "2026-11-20" };
const TWO_YEARS_EARLIER: VatOptions = { on: "2024-11-20" };

const everywhere = salesBetween([...MEMBERS, ...OTHER_PLACES]);
const betweenMembers = salesBetween(MEMBERS);
const answers = await answersTo(everywhere, TODAY);
const answersBetweenMembers = await answersTo(betweenMembers, TODAY);
const answersToNewClients = await answersTo(salesToNewClients(0), TODAY);

await answer(async (scale: Scale) => {
  const [calls, rounds] = scale === "short" ? [50_000, 5] : [100_000, 7];
  let batch = 0;
  const table = await differences();
  if (!process.argv.includes("--json")) console.log(table.join("\n"));
  return [
    await measure("everywhere", () => everywhere, answers, { calls, rounds }),
    await measure("between member states", () => betweenMembers, answersBetweenMembers, { calls, rounds }),
    await measure("to businesses never seen before", () => salesToNewClients(++batch), answersToNewClients, {
      calls,
      rounds,
    }),
  ];
});

/** The number of sales with different answers, by cause, as a table. */
async function differences(): Promise<string[]> {
  const [given, inRegion] = [causesOf(answers, chargeOf), causesOf(answers, chargeInRegion)];
  const row = (name: string, count: (causes: readonly string[]) => number) =>
    `| ${name} | ${count(given)} | ${count(inRegion)} |`;
  const same = (name: string, count: number) => row(name, () => count);
  return [
    `sales-tax ${packageOfSalesTax.version}; tax point ${TODAY.on}\n`,
    "| why the answers differ | sales | sales, `worldwide` void |\n|---|---|---|",
    ...CAUSES.map(({ name }) => row(name, (causes) => causes.filter((cause) => cause === name).length)),
    row(`all that differ, of ${answers.length}`, (causes) => causes.length),
    same(
      `of the ${answersBetweenMembers.length} between member states`,
      causesOf(answersBetweenMembers, chargeOf).length,
    ),
    same(
      `of ${answersToNewClients.length} to businesses never seen before`,
      causesOf(answersToNewClients, chargeOf).length,
    ),
    same(`the same with the tax point ${TWO_YEARS_EARLIER.on}`, await differentEarlier()),
  ];
}

/** sales-tax answers for the day on which it is asked, so every difference here must be one of rates. */
async function differentEarlier(): Promise<number> {
  const earlier = await answersTo(betweenMembers, TWO_YEARS_EARLIER);
  const different = earlier.filter(({ ours, theirs }) => !isSameCharge(ours, chargeOf(theirs)));
  const isOfRates = different.every(({ ours, theirs }) => ours.how === "charged" && chargeOf(theirs).how === "charged");
  if (!isOfRates) throw new Error(`not only the rates differ on ${TWO_YEARS_EARLIER.on}`);
  return different.length;
}

/** Measures both on the sales that `makeSales` creates before each turn. */
function measure(
  name: string,
  makeSales: () => Seller[],
  compared: readonly Answers[],
  { calls, rounds }: { calls: number; rounds: number },
): Promise<Finding> {
  const ours = compared.reduce((sum, { ours }) => sum + points(ours.how === "reverse", ours.ratePercent), 0);
  const theirs = compared.reduce((sum, { theirs }) => sum + points(theirs.charge.reverse, theirs.rate), 0);
  const passes = Math.ceil(calls / compared.length);
  const side = (pass: (sellers: readonly Seller[]) => number | Promise<number>, sum: number) => () => {
    const sales = makeSales();
    return rateOf(passes * compared.length, async () => {
      for (let done = 0; done < passes; done += 1) {
        if ((await pass(sales)) !== sum) throw new Error(`${name}: the answers differ from those compared before`);
      }
    });
  };
  return compare({
    title: `sales ${name}, ${compared.length.toLocaleString("en")}`,
    durability: "none",
    unit: "decisions a second",
    rounds,
    contenders: [
      { name: "sales-tax, awaited", run: side(passOfSalesTax, theirs) },
      { name: "determineVat", run: side(ourPass, ours), target: { atLeast: 5 } },
      { name: "determineVat, awaited", run: side(ourAwaitedPass, ours), target: { atLeast: 5 } },
    ],
  });
}

/** What an answer adds to the sum of a pass. A reverse charge must not count like no VAT. */
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
