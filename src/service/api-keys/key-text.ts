import { createHash, randomInt, timingSafeEqual } from "node:crypto";
import { crc32 } from "node:zlib";

/** What a key says of itself. */
export interface ApiKeyParts {
  readonly companyId: string;
  /** The key's id. */
  readonly id: string;
}

const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

const ID_LENGTH = 12;
/** 190 bits: more than anybody guesses, so that a fast hash is enough. */
const SECRET_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
const TAIL_LENGTH = "_".length + ID_LENGTH + "_".length + SECRET_LENGTH + CHECKSUM_LENGTH;

const TAIL = new RegExp(`^_(?<id>[0-9A-Za-z]{${ID_LENGTH}})_[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}$`);

/** A new id for a key: random, because a key that names its predecessors would tell how many there are. */
export function newKeyId(): string {
  return randomText(ID_LENGTH);
}

/** Whether the text could be the id of a key. */
export function isKeyId(text: unknown): text is string {
  return typeof text === "string" && text.length === ID_LENGTH && /^[0-9A-Za-z]+$/.test(text);
}

/**
 * A new key, `<prefix>_<company>_<id>_<secret><checksum>`: letters, digits and underscores only, so that it fits a header
 * and one double click selects it.
 */
export function newApiKey(prefix: string, { companyId, id }: ApiKeyParts): string {
  const text = `${prefix}_${companyText(companyId)}_${id}_${randomText(SECRET_LENGTH)}`;
  return text + checksumOf(text);
}

/**
 * Reads what a key says of itself; `undefined` for a text that {@link newApiKey} has not written. The checksum finds
 * mistyped and cut-off keys without a look-up; anybody can compute it, so it proves nothing.
 */
export function parseApiKey(prefix: string, text: unknown): ApiKeyParts | undefined {
  if (typeof text !== "string" || !text.startsWith(`${prefix}_`)) return undefined;
  const id = TAIL.exec(text.slice(-TAIL_LENGTH))?.groups?.["id"];
  if (id === undefined || text.slice(-CHECKSUM_LENGTH) !== checksumOf(text.slice(0, -CHECKSUM_LENGTH)))
    return undefined;
  const companyId = readCompany(text.slice(prefix.length + 1, -TAIL_LENGTH));
  return companyId === undefined ? undefined : { companyId, id };
}

/**
 * SHA-256 of the key, in hexadecimal: all that is stored of it. It covers the company and the id, so that a row copied to
 * another company opens nothing there.
 */
export function hashOf(apiKey: string): string {
  return createHash("sha256").update(apiKey).digest("hex");
}

/** Compared with where there is no hash: that takes as long, and nothing has this one. */
const NOBODYS = "0".repeat(64);

/** Whether it is the hash of this key, in a time that does not tell how much of it is right. */
export function isHashOf(apiKey: string, hash: string = NOBODYS): boolean {
  const [given, stored] = [Buffer.from(hashOf(apiKey)), Buffer.from(hash)];
  return given.length === stored.length && timingSafeEqual(given, stored);
}

/** Letters and digits as they are, each other byte of UTF-8 as an underscore and two digits. */
function companyText(companyId: string): string {
  return companyId.replace(/[^0-9A-Za-z]+/g, (others) =>
    [...Buffer.from(others)].map((byte) => `_${byte.toString(16).padStart(2, "0")}`).join(""),
  );
}

/** Reads back what {@link companyText} wrote; `undefined` when it did not. */
function readCompany(text: string): string | undefined {
  let companyId: string;
  try {
    companyId = decodeURIComponent(text.replaceAll("_", "%"));
  } catch {
    return undefined; // no UTF-8
  }
  return companyId !== "" && !companyId.includes("\0") && companyText(companyId) === text ? companyId : undefined;
}

function checksumOf(text: string): string {
  let left = crc32(text);
  let checksum = "";
  for (let place = 0; place < CHECKSUM_LENGTH; place += 1) {
    checksum = BASE62[left % 62] + checksum;
    left = Math.floor(left / 62);
  }
  return checksum;
}

function randomText(length: number): string {
  return Array.from({ length }, () => BASE62[randomInt(62)]).join("");
}
