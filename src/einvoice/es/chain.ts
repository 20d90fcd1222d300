import type { CalendarDay } from "../../domain/calendar.ts";
import { amountText, type DecimalText } from "../../domain/money/decimal-text.ts";
import type { VerifactuId, VerifactuType } from "./verifactu-invoice.ts";

/** The record before another one, as `RegistroAnterior` names it. */
export interface ChainLink {
  readonly id: VerifactuId;
  /** SHA-256, 64 hexadecimal digits in capitals. */
  readonly hash: string;
}

/** What the hash of each record covers. */
interface Hashed {
  readonly id: VerifactuId;
  /** The hash of the record before; `undefined` of the first one. */
  readonly previous: string | undefined;
  /** `FechaHoraHusoGenRegistro`. */
  readonly generatedAt: string;
}

/** What the hash of a registration covers. */
interface HashedRegistration extends Hashed {
  readonly type: VerifactuType;
  readonly taxTotal: DecimalText;
  readonly total: DecimalText;
}

/**
 * The hash of a registration.
 *
 * @see AEAT, Especificaciones técnicas para generación de la huella o hash de los registros de facturación, 0.1.2
 */
export function registrationHash(given: HashedRegistration): Promise<string> {
  const { id, type, taxTotal, total, previous = "", generatedAt } = given;
  return sha256([
    ["IDEmisorFactura", id.nif],
    ["NumSerieFactura", id.number],
    ["FechaExpedicionFactura", dayText(id.date)],
    ["TipoFactura", type],
    ["CuotaTotal", amountText(taxTotal)],
    ["ImporteTotal", amountText(total)],
    ["Huella", previous],
    ["FechaHoraHusoGenRegistro", generatedAt],
  ]);
}

/** The hash of a cancellation. */
export function cancellationHash({ id, previous = "", generatedAt }: Hashed): Promise<string> {
  return sha256([
    ["IDEmisorFacturaAnulada", id.nif],
    ["NumSerieFacturaAnulada", id.number],
    ["FechaExpedicionFacturaAnulada", dayText(id.date)],
    ["Huella", previous],
    ["FechaHoraHusoGenRegistro", generatedAt],
  ]);
}

async function sha256(fields: readonly (readonly [name: string, value: string])[]): Promise<string> {
  const text = fields.map(([name, value]) => `${name}=${value}`).join("&");
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0"))
    .join("")
    .toUpperCase();
}

/** A day as dd-mm-yyyy. */
export function dayText(day: CalendarDay): string {
  return day.split("-").reverse().join("-");
}
