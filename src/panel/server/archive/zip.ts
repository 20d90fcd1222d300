import { setImmediate as nextTurn } from "node:timers/promises";
import { Zip, ZipDeflate, ZipPassThrough } from "fflate";
import { streamedFile } from "../lists/streamed-file.ts";

/** A file of an archive. */
export interface ArchivedFile {
  /** Folders end with a slash: `invoices/INV-202611-0001.pdf`. */
  readonly name: string;
  readonly content: Uint8Array;
}

/** What an archive can hold without the extension ZIP64, which some programs do not read, less room for a last file. */
export const ZIP_LIMITS = { files: 65_000, bytes: 4_000_000_000 };

/** The same day in each archive, so that the same files are the same bytes. ZIP knows no earlier one. */
const DAY = [1980, 0, 1] as const;

/** The files as an archive, sent while they are written. Of two files with one name, the second one gets a number. */
export function zipFile(name: string, files: AsyncIterable<ArchivedFile>): Promise<Response> {
  return streamedFile({ name: `${name}.zip`, contentType: "application/zip", chunks: chunksOf(files) });
}

async function* chunksOf(files: AsyncIterable<ArchivedFile>): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  let written: Uint8Array<ArrayBuffer>[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    written.push(chunk);
  });
  const taken = new Set<string>();
  for await (const { name, content } of files) {
    const free = freeName(name, taken);
    const entry = name.endsWith(".pdf") ? new ZipPassThrough(free) : new ZipDeflate(free); // PDF files are compressed
    entry.mtime = new Date(...DAY);
    zip.add(entry);
    entry.push(content, true);
    yield* written;
    written = [];
    await nextTurn();
  }
  zip.end();
  yield* written;
}

/** A path that every system can write, below the folder of the archive, and that no other file has, in whatever case. */
function freeName(name: string, taken: Set<string>): string {
  const safe = name.split("/").map(safePart).join("/");
  const [, base = "", extension = ""] = /^(.*?)(\.\w+)?$/s.exec(safe)!;
  let free = safe;
  for (let count = 2; taken.has(free.toLowerCase()); count += 1) free = `${base} (${count})${extension}`;
  taken.add(free.toLowerCase());
  return free;
}

/** Windows has names of devices, and neither some signs nor a dot or a space at the end. */
function safePart(part: string): string {
  const plain = part.replaceAll(/[\p{Cc}\p{Cf}\\:*?"<>|]/gu, "-").replace(/^\.+|[. ]+$/g, "-");
  return /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(plain) ? `-${plain}` : plain;
}
