/**
 * `npm run rules -- <folder>` compares a folder of official rules with `rules.json`, and lists what is missing, what
 * differs and what no test reads. The folder has the folders `en16931` and `national`; without it, those are checked that
 * EN16931_RULES and NATIONAL_RULES name. Fails if a file is missing or differs.
 */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";

/** Files of one publisher, in folders of ours. */
interface Source {
  readonly name: string;
  readonly version: string;
  /** The repository that has them, as owner/name, or the publisher's address. */
  readonly origin: string;
  readonly commit?: string;
  readonly note?: string;
  readonly folders: readonly {
    readonly folder: string;
    /** The folder at the origin. */
    readonly from: string;
    /** The file's name at the origin, if it has another one. */
    readonly as?: string;
    /** SHA-256 by name. */
    readonly files: Readonly<Record<string, string>>;
  }[];
}

const SOURCES: readonly Source[] = JSON.parse(readFileSync(join(import.meta.dirname, "rules.json"), "utf8"));

const [given] = process.argv.slice(2);
const roots = ["en16931", "national"].map((name) => {
  const root = given === undefined ? process.env[`${name.toUpperCase()}_RULES`] : join(given, name);
  return { name, root: root !== undefined && existsSync(root) ? root : undefined };
});

/** The files that are there, by the name that `rules.json` gives them, such as `national/pl/…`, with their paths. */
const present = new Map(
  roots.flatMap(({ name, root }) => {
    const entries = root === undefined ? [] : readdirSync(root, { recursive: true, withFileTypes: true });
    const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    return paths.map((path) => [join(name, relative(root!, path)).replaceAll("\\", "/"), path] as const);
  }),
);

const digestOf = (path: string) => createHash("sha256").update(readFileSync(path)).digest("hex");

let faults = 0;
for (const { name, version, origin, commit, note, folders } of SOURCES) {
  for (const { folder, from, as, files } of folders) {
    const all = Object.keys(files);
    const missing = all.filter((file) => !present.has(`${folder}/${file}`));
    const different = all
      .filter((file) => !missing.includes(file))
      .filter((file) => digestOf(present.get(`${folder}/${file}`)!) !== files[file]);
    const source = `${name} ${version}; from ${[origin, commit, from, as].filter(Boolean).join(", ")}`;
    for (const [what, names] of Object.entries({ missing, differs: different })) {
      if (names.length === 0) continue;
      faults += names.length;
      const list = names.length === all.length && all.length > 9 ? [`all ${all.length} files`] : names;
      console.log(`${what}: in ${folder}: ${list.join(", ")}\n  ${source}${note === undefined ? "" : `\n  ${note}`}`);
    }
  }
}

const known = new Set(
  SOURCES.flatMap(({ folders }) =>
    folders.flatMap(({ folder, files }) => Object.keys(files).map((file) => `${folder}/${file}`)),
  ),
);
const unknown = [...present.keys()].filter((file) => !known.has(file));
for (const folder of new Set(unknown.map(dirname))) {
  const names = unknown.filter((file) => dirname(file) === folder).map((file) => basename(file));
  console.log(`unknown: in ${folder}: ${names.length > 3 ? `${names.length} files` : names.join(", ")}`);
}

console.log(`${known.size - faults} of ${known.size} official files are as test/en16931/rules.json says.`);
if (faults > 0) {
  console.log(
    "Get the files above from their origins into a folder with the folders en16931 and national. EN16931_RULES and " +
      "NATIONAL_RULES name these two, for the tests and for .ci/run.",
  );
  process.exitCode = 1;
}
