import type { InvoiceReader, NewInvoice, PageRequest, StoredInvoiceWithPayments, UsedKey } from "faktura";
import { all, inBilling, inInvoices, inPage, inReader, inTransaction, remembering } from "./fault-kit.ts";
import type { Fault } from "./whole-store.ts";
import { refusesInSilence } from "./writing-faults.ts";

const FIRST_ID = "01936f2e-0000-7000-8000-000000000001";

/** Breaks the request of a list. */
function inRequest(change: (request: PageRequest) => PageRequest): Fault {
  return inReader(({ list }) => ({ list: (companyId, request) => list(companyId, change(request)) }));
}

/** Ignores a filter by a day without an invoice. */
function forgetsDaysWithoutInvoice({ list }: InvoiceReader): Partial<InvoiceReader> {
  return {
    list: async (companyId, { from, to, ...request }) => {
      const { invoices } = await list(companyId, { page: 1, limit: 100 });
      const known = (day?: string) => invoices.some(({ document }) => document.issueDate === day);
      const filter = { from: known(from) ? from : undefined, to: known(to) ? to : undefined };
      return list(companyId, { ...request, ...filter });
    },
  };
}

/** Filters by client in another way. */
function byClient(isFound: (name: string, client: string) => boolean): Fault {
  return inReader(({ list }) => ({
    list: async (companyId, { client, ...request }) => {
      if (client === undefined) return list(companyId, request);
      const { invoices } = await list(companyId, { ...request, page: 1, limit: 100 });
      const found = invoices.filter(({ document }) => isFound(document.clientName, client));
      return { invoices: found.slice((request.page - 1) * request.limit).slice(0, request.limit), total: found.length };
    },
  }));
}

/** Finds what `LIKE` finds. */
function isLike(name: string, client: string): boolean {
  const pattern = client
    .replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
    .replaceAll("%", ".*")
    .replaceAll("_", ".");
  return new RegExp(`^${pattern}`, "isu").test(name);
}

const lowerCase = (used: UsedKey) => ({ ...used, key: used.key.toLowerCase() });
const composed = (invoice: NewInvoice) => ({ ...invoice, document: invoice.document.normalize("NFC") });

/** Faults of invoices, keys, lists and billing events: each case, and a store that fails it. */
export const READING_FAULTS: Readonly<Record<string, Fault>> = {
  "a document is returned exactly as it was issued": inInvoices(({ insert }) => ({
    insert: (batch) => insert(batch.map(composed)),
  })),
  "without a total, a store may name up to as many older counters as were asked for, and reads these alone": inPage(
    (page, { ahead }) => (ahead === undefined ? page : { ...page, rest: [1] }),
  ),
  "an invoice is SENT and unpaid when it is issued": inInvoices(({ insert, changeStates }) => ({
    insert: async (batch) => {
      await insert(batch);
      const state = {
        status: "PAID",
        amountPaid: 0,
        prepaidRefunded: 0,
        discountTaken: 0,
        creditedTotal: 0,
        amountDue: 0,
        settledBy: null,
        settledAmount: 0,
        cancelledAt: null,
        cancellationReason: null,
        writtenOffOn: null,
        writeOffReason: null,
      } as const;
      const origin = { at: "2026-11-20T00:00:00.000Z", actor: null, source: "api" } as const;
      await changeStates(batch.map(({ id }) => ({ invoiceId: id, origin, ...state })));
    },
  })),
  "an unknown id is not found": inReader(({ find }) => ({
    find: async (companyId, id) => (await find(companyId, id)) ?? (await find(companyId, FIRST_ID)),
  })),
  "changing what was returned changes nothing that is stored": remembering(
    () => new Map<string, StoredInvoiceWithPayments | undefined>(),
    (cache) =>
      inReader(({ find }) => ({
        find: async (companyId, id) => {
          if (!cache.has(id)) cache.set(id, await find(companyId, id));
          return cache.get(id);
        },
      })),
  ),
  "changing what was passed in changes nothing that is stored": inTransaction((store, companyId, work) =>
    store.transaction(companyId, async (ports) => {
      const later: UsedKey[] = [];
      const insertKeys = async (keys: readonly UsedKey[]) => void later.push(...keys);
      const value = await work({ ...ports, invoices: { ...ports.invoices, insertKeys } });
      await ports.invoices.insertKeys(later);
      return value;
    }),
  ),
  "several invoices are found at once, each with its payments, and unknown ids are ignored": inInvoices(
    ({ findMany }) => ({ findMany: async (ids) => (await Promise.all(ids.map((id) => findMany([id])))).flat() }),
  ),
  "an empty batch finds nothing and writes nothing": inInvoices(({ findMany }) => ({
    findMany: async (ids) => {
      if (ids.length === 0) throw new SyntaxError('near ")": IN () holds nothing');
      return findMany(ids);
    },
  })),
  "an invoice is found by its number, whatever the case of its letters, with its payments": inReader(
    ({ findByNumber }) => ({
      findByNumber: async (companyId, invoiceNumber) => {
        const found = await findByNumber(companyId, invoiceNumber);
        return found && { ...found, payments: [] };
      },
    }),
  ),
  "payments are returned as they were recorded, in that order": inReader(({ find }) => ({
    find: async (companyId, id) => {
      const found = await find(companyId, id);
      return found && { ...found, payments: found.payments.toSorted((a, b) => (a.id < b.id ? -1 : 1)) };
    },
  })),
  // Like a guard that expects payments to reach the total.
  "an invoice with a prepaid amount is PAID once payments cover the rest of its total": inInvoices(
    ({ changeStates }) => ({
      changeStates: async (changes) => {
        if (changes.some(({ status, amountPaid }) => status === "PAID" && amountPaid !== 238))
          throw new Error("unpaid");
        await changeStates(changes);
      },
    }),
  ),
  "only one final or corrected invoice can settle another, until it releases it": inInvoices(({ changeStates }) => ({
    changeStates: (changes) => changeStates(changes.map((change) => ({ ...change, settledBy: null }))),
  })),
  "a change of state replaces the state and nothing else": inInvoices(({ changeStates }) => ({
    changeStates: (changes) => changeStates(changes.slice(0, 1)),
  })),

  "a used key is found with its fingerprint and its invoice, and stays": inInvoices(({ insertKeys }) => ({
    insertKeys: (keys) => insertKeys(keys.map((used) => ({ ...used, key: used.key.slice(0, 64) }))),
  })),
  "a key that was never used is not found": inReader(({ findKey }) => ({
    findKey: async (companyId, key) => (await findKey(companyId, key)) ?? (await findKey(companyId, "key")),
  })),
  "several keys are found at once, and unknown ones are ignored": inInvoices(({ findKeys }) => ({
    findKeys: async (keys) => (await Promise.all(keys.map((key) => findKeys([key])))).flat(),
  })),
  "a key is used once: a second use is refused and the first one stays": refusesInSilence,
  "keys that differ only in the case of a letter are two keys": all(
    inInvoices(({ insertKeys }) => ({ insertKeys: (keys) => insertKeys(keys.map(lowerCase)) })),
    inReader(({ findKey }) => ({ findKey: (companyId, key) => findKey(companyId, key.toLowerCase()) })),
  ),

  "the list of an empty company is empty": inPage((page) => {
    if (page.total === 0) throw new Error("no such company");
    return page;
  }),
  "a list begins with the newest number": inPage(({ invoices, total }) => ({
    invoices: invoices.toSorted((a, b) => (String(a.counter) < String(b.counter) ? 1 : -1)),
    total,
  })),
  "pages do not overlap, each has the total, and pages after the last one are empty": inRequest((request) => ({
    ...request,
    page: Math.min(request.page, 3),
  })),
  "a status filter finds the invoices that have the status now": inRequest(({ status: _, ...request }) => request),
  "the first and the last requested issue date are both included": inPage(({ invoices, total }, { to }) => ({
    invoices: invoices.filter(({ document }) => document.issueDate !== to),
    total,
  })),
  "requested dates may be days without an invoice, before the first and after the last one":
    inReader(forgetsDaysWithoutInvoice),
  "filters combine, and the total counts what they find on all pages": inPage(({ invoices }) => ({
    invoices,
    total: invoices.length,
  })),

  "pages are full up to a limit of a hundred, and the last one has the rest": inRequest((request) => ({
    ...request,
    limit: Math.min(request.limit, 99),
  })),
  "a page is empty however far it is beyond the end, and still has the total": inRequest((request) => ({
    ...request,
    page: request.page > 2 ** 32 ? 1 : request.page,
  })),
  "the list of a continued sequence begins with the first invoice that was issued here": inPage(
    ({ invoices, total }) => ({ invoices, total: Math.max(total, ...invoices.map(({ counter }) => counter)) }),
  ),
  "pages of a list by dates contain exactly the invoices of these days": inReader(({ list }) => ({
    list: async (companyId, { from = "", to = "9999", ...request }) => {
      const { invoices, total } = await list(companyId, request);
      const found = invoices.filter(({ document: { issueDate } }) => issueDate >= from && issueDate <= to);
      return { invoices: found, total };
    },
  })),
  "an invoice whose status changes moves to the other list, in the order of numbers": inPage(
    ({ invoices, total }, { status }) => ({ invoices: status === "PAID" ? invoices.toReversed() : invoices, total }),
  ),
  "pages and totals of a status are right if nearly all invoices have it, and if hardly any has": inPage(
    ({ invoices, total }, { status }) => ({ invoices, total: status !== undefined && total > 50 ? 100 : total }),
  ),

  "a list by client finds names by their beginning, whatever the case of their letters": byClient((name, client) =>
    name.startsWith(client),
  ),
  "letters of a client's name are compared one by one": byClient((name, client) =>
    name.toUpperCase().startsWith(client.toUpperCase()),
  ),
  "signs that a pattern or JSON gives a meaning are compared as they are": byClient(isLike),
  "names and references are compared to their last letter, however long they are": inRequest((request) => ({
    ...request,
    client: request.client?.slice(0, 64),
  })),
  "a list by reference finds exactly this one": inReader(({ list }) => ({
    list: async (companyId, { reference, ...request }) => {
      const { invoices } = await list(companyId, request);
      const isFound = (text = "") => reference === undefined || text.startsWith(reference);
      const found = invoices.filter(({ document }) => isFound(document.reference));
      return { invoices: found, total: found.length };
    },
  })),
  "client and reference combine with the other filters and with pages": inRequest((request) =>
    request.client === undefined ? request : { ...request, reference: undefined },
  ),
  "a page below a counter begins with the next older invoice that matches, and its total is of all": inRequest(
    ({ before, ...request }) => (request.status === undefined ? { ...request, before } : request),
  ),
  "a search finds parts of words, whatever their case and their accents": inRequest((request) => ({
    ...request,
    ...(request.search !== undefined && {
      search: request.search.replaceAll("haus", "autohaus").replaceAll("ulle", "xulle"),
    }),
  })),
  "a search finds the number, the reference, words of lines and exact amounts": inRequest((request) => ({
    ...request,
    ...(request.search !== undefined && { search: request.search.replace("38", "238") }),
  })),
  "each word of a search must be found, in any of the fields": inRequest((request) => ({
    ...request,
    ...(request.search !== undefined && { search: request.search.split(" ")[0]! }),
  })),
  "a search combines with the other filters and with pages": inRequest(({ status, ...request }) =>
    request.search === undefined ? { ...request, status } : request,
  ),
  "a list by due date finds the invoices that are due before this day, in any status": inRequest((request) =>
    request.dueBefore === undefined || request.status !== undefined ? request : { ...request, status: "SENT" },
  ),
  "a list of what is due before a day leaves out what may be paid later": inRequest((request) =>
    request.due === undefined ? request : { ...request, due: undefined },
  ),
  "a list of what is due leaves out what was written off, also once something is paid on it": inInvoices(
    ({ changeStates }) => ({
      changeStates: (changes) =>
        changeStates(changes.map((change) => ({ ...change, writtenOffOn: null, writeOffReason: null }))),
    }),
  ),
  "a list by due date combines with client, reference and days": inRequest((request) =>
    request.client === undefined ? request : { ...request, dueBefore: undefined },
  ),

  "a billing event is returned as it was recorded": inBilling(({ pending }) => ({
    pending: async (...asked) =>
      (await pending(...asked)).map((event) => ({ ...event, occurredAt: event.occurredAt.slice(0, 10) })),
  })),
  "pending billing events come in the order of their counters, up to the limit": inBilling(({ pending }) => ({
    pending: async (...asked) => (await pending(...asked)).toReversed(),
  })),
  "without a limit, a hundred billing events are returned": inBilling(({ pending }) => ({
    pending: (companyId, limit = 1000) => pending(companyId, limit),
  })),
  "a limit of billing events that is not a whole number of at least 1 is a TypeError": inBilling(({ pending }) => ({
    pending: (companyId, limit = 100) => pending(companyId, limit >= 1 ? Math.ceil(Math.min(limit, 1000)) : 1),
  })),
  "a billing event stays pending until it is acknowledged, and then the next one follows": inBilling(
    ({ pending, acknowledge }) => ({
      pending: async (companyId, limit) => {
        const events = await pending(companyId, limit);
        const ids = events.map(({ id }) => id);
        await acknowledge(companyId, ids);
        return events;
      },
    }),
  ),
  "events acknowledged out of order are no longer pending, and the others still are": inBilling(
    ({ pending, acknowledge }) => ({
      acknowledge: async (companyId, eventIds) => {
        const events = await pending(companyId);
        const last = Math.max(...eventIds.map((acknowledged) => events.findIndex(({ id }) => id === acknowledged)));
        const through = events.slice(0, last + 1).map(({ id }) => id);
        return acknowledge(companyId, through);
      },
    }),
  ),
  // A cursor that waits until each counter has an event.
  "an invoice of the company's panel is listed like any other, has no event and delays none": inBilling(
    ({ pending }) => ({
      pending: async (...asked) => (await pending(...asked)).filter(({ counter }, index) => counter === index + 1),
    }),
  ),
  "acknowledging what is not pending changes nothing": inBilling(({ pending, acknowledge }) => ({
    acknowledge: async (companyId, eventIds) => {
      const known = (await pending(companyId)).map(({ id }) => id);
      if (!eventIds.every((id) => known.includes(id))) throw new Error("no such event");
      return acknowledge(companyId, eventIds);
    },
  })),
};
