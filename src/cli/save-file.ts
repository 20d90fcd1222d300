import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { FileError } from "./options.ts";

/** Passes errors of a file on with its path, because Node's name another one or none. @throws FileError */
export async function naming<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    throw new FileError(`${path} cannot be written: ${(cause as Error).message}`, { cause });
  }
}

/** Saves the content, unless there is a file already. An interrupted export leaves no half file under the name. */
export function saveFile(path: string, content: string | Uint8Array): Promise<"written" | "unchanged" | "differs"> {
  return naming(path, () => save(path, content));
}

async function save(path: string, content: string | Uint8Array): Promise<"written" | "unchanged" | "differs"> {
  const bytes = typeof content === "string" ? Buffer.from(content) : content;
  const existing = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  if (existing !== undefined) return existing.equals(bytes) ? "unchanged" : "differs";
  const temporary = `${path}.${process.pid}.tmp`;
  // In a container, each run may have the same process id as the one that was killed.
  await rm(temporary, { force: true });
  try {
    await writeFile(temporary, bytes, { flag: "wx" });
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  return "written";
}
