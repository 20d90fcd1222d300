import { createHash, randomInt, timingSafeEqual } from "node:crypto";
import { crc32 } from "node:zlib";

/** The parts of a key that can be read without a look-up. */
export interface ApiKeyParts {
  /** The company that the key belongs to. */
  readonly companyId: string;
  /** The key's id. */
  readonly id: string;
}

const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

const ID_LENGTH = 12;
/** 190 bits, which nobody can guess, so a fast hash is enough. */
const SECRET_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
const TAIL_LENGTH = "_".length + ID_LENGTH + "_".length + SECRET_LENGTH + CHECKSUM_LENGTH;

const TAIL = new RegExp(`^_(?<id>[0-9A-Za-z]{${ID_LENGTH}})_[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}$`);

/** A new id for a key. Random, because a counter would reveal how many keys there are. */
export function newKeyId(): string {
  return randomText(ID_LENGTH);
}

/** Whether `text` has the form of a key's id. */
export function isKeyId(text: unknown): text is string {
  return typeof text === "string" && text.length === ID_LENGTH && /^[0-9A-Za-z]+$/.test(text);
}

/**
 * A new key, `<prefix>_<company>_<id>_<secret><checksum>`: only letters, digits and underscores, so that it fits into a
 * header and a double click selects it.
 */
export function newApiKey(prefix: string, { companyId, id }: ApiKeyParts): string {
  const text = `${prefix}_${companyText(companyId)}_${id}_${randomText(SECRET_LENGTH)}`;
  return text + checksumOf(text);
}

/**
 * The parts of a key; `undefined` for a string that {@link newApiKey} did not write. The checksum detects mistyped and
 * truncated keys without a look-up. Anybody can compute it, so it proves nothing.
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
 * SHA-256 of the key, in hexadecimal. Nothing else of the key is stored. The hash covers the company and the id, so a
 * row that is copied to another company is useless there.
 */
export function hashOf(apiKey: string): string {
  return createHash("sha256").update(apiKey).digest("hex");
}

/** Compared instead of a missing hash, so that it takes the same time. No key has this hash. */
const DUMMY_HASH = "0".repeat(64);

/** Whether `hash` is the hash of this key. The time does not depend on how much of it matches. */
export function isHashOf(apiKey: string, hash: string = DUMMY_HASH): boolean {
  const [given, stored] = [Buffer.from(hashOf(apiKey)), Buffer.from(hash)];
  return given.length === stored.length && timingSafeEqual(given, stored);
}

/** Letters and digits unchanged, every other byte of UTF-8 as an underscore and two hexadecimal digits. */
function companyText(companyId: string): string {
  return companyId.replace(/[^0-9A-Za-z]+/g, (others) =>
    [...Buffer.from(others)].map((byte) => `_${byte.toString(16).padStart(2, "0")}`).join(""),
  );
}

/** The inverse of {@link companyText}; `undefined` for any other string. */
function readCompany(text: string): string | undefined {
  let companyId: string;
  try {
    companyId = decodeURIComponent(text.replaceAll("_", "%"));
  } catch {
    return undefined; // not UTF-8
  }
  return companyId !== "" && !companyId.includes("\0") && companyText(companyId) === text ? companyId : undefined;
}

function checksumOf(text: string): string {
  let left = crc32(text);
  let checksum = "";
  for (let index = 0; index < CHECKSUM_LENGTH; index += 1) {
    checksum = BASE62[left % 62] + checksum;
    left = Math.floor(left / 62);
  }
  return checksum;
}

function randomText(length: number): string {
  return Array.from({ length }, () => BASE62[randomInt(62)]).join("");
}
