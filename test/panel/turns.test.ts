import { setImmediate as nextTurn } from "node:timers/promises";
import { type Company, createInvoicing, type Invoice, type Invoicing } from "faktura";
import { createPanel, panelTables } from "faktura/panel";
import { openSqliteStore } from "faktura/sqlite";
import { expect, test } from "vitest";
import { germanProfile, order, TestClock } from "../support/fixtures.ts";
import { ALL_RIGHTS } from "../support/panel.ts";
import { freshFile } from "../support/stores.ts";

/** Pages of the library have at most 100 documents, and what is read ahead of a turn belongs to it. */
const MOST_IN_A_TURN = 200;

/** Counts how many invoices are looked at between two turns of the event loop. */
class Meter {
  #seen = new Set<string>();
  #isOn = true;
  most = 0;

  constructor() {
    void this.#run();
  }

  async #run(): Promise<void> {
    while (this.#isOn) {
      this.#seen = new Set();
      await nextTurn();
    }
  }

  stop(): void {
    this.#isOn = false;
  }

  /** The invoice, noted whenever one of its amounts is read. */
  watched(invoice: Invoice): Invoice {
    const note = () => {
      this.#seen.add(invoice.id);
      this.most = Math.max(this.most, this.#seen.size);
    };
    return new Proxy(invoice, {
      get: (target, name) => {
        if (name === "subtotal") note();
        return Reflect.get(target, name);
      },
    });
  }
}

/** A company whose invoices are watched as they are read. */
function watchedCompany(company: Company, meter: Meter): Company {
  const listAll: Company["listAll"] = async function* (filter) {
    for await (const invoice of company.listAll(filter)) yield meter.watched(invoice);
  };
  return new Proxy(company, {
    get: (target, name) => {
      if (name === "listAll") return listAll;
      const value = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

test.each(["/invoices.csv", "/invoices.csv?status=open"])(
  "%s of long books lets other requests have their turn after at most 200 invoices",
  async (path) => {
    const clock = new TestClock("2026-11-20T12:00:00.000Z");
    const store = await openSqliteStore(freshFile());
    const invoicing = createInvoicing({ store, clock });
    await invoicing.company("acme").saveProfile(germanProfile());
    await invoicing.company("acme").issueMany(Array.from({ length: 1000 }, () => order()));
    const meter = new Meter();
    const company: Invoicing["company"] = (id, options) => watchedCompany(invoicing.company(id, options), meter);
    const panel = createPanel({ ...invoicing, company } as Invoicing, {
      authenticate: () => ({ companies: ["acme"], actor: "tester", can: ALL_RIGHTS }),
      tables: panelTables(store),
    });
    const answer = await panel(new Request(`http://panel.test/panel/acme/calls${path}`));
    expect(answer.status).toBe(200);
    const text = await answer.text();
    meter.stop();
    expect(text.split("\r\n").length - 2).toBe(1000);
    expect(meter.most).toBeGreaterThan(0);
    expect(meter.most).toBeLessThanOrEqual(MOST_IN_A_TURN);
    await invoicing.close();
  },
);
