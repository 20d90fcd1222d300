/**
 * Goal: a preview is what issuing then answers, without id, number and time, and is refused as issuing is; the same of credit
 * notes. It writes nothing.
 * Method: random books on every store, with series, credits, payments, cancellations, other profiles and clocks that go wrong.
 * Before each order and each credit its preview is made, outside and inside a host's transaction, and then compared with the
 * answer.
 */
import {
  type Company,
  type CreditOrder,
  createInvoicing,
  type InvoiceOrder,
  type InvoiceWithPayments,
  isRefusal,
  type VatNumberVerdict,
} from "faktura";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { traceOf } from "../service/books.ts";
import { germanProfile, TestClock } from "../support/fixtures.ts";
import { JOINABLE_STORES } from "../support/joinable-stores.ts";
import { tries } from "../support/tries.ts";

const one = fc.constantFrom;
/** One of the first list, and now and then one of the second. */
const mostly = <Value>(usual: readonly Value[], rare: readonly Value[]) =>
  fc.oneof({ weight: 24, arbitrary: one(...usual) }, { weight: 1, arbitrary: one(...rare) });

const line = fc.record({
  description: one("Lamp", "Hour of advice"),
  quantity: one(1, 2, 0.5, 1000),
  unitPrice: mostly([0.01, 33.33, 100], [-5, 1e12]),
  supply: one(undefined, "goods", "services", "digital"),
});
const orders = fc.record<InvoiceOrder>({
  clientName: mostly(["Exemple SARL"], [" "]),
  clientCountry: mostly(["DE", "FR", "CH"], [undefined]),
  clientVatNumber: mostly([undefined, undefined, "FR40303265045"], ["FR1"]),
  isCompany: one(undefined, true),
  series: mostly([undefined, "shop", "late"], ["unknown"]),
  prices: one("net", "gross"),
  requires: mostly([undefined, "en16931"], ["peppol"]),
  supplyDate: mostly([undefined, "2026-11-02"], ["1960-01-01"]),
  prepaidAmount: mostly([undefined], [0.01]),
  items: fc.array(line, { minLength: 1, maxLength: 3 }),
});
const parts = fc.oneof(
  fc.record({ line: mostly([1], [2]), quantity: one(0.5, 1) }),
  fc.record({ line: mostly([1], [2]), netAmount: one(0.01, 20) }),
);
const credits = fc.record<CreditOrder>({
  reason: mostly(["returned"], [" "]),
  lines: one(undefined, "some").chain((which) =>
    which === undefined ? fc.constant(undefined) : fc.array(parts, { minLength: 1, maxLength: 1 }),
  ),
});
const profiles = fc.record({
  invoicePrefix: one("INV", "INV", "A", "INV-CN"),
  creditNotePrefix: one(undefined, undefined, "inv", "K"),
  country: one("DE", "DE", "FR"),
  series: one({ shop: { prefix: "SHOP" }, late: { prefix: "L" } }, { shop: { prefix: "A" }, late: { prefix: "SHOP" } }),
  requires: one(undefined, undefined, undefined, "xrechnung"),
});
const index = fc.nat(2);
const steps = fc.oneof(
  { weight: 6, arbitrary: fc.record({ does: one("issue"), order: orders }) },
  { weight: 4, arbitrary: fc.record({ does: one("credit"), index, order: credits }) },
  { weight: 1, arbitrary: fc.record({ does: one("cancel"), index }) },
  { weight: 1, arbitrary: fc.record({ does: one("pay"), index, amount: one(1, 33.33, 119) }) },
  { weight: 2, arbitrary: fc.record({ does: one("clock"), day: one("20", "20", "21", "23") }) },
  { weight: 1, arbitrary: fc.record({ does: one("profile"), changes: profiles }) },
  { weight: 1, arbitrary: fc.record({ does: one("resume") }) },
  { weight: 1, arbitrary: fc.record({ does: one("continue"), series: one(undefined, "late") }) },
  {
    weight: 1,
    arbitrary: fc.record({ does: one("register"), status: one("valid", "valid", "invalid", "unavailable") }),
  },
);
const histories = fc
  .tuple(fc.record({ does: one("issue"), order: orders }), fc.array(steps, { minLength: 5, maxLength: 13 }))
  .map(([first, rest]): Step[] => [first, ...rest]);
type Step = typeof steps extends fc.Arbitrary<infer Each> ? Each : never;

/** What a call answers, or why it is refused. */
async function outcomeOf(call: Promise<object>): Promise<object> {
  try {
    return await call;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const { code, message, errors } = error;
    return { refused: { code, message, errors } };
  }
}

/** An answer without what only issuing gives, and the pattern of its number. */
function unissued(answer: object): object {
  if ("refused" in answer) return answer;
  const { id: _, issuedAt: __, invoiceNumber, creditNoteNumber, ...rest } = answer as Record<string, unknown>;
  const number = (invoiceNumber ?? creditNoteNumber) as string;
  const counter = /\d{4,}$/.exec(number)![0];
  return { numberPattern: number.slice(0, -counter.length) + "#".repeat(counter.length), ...rest };
}

/** The invoice as `list` answers it. */
function withoutPayments({ payments: _, creditNotes: __, portalNumbers: ___, ...invoice }: InvoiceWithPayments) {
  return invoice;
}

const NO_INVOICE = "00000000-0000-7000-8000-000000000000";

describe.each(JOINABLE_STORES)("on $name", ({ open }) => {
  test("previews are what is issued then", async () => {
    const { store, connectHost } = await open();
    const host = await connectHost();
    let number = 0;
    await fc.assert(
      fc.asyncProperty(histories, async (history) => {
        const companyId = `company ${number++}`;
        const clock = new TestClock("2026-11-20T12:00:00.000Z");
        const register: { verdict: VatNumberVerdict } = { verdict: { status: "valid", consultationNumber: undefined } };
        const verifier = { verify: async () => register.verdict };
        const invoicing = createInvoicing({ store, clock, verifier });
        const acme = invoicing.company(companyId);
        await acme.saveProfile(profileWith());
        /** Makes a preview outside and inside a transaction, sees that both are equal, and that neither left anything. */
        const preview = async (call: (company: Company) => Promise<object>) => {
          const before = await traceOf(store, companyId);
          const outside = await outcomeOf(call(acme));
          await host.begin();
          const inside = await outcomeOf(call(invoicing.joining(host.handle).company(companyId)));
          await host.rollback();
          expect(inside).toEqual(outside);
          expect(await traceOf(store, companyId)).toEqual(before);
          return outside;
        };
        for (const step of history) await take(step, acme, { clock, register, preview });
        expect((await acme.audit()).findings).toEqual([]);
      }),
      { numRuns: tries(40) },
    );
    await host.close();
    await store.close();
  });
});

function profileWith(changes: object = {}) {
  return germanProfile({ series: { shop: { prefix: "SHOP" }, late: { prefix: "L" } }, ...changes });
}

async function take(
  step: Step,
  acme: Company,
  {
    clock,
    register,
    preview,
  }: {
    readonly clock: TestClock;
    readonly register: { verdict: VatNumberVerdict };
    readonly preview: (call: (company: Company) => Promise<object>) => Promise<object>;
  },
): Promise<void> {
  const idAt = async (place: number) => (await acme.list({ limit: 2 })).data.at(place)?.id ?? NO_INVOICE;
  switch (step.does) {
    case "issue": {
      const shown = await preview((company) => company.preview(step.order, { verify: true }));
      expect(shown).toStrictEqual(unissued(await outcomeOf(acme.issue(step.order))));
      return;
    }
    case "credit": {
      const id = await idAt(step.index);
      const shown = await preview((company) => company.previewCredit(id, step.order));
      const issued = unissued(await outcomeOf(acme.credit(id, step.order)));
      if ("refused" in issued) return expect(shown).toStrictEqual(issued);
      expect(shown).toStrictEqual({ creditNote: issued, invoice: withoutPayments(await acme.get(id)) });
      return;
    }
    case "cancel":
      return void (await outcomeOf(acme.cancel(await idAt(step.index))));
    case "pay":
      return void (await outcomeOf(acme.recordPayment(await idAt(step.index), { amount: step.amount })));
    case "clock":
      return clock.set(`2026-11-${step.day}T12:00:00.000Z`);
    case "profile":
      return void (await outcomeOf(acme.saveProfile(profileWith(step.changes))));
    case "resume":
      return void (await outcomeOf(acme.resumeDates({ reason: "wrong clock" }).then(() => ({}))));
    case "continue": {
      const position = { lastCounter: 9999, lastIssueDate: "2026-11-19", series: step.series };
      return void (await outcomeOf(acme.continueNumbering(position).then(() => ({}))));
    }
    case "register":
      register.verdict =
        step.status === "unavailable"
          ? { status: "unavailable", detail: "the register is down" }
          : { status: step.status as "valid", consultationNumber: undefined };
  }
}
