/**
 * Goal: invoices of goods show the number of the registration that they are sold under, and repeat where the goods left;
 * a faulty registration is refused by its field, and so is an invoice that would need two numbers.
 * Method: whole invoices through the company's methods, on every store; each fault of a registration alone.
 */
import { type CompanyProfile, type InvoiceOrder, isRefusal } from "faktura";
import { expect, test } from "vitest";
import { order } from "../../support/fixtures.ts";
import { EVERY_STORE } from "../../support/stores.ts";
import { openBooks } from "../books.ts";

const POLAND = { country: "PL", vatNumber: "856-734-62-15" };
const ITALY = { country: "IT", vatNumber: "IT00743110157" };
const PROFILE: Partial<CompanyProfile> = { registrations: [POLAND, ITALY], vatNumber: "DE 136695976" };
const GOODS: Partial<InvoiceOrder> = { supply: "goods", isCompany: false, dispatchedFrom: "PL" };
const CHAIR = { description: "Chair", quantity: 1, unitPrice: 100 };

/** The code of the refusal of a call, and the fields that it names. */
async function faultsOf(call: Promise<unknown>): Promise<string[]> {
  const error = await call.then(
    () => undefined,
    (refused: unknown) => refused,
  );
  if (!isRefusal(error)) throw error ?? new Error("not refused");
  return [error.code, ...error.errors.map((each) => ("pointer" in each ? each.pointer : each.parameter))];
}

async function issue(given: Partial<InvoiceOrder>, profile: Partial<CompanyProfile> = {}) {
  const { acme } = await openBooks(undefined, { ...PROFILE, ...profile });
  return acme.issue(order(given));
}

test.each(EVERY_STORE)(
  "$name: goods from stock in Poland show the Polish number, also when credited",
  async ({ open }) => {
    const { acme, store } = await openBooks(await open(), PROFILE);
    const orders = [
      order({ ...GOODS, clientCountry: "PL" }),
      order({ ...GOODS, clientCountry: "FR", clientVatNumber: "FR40303265045" }),
      order({ ...GOODS, clientCountry: "DE" }),
      order({ ...GOODS, dispatchedFrom: undefined, clientCountry: "IT" }),
      order({ clientCountry: "PL" }),
    ];
    const [atHome, toFrance, toGermany, toItaly, service] = (await acme.issueMany(orders)) as [
      never,
      never,
      never,
      never,
      never,
    ];
    const polish = {
      registrationCountry: "PL",
      dispatchedFrom: "PL",
      seller: { vatNumber: "PL8567346215", country: "DE" },
    };
    expect(atHome).toMatchObject({
      ...polish,
      vatTreatment: "domestic",
      taxRate: 23,
      vatBreakdown: [{ rateCountry: "PL" }],
    });
    expect(toFrance).toMatchObject({ ...polish, vatTreatment: "intra-community-supply" });
    expect(toGermany).toMatchObject({
      ...polish,
      vatTreatment: "oss",
      taxRate: 19,
      vatBreakdown: [{ rateCountry: "DE" }],
    });
    for (const own of [toItaly, service]) {
      expect(own).toMatchObject({ seller: { vatNumber: "DE136695976" } });
      expect(own).not.toHaveProperty("registrationCountry");
    }

    await acme.saveProfile({ ...(await acme.profile()), registrations: [ITALY] });
    const { id } = atHome as { id: string };
    const note = await acme.credit(id, { reason: "returned" });
    expect(note).toMatchObject({ ...polish, taxTotal: 46 });
    expect(await acme.getCreditNote(note.id)).toEqual(note);
    expect((await acme.audit()).findings).toEqual([]);
    await store.close();
  },
);

test("a company without a number of its own shows that of its registration", async () => {
  const invoice = await issue({ ...GOODS, clientCountry: "PL" }, { country: "CH", vatNumber: undefined });
  expect(invoice).toMatchObject({ seller: { country: "CH", vatNumber: "PL8567346215" }, registrationCountry: "PL" });
});

test("a registration counts from its first to its last day", async () => {
  const invoiceOn = (supplyDate: string) =>
    issue(
      { ...GOODS, clientCountry: "PL", supplyDate },
      { registrations: [{ ...POLAND, since: "2026-10-01", until: "2026-10-31" }] },
    );
  for (const day of ["2026-10-01", "2026-10-31"])
    expect(await invoiceOn(day)).toMatchObject({ registrationCountry: "PL" });
  for (const day of ["2026-09-30", "2026-11-01"])
    expect(await faultsOf(invoiceOn(day))).toEqual(["request_invalid", "/dispatchedFrom"]);
});

test("lines under two numbers of the seller are refused by the line", async () => {
  const items = [CHAIR, { ...CHAIR, dispatchedFrom: "IT" }];
  const apart = await faultsOf(issue({ ...GOODS, clientCountry: "FR", items }));
  expect(apart).toEqual(["request_invalid", "/items/1"]);
  const alike = await issue({
    ...GOODS,
    clientCountry: "FR",
    dispatchedFrom: undefined,
    items: [{ ...CHAIR, dispatchedFrom: "IT" }],
  });
  expect(alike).toMatchObject({ registrationCountry: "IT", items: [{ dispatchedFrom: "IT" }] });
});

test.each([
  ["country", { ...POLAND, country: "DE" }],
  ["country", { ...POLAND, country: "CH" }],
  ["country", { ...POLAND, country: "GB" }],
  ["vatNumber", { ...POLAND, vatNumber: "PL123" }],
  ["vatNumber", { ...POLAND, vatNumber: "ATU13585627" }],
  ["until", { ...POLAND, since: "2026-02-01", until: "2026-01-31" }],
  ["since", { ...POLAND, since: "2026-02-30" }],
  ["establishment", { ...POLAND, establishment: "yes" }],
] as const)("a registration is refused by its %s", async (field, faulty) => {
  const { acme } = await openBooks();
  const profile = { ...(await acme.profile()), registrations: [ITALY, faulty] } as CompanyProfile;
  expect(await faultsOf(acme.saveProfile(profile))).toEqual(["request_invalid", `/registrations/1/${field}`]);
});

test("two registrations in one state are refused if they share a day", async () => {
  const { acme } = await openBooks();
  const save = async (until: string) =>
    acme.saveProfile({
      ...(await acme.profile()),
      registrations: [
        { ...POLAND, since: "2026-06-01" },
        { ...POLAND, until },
      ],
    });
  expect(await faultsOf(save("2026-06-01"))).toEqual(["request_invalid", "/registrations/1/country"]);
  expect((await save("2026-05-31")).registrations).toHaveLength(2);
});
