import { insteadOf } from "../../domain/instead-of.ts";
import { requireOptions } from "../../domain/known-names.ts";
import { isNif } from "./nif.ts";

/** The system that makes the records, as its producer's declaration of responsibility names it (`SistemaInformatico`). */
export interface VerifactuInstallation {
  /** Who answers for the system. */
  readonly producer: {
    /** 1 to 120 characters (`NombreRazon`). */
    readonly name: string;
    /** The Spanish NIF, 9 characters. */
    readonly nif: string;
  };
  /** The system's name, 1 to 30 characters (`NombreSistemaInformatico`). */
  readonly name: string;
  /** The producer's code of the system, 2 letters or digits (`IdSistemaInformatico`). */
  readonly id: string;
  /** 1 to 50 characters (`Version`). */
  readonly version: string;
  /** The number of this installation, 1 to 100 characters (`NumeroInstalacion`). Each company's chain needs its own. */
  readonly number: string;
  /** Whether the system makes invoices of several companies (`TipoUsoPosibleMultiOT`, `IndicadorMultiplesOT`). Absent: yes. */
  readonly severalCompanies?: boolean | undefined;
}

/** @throws TypeError that names what is missing, unknown or invalid */
export function requireInstallation(installation: VerifactuInstallation): VerifactuInstallation {
  requireOptions("installation", installation, {
    producer: true,
    name: true,
    id: true,
    version: true,
    number: true,
    severalCompanies: true,
  });
  const { producer, name, id, version, number, severalCompanies } = installation;
  requireOptions("installation.producer", producer, { name: true, nif: true });
  requireText("producer.name", producer.name, 120);
  requireText("name", name, 30);
  requireText("version", version, 50);
  requireText("number", number, 100);
  if (typeof producer.nif !== "string" || !isNif(producer.nif)) {
    throw new TypeError("installation.producer.nif must be a Spanish NIF of 9 characters, such as B12345674");
  }
  if (typeof id !== "string" || !/^[A-Za-z0-9]{2}$/.test(id)) {
    throw new TypeError("installation.id must be 2 letters or digits");
  }
  if (severalCompanies !== undefined && typeof severalCompanies !== "boolean") {
    throw new TypeError(`installation.severalCompanies must be true or false${insteadOf(severalCompanies)}`);
  }
  return installation;
}

function requireText(name: string, text: unknown, max: number): void {
  if (typeof text === "string" && text.trim() !== "" && [...text].length <= max) return;
  throw new TypeError(`installation.${name} must be a text of 1 to ${max} characters`);
}
