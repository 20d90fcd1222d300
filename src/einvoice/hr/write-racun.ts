import { centsText, type DecimalText } from "../../domain/money/decimal-text.ts";
import type { LocalTime } from "../local-time.ts";
import { escaped, group, leaf, type Xml } from "../xml.ts";
import type { FiscalInvoice } from "./fiscal-invoice.ts";
import type { FiscalNumber } from "./fiscal-number.ts";

const NAMESPACE = "http://www.apis-it.hr/fin/2012/types/f73";

/** An invoice that can be written. */
export type CompleteInvoice = FiscalInvoice & {
  readonly [Field in "number" | "payment" | "operator"]-?: NonNullable<FiscalInvoice[Field]>;
} & { readonly number: FiscalNumber & { readonly register: string } };

/** `RacunZahtjev` as an element without an XML declaration, which a signature and an envelope can be added to. */
export function writeRacun(
  invoice: CompleteInvoice,
  { id, sentAt, zki, isRepeated }: { id: string; sentAt: LocalTime; zki: string; isRepeated: boolean },
): Xml {
  const { oib, isVatRegistered, issuedAt, number, taxes, exempt, outOfScope } = invoice;
  const racun = group(
    "tns:Racun",
    leaf("tns:Oib", oib),
    leaf("tns:USustPdv", String(isVatRegistered)),
    leaf("tns:DatVrijeme", momentText(issuedAt, "T")),
    leaf("tns:OznSlijed", number.run),
    group(
      "tns:BrRac",
      leaf("tns:BrOznRac", String(number.counter)),
      leaf("tns:OznPosPr", number.premises),
      leaf("tns:OznNapUr", number.register),
    ),
    group("tns:Pdv", ...taxes.map(tax)),
    amount("tns:IznosOslobPdv", exempt),
    amount("tns:IznosNePodlOpor", outOfScope),
    leaf("tns:IznosUkupno", centsText(invoice.total)),
    leaf("tns:NacinPlac", invoice.payment),
    leaf("tns:OibOper", invoice.operator.oib),
    leaf("tns:ZastKod", zki),
    leaf("tns:NakDost", String(isRepeated)),
    leaf("tns:ParagonBrRac", invoice.paperNumber),
    leaf("tns:OibPrimateljaRacuna", invoice.clientOib),
  );
  const head = group("tns:Zaglavlje", leaf("tns:IdPoruke", id), leaf("tns:DatumVrijeme", momentText(sentAt, "T")));
  return `<tns:RacunZahtjev xmlns:tns="${escaped(NAMESPACE)}" Id="RacunZahtjev">${head}${racun}</tns:RacunZahtjev>`;
}

function tax({ rate, base, vat }: FiscalInvoice["taxes"][number]): Xml {
  const [rateText, baseText, vatText] = [rate, base, vat].map(centsText);
  return group("tns:Porez", leaf("tns:Stopa", rateText), leaf("tns:Osnovica", baseText), leaf("tns:Iznos", vatText));
}

/** An amount; absent if there is none. */
function amount(name: string, value: DecimalText): Xml {
  return leaf(name, value === "0" ? undefined : centsText(value));
}

/** A moment with seconds: `30.11.2026T14:05:09`. */
export function momentText({ day, month, year, hour, minute, second }: LocalTime, between: "T" | " "): string {
  return `${day}.${month}.${year}${between}${hour}:${minute}:${second}`;
}
