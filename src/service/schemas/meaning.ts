/**
 * The words of the trade, by what they mean here, as people write them and as Stripe, Lago and Odoo name their fields.
 * A meaning of two words is that of both. Words that differ in meaning from record to record are in `hints.ts`.
 */
const WORDS_BY_MEANING: Readonly<Record<string, string>> = {
  client:
    "client customer buyer recipient purchaser debtor payer partner consumer subscriber billing bill billed kunde kunden",
  seller: "seller supplier vendor issuer merchant",
  company: "company organization organisation firm",
  business: "business b2b",
  vat: "vat tax taxes tva iva ust mwst btw moms gst",
  number: "number numbers no nr num id ids identification numero nummer",
  "vat number":
    "vatin vatregistration vatregistrationnumber taxregistrationnumber uid nif nip cif dic oib cui cvr ustid ustidnr",
  registration: "registration register",
  "registration number":
    "siren siret kvk crn ico hrb registry companynumber companyid companyregistry organizationnumber orgnumber legalnumber",
  name: "name fullname",
  address: "address addr",
  country: "country",
  email: "email mail emailaddress mailaddress",
  phone: "phone telephone tel mobile",
  "postal code": "zip zipcode postcode plz",
  city: "city town locality",
  region: "region province county",
  line1: "line1 street street1 address1 addressline1 addressline",
  line2: "line2 street2 address2 addressline2",
  price: "price cost",
  "unit price": "unitprice unitamount unitcost priceunit priceperunit",
  cents: "cents cent minor decimal",
  amount: "amount sum value",
  total: "total subtotal grandtotal",
  rate: "rate rates percent percentage pct",
  quantity: "quantity qty",
  item: "item items line lines product products article articles position positions fee fees row rows entry entries",
  unit: "unit uom unitofmeasure",
  description: "description desc title label",
  discount: "discount discounts rebate coupon coupons",
  currency: "currency",
  date: "date day on at",
  due: "due",
  prepaid: "prepaid",
  issue: "issue issued issuing",
  supply: "supply",
  delivery: "delivery shipping ship shipment shipto deliverto",
  payment: "payment pay paid",
  terms: "terms term",
  method: "method",
  reference: "reference ref",
  note: "note notes memo comment comments remark remarks narration footer",
  language: "language lang locale",
  status: "status",
  prefix: "prefix",
  code: "code codes",
};

/** Words that many names share, so that one of them alone says nothing: `tenantId` and `clientNumber` are not alike. */
const WEAK: ReadonlySet<string> = new Set(["number", "date", "amount", "code", "item", "cents", "status", "auto"]);

const FILLERS: ReadonlySet<string> = new Set("a of the to in for is has my our invoice".split(" "));

const MEANINGS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(WORDS_BY_MEANING).flatMap(([meaning, words]) =>
    words.split(" ").map((word) => [word, meaning.split(" ")] as const),
  ),
);

const LONGEST = Math.max(...[...MEANINGS.keys()].map((word) => word.length));

/** What a name says, in the words of {@link WORDS_BY_MEANING}; other words stay as they are, in lower case. */
export interface Meaning {
  readonly all: ReadonlySet<string>;
  /** The words that are none of the trade. */
  readonly unknown: readonly string[];
}

/** What a name says, in camelCase, snake_case or any other: `customerVatId` and `buyer_vat_no` say the same. */
export function meaningOf(name: string): Meaning {
  const words = (name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? []).map((word) => word.toLowerCase());
  const all = new Set<string>();
  const unknown: string[] = [];
  for (let index = 0; index < words.length; ) {
    const length = [3, 2, 1].find((count) => MEANINGS.has(words.slice(index, index + count).join(""))) ?? 1;
    const word = words.slice(index, index + length).join("");
    index += length;
    if (FILLERS.has(word)) continue;
    const meanings = MEANINGS.get(word) ?? meaningsIn(word);
    if (meanings === undefined) unknown.push(word);
    for (const meaning of meanings ?? [word]) all.add(meaning);
  }
  return { all, unknown };
}

/** The meanings of words that are written as one: those of `vatid`. `undefined` if some letters are no word. */
function meaningsIn(letters: string): readonly string[] | undefined {
  if (letters.length > MAX_LENGTH) return undefined;
  const until: (readonly string[] | undefined)[] = [[]];
  for (let start = 0; start < letters.length; start += 1) {
    const before = until[start];
    for (let end = Math.min(letters.length, start + LONGEST); before !== undefined && end > start; end -= 1) {
      const meanings = MEANINGS.get(letters.slice(start, end));
      if (meanings !== undefined) until[end] ??= [...before, ...meanings];
    }
  }
  return until[letters.length];
}

/** No name is longer. */
const MAX_LENGTH = 64;

/** Meanings as one text that is the same in any order. */
export function keyOf(meanings: Iterable<string>): string {
  return [...meanings].sort().join(" ");
}

/** Whether the meaning is one that few names share. */
export function isTelling(meaning: string): boolean {
  return !WEAK.has(meaning) && meaning.length > 1;
}
