/**
 * Goal: a line that is exempt by its nature (articles 132, 135 and 136) has no VAT where the seller's VAT would be charged,
 * and says why; where another state decides, nothing is issued.
 * Method: lessons, insurance and goods in every treatment, on invoices, credit notes and returns.
 */
import type { OrderItem } from "faktura";
import { toUbl } from "faktura/einvoice";
import { describe, expect, test } from "vitest";
import { order } from "../../support/fixtures.ts";
import { openBooks } from "../books.ts";
import { issue, refused } from "../issue-in-new-books.ts";

const LESSONS = { reason: "§ 4 Nr. 21 UStG", vatexCode: "VATEX-EU-132-1I" };
const INSURANCE = { reason: "§ 4 Nr. 10 UStG", vatexCode: "VATEX-EU-135-1" };
const LESSON: OrderItem = { description: "Lesson", quantity: 2, unitPrice: 50, exemption: LESSONS };
const COVER: OrderItem = { description: "Cover", quantity: 1, unitPrice: 30, exemption: INSURANCE };
const BOOK: OrderItem = { description: "Book", quantity: 1, unitPrice: 10 };
const FRENCH_BUSINESS = { clientCountry: "FR", clientVatNumber: "FR40303265045" };

const exempt = { category: "E", taxRate: 0, taxAmount: 0, rateCountry: null };

describe("an exempt line", () => {
  test("at home is E, keeps the treatment and says why", async () => {
    const invoice = await issue({ items: [LESSON] });
    expect(invoice).toMatchObject({
      ...{ vatTreatment: "domestic", taxRate: 0, taxTotal: 0, total: 100, vatNote: LESSONS.reason },
      vatReason: "Exempt in Germany, as the order says: § 4 Nr. 21 UStG. Without the exemption, VAT would be charged.",
    });
    expect(invoice.vatBreakdown).toEqual([
      { ...exempt, taxableAmount: 100, exemptionReason: LESSONS.reason, vatexCode: LESSONS.vatexCode },
    ]);
    expect(invoice.items[0]).toMatchObject({
      ...{ taxRate: 0, vatCategory: "E", exemptionReason: LESSONS.reason, vatexCode: LESSONS.vatexCode },
    });
    expect(invoice.items[0]).not.toHaveProperty("exemption");
    expect(toUbl(invoice, { profile: "en16931" })).toContain("VATEX-EU-132-1I");
  });

  test("beside taxed lines is a group of its own", async () => {
    const invoice = await issue({ items: [LESSON, BOOK] });
    expect(invoice).toMatchObject({ vatTreatment: "domestic", taxTotal: 1.9, total: 111.9, vatNote: LESSONS.reason });
    expect(invoice.vatBreakdown.map(({ category, rateCountry }) => [category, rateCountry])).toEqual([
      ["E", null],
      ["S", "DE"],
    ]);
  });

  test("joins its reason with others of its group, which has a code only if all agree", async () => {
    const [group] = (await issue({ items: [LESSON, COVER, { ...LESSON, quantity: 1 }] })).vatBreakdown;
    expect(group).toMatchObject({ taxableAmount: 180, exemptionReason: "§ 4 Nr. 21 UStG; § 4 Nr. 10 UStG" });
    expect(group!.vatexCode).toBeNull();
    const withoutCode = { ...LESSON, exemption: { reason: "§ 4 Nr. 22 UStG" } };
    expect((await issue({ items: [LESSON, withoutCode] })).vatBreakdown[0]!.vatexCode).toBeNull();
    const sameCode = { ...LESSON, exemption: { reason: "§ 4 Nr. 22 UStG", vatexCode: LESSONS.vatexCode } };
    expect((await issue({ items: [LESSON, sameCode] })).vatBreakdown[0]).toMatchObject({
      ...{ exemptionReason: "§ 4 Nr. 21 UStG; § 4 Nr. 22 UStG", vatexCode: LESSONS.vatexCode },
    });
  });

  test("sold to a consumer abroad from the seller's state is E with treatment origin", async () => {
    const invoice = await issue({ clientCountry: "FR", supply: "services", items: [LESSON] });
    expect(invoice).toMatchObject({ vatTreatment: "origin", taxTotal: 0, vatBreakdown: [exempt] });
    const withoutOss = await issue({ clientCountry: "FR", supply: "goods", items: [LESSON] }, { ossRegistered: false });
    expect(withoutOss).toMatchObject({ vatTreatment: "origin", taxTotal: 0, vatBreakdown: [exempt] });
  });

  test("of goods for a business in another member state is E, without the mention of article 138, nor in the statement", async () => {
    const { acme } = await openBooks();
    const invoice = await acme.issue(order({ ...FRENCH_BUSINESS, supply: "goods", items: [LESSON] }));
    expect(invoice).toMatchObject({
      ...{ vatTreatment: "intra-community-supply", taxTotal: 0, vatNote: LESSONS.reason, vatBreakdown: [exempt] },
      vatReason:
        "Exempt in Germany, as the order says: § 4 Nr. 21 UStG. This comes before the exemption of intra-Community supplies " +
        "(Court of Justice, C-240/05), so the sale is not in the recapitulative statement.",
    });
    const report = await acme.vatReport({ from: "2026-01-01", to: "2026-12-31" });
    expect(report.recapitulative.lines).toEqual([]);
    expect(report.unplaced).toEqual([]);
    expect(report.domestic.lines).toMatchObject([{ category: "E", taxRate: 0, taxableAmount: 100 }]);
  });

  test.each([
    ["an export", { clientCountry: "CH", supply: "goods" as const }, "G"],
    ["a service outside the scope", { clientCountry: "CH", supply: "services" as const }, "O"],
  ])("changes nothing of %s", async (_, sale, category) => {
    const { exemption: _exemption, ...plain } = LESSON;
    const [invoice, without] = [await issue({ ...sale, items: [LESSON] }), await issue({ ...sale, items: [plain] })];
    expect(invoice.vatBreakdown).toMatchObject([{ category }]);
    const { vatBreakdown, items, vatNote, vatReason } = without;
    expect(invoice).toMatchObject({ vatBreakdown, items, vatNote, vatReason });
    expect(invoice.items[0]).toEqual(items[0]);
  });

  test("of a seller without registration says its reason in place of the scheme's", async () => {
    const small = { vatRegistered: false, ossRegistered: false, exemptionNote: "§ 19 UStG" };
    const { reason, vatexCode } = LESSONS;
    const alone = await issue({ items: [LESSON] }, small);
    expect(alone).toMatchObject({ vatTreatment: "not-registered", vatNote: reason, total: alone.subtotal });
    expect(alone.vatBreakdown).toMatchObject([{ category: "E", exemptionReason: reason, vatexCode }]);
    expect(alone.items[0]).toMatchObject({ exemptionReason: reason, vatexCode });
    const mixed = await issue({ items: [LESSON, BOOK] }, small);
    expect(mixed.vatNote).toBe(`${reason}; § 19 UStG`);
    expect(mixed.vatBreakdown).toMatchObject([{ exemptionReason: `${reason}; § 19 UStG`, vatexCode: null }]);
    expect(mixed.items[1]).not.toHaveProperty("exemptionReason");
    expect(mixed.vatReason).toContain("not registered for VAT");
  });

  test("may state 0 as its rate, and no other", async () => {
    expect((await issue({ items: [{ ...LESSON, taxRate: 0 }] })).taxTotal).toBe(0);
    expect(await refused({ items: [{ ...LESSON, taxRate: 19 }] })).toMatchObject({ code: "tax_rate_conflict" });
  });

  test("with a gross price has the price as its net amount", async () => {
    const invoice = await issue({ prices: "gross", items: [LESSON, { ...BOOK, unitPrice: 11.9 }] });
    expect(invoice).toMatchObject({ subtotal: 110, taxTotal: 1.9, total: 111.9 });
  });

  test("is credited with its reason", async () => {
    const { acme } = await openBooks();
    const { id } = await acme.issue(order({ items: [LESSON, BOOK] }));
    const note = await acme.credit(id, { reason: "cancelled", lines: [{ line: 1, quantity: 1 }] });
    expect(note).toMatchObject({ total: 50, vatBreakdown: [{ ...exempt, exemptionReason: LESSONS.reason }] });
    expect(note.items[0]).toMatchObject({ exemptionReason: LESSONS.reason, vatexCode: LESSONS.vatexCode });
  });
});

describe("an exemption is refused", () => {
  test("of services for a business abroad, whose state decides", async () => {
    expect(await refused({ ...FRENCH_BUSINESS, supply: "services", items: [BOOK, LESSON] })).toMatchObject({
      code: "request_invalid",
      message:
        "Line 2: The exemption is of the seller's state, but the client's state decides about a sale under reverse charge; " +
        "leave it out or, if the sale is exempt there too, order with autoVat: false.",
      errors: [{ pointer: "/items/1/exemption" }],
    });
    const unstated = await refused({ ...FRENCH_BUSINESS, items: [LESSON] });
    expect(unstated.message).toMatch(/; for goods, state supply\.$/);
    const triangular = {
      clientCountry: "GR",
      clientVatNumber: "EL094259216",
      supply: "goods",
      triangular: true,
    } as const;
    expect((await refused({ ...triangular, items: [LESSON] })).errors).toMatchObject([
      { pointer: "/items/0/exemption", detail: expect.stringContaining("triangular") },
    ]);
  });

  test("of sales through OSS, all lines at once, and before a rate that is not lawful", async () => {
    const items = [{ ...BOOK, vatRates: { FR: 3 } }, LESSON, BOOK, COVER];
    expect(await refused({ clientCountry: "FR", supply: "goods", items })).toMatchObject({
      code: "request_invalid",
      message: expect.stringMatching(/^Line 2: The exemption .+ through OSS; .+ 1 more in errors\.$/),
      errors: [{ pointer: "/items/1/exemption" }, { pointer: "/items/3/exemption" }],
    });
  });

  test("with VAT by hand, with a code of another category, and without a reason", async () => {
    const manual = await refused({ autoVat: false, taxRate: 0, items: [LESSON] });
    expect(manual.errors).toEqual([
      {
        pointer: "/items/0/exemption",
        detail: "is not allowed with autoVat: false; state vatCategory E, exemptionReason and vatexCode",
      },
    ]);
    const wrong = await refused({ items: [{ ...LESSON, exemption: { reason: "x", vatexCode: "VATEX-EU-AE" } }] });
    expect(wrong.errors).toEqual([
      {
        pointer: "/items/0/exemption/vatexCode",
        detail: "is the code of category AE, not E; give another, or leave it out",
      },
    ]);
    const empty = await refused({ items: [{ ...LESSON, exemption: {} as never }] });
    expect(empty.errors).toMatchObject([{ pointer: "/items/0/exemption/reason" }]);
  });
});
