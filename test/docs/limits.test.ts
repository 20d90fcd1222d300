import { expect, test } from "vitest";
import { LOCK_TIMEOUT_MS } from "../../src/adapters/common/within-time.ts";
import { LONGEST_TIMEOUT_MS } from "../../src/adapters/postgres/settings.ts";
import { LONGEST_MS, requireViesSettings } from "../../src/adapters/vies/settings.ts";
import { MOST_COUNTED } from "../../src/domain/search.ts";
import type { WholeOption } from "../../src/domain/whole-option.ts";
import { MOST_MEGABYTES } from "../../src/einvoice/attachments.ts";
import { MAX_BODY_BYTES } from "../../src/http/common/request-body.ts";
import { LEAST_BODY, MOST_BODY } from "../../src/panel/server/panel-options.ts";
import { MAX_DRAFTS } from "../../src/panel/server/records/drafts.ts";
import { MAX_LOGO_BYTES } from "../../src/panel/server/records/logos.ts";
import { MOST_FINDINGS } from "../../src/service/audit/audit.ts";
import { MOST_ENTRIES, PAGE_SIZE } from "../../src/service/audit/options.ts";
import { ATTEMPTS, DRAIN_LIMITS } from "../../src/service/delivery/options.ts";
import { MAX_LINES, MAX_ORDERS } from "../../src/service/invoices/issue.ts";
import { MAX_STREAM_KEY_LENGTH } from "../../src/service/invoices/issue-all.ts";
import { LIMITS } from "../../src/service/limits.ts";
import { CLOSE_TIMEOUT } from "../../src/service/options.ts";
import { MAX_IDEMPOTENCY_KEY, MAX_SERIES } from "../../src/service/schemas/fields.ts";
import { MAX_ERRORS } from "../../src/service/schemas/parse.ts";
import { MAX_PAGE_LIMIT } from "../../src/service/schemas/requests.ts";
import { readPage } from "./pages.ts";

const PAGE = readPage("docs/reference/limits.md");

/** The rows of the table below a heading, as cells. */
function rowsBelow(heading: string): string[][] {
  const section = PAGE.split(/^## /m).find((part) => part.startsWith(heading))!;
  const rows = section.split("\n").filter((line) => line.startsWith("| "));
  return rows.slice(1).map((row) =>
    row
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

const number = new Intl.NumberFormat("en-US");
const UNITS = ["KiB", "MiB", "GiB", "TiB"];
function size(bytes: number): string {
  const unit = Math.min(Math.floor(Math.log2(bytes) / 10), UNITS.length);
  return `${bytes / 2 ** (10 * unit)} ${UNITS[unit - 1]}`;
}

function inWords({ absent, least, most, unit }: WholeOption, option: string): [string, string] {
  if (unit === "bytes") return [size(absent), `${option}, ${size(least)} to ${size(most)}`];
  const ms = unit === "milliseconds" ? " ms" : "";
  return [number.format(absent) + ms, `${option}, ${number.format(least)} to ${number.format(most)}`];
}

const eachOf = (options: Readonly<Record<string, WholeOption>>, owner: string) =>
  Object.entries(options).map(([name, option]) => inWords(option, `\`${name}\` of ${owner}`));

const vies = requireViesSettings({});
const ofVies = (name: "timeoutMs" | "backoffMs" | "deadlineMs", least: number) =>
  inWords({ absent: vies[name], least, most: LONGEST_MS, unit: "milliseconds" }, `\`${name}\` of \`viesVerifier\``);

/** The default of each limit that is an option, and how the page names the option with its range. */
const OPTIONS: readonly [string, string][] = [
  ...eachOf(LIMITS, "`createInvoicing`"),
  [
    `${number.format(LOCK_TIMEOUT_MS)} ms`,
    `\`lockTimeoutMs\` of the store: of \`postgresStore\` 1 to ${number.format(LONGEST_TIMEOUT_MS)}, of ` +
      "`openSqliteStore` and `sqliteStore` 0 or more, also `Infinity`",
  ],
  ["one less than the pool's `max`", "`concurrentWrites` of `postgresStore`, 1 or more"],
  inWords(MAX_BODY_BYTES, "`maxBodyBytes` of `createHttpHandler`"),
  inWords({ absent: LEAST_BODY, least: LEAST_BODY, most: MOST_BODY, unit: "bytes" }, "`maxBodyBytes` of `createPanel`"),
  inWords(MAX_DRAFTS, "`maxDrafts` of `createPanel`"),
  ...eachOf(DRAIN_LIMITS, "`drainBilling` and `drainEvents`"),
  inWords(ATTEMPTS, "`attempts` of `drainEvents`"),
  inWords(PAGE_SIZE, "`pageSize` of `audit`"),
  inWords(MOST_ENTRIES, "`mostEntries` of `auditStep`"),
  ofVies("timeoutMs", 1),
  [`${vies.attempts}`, "`attempts` of `viesVerifier`, 1 or more"],
  ofVies("backoffMs", 0),
  ofVies("deadlineMs", 1),
  inWords(CLOSE_TIMEOUT, "`timeoutMs` of `close`"),
];

test("the page lists each limit that is an option, with its default and its range, as the code has them", () => {
  expect(rowsBelow("Limits that you choose").map(([, value, option]) => [value, option])).toEqual(OPTIONS);
});

/** What the page says of the limits that nobody can change. */
const FIXED: readonly [string, string][] = [
  ["orders of `issueMany`, and of each commit of `issueAll`", number.format(MAX_ORDERS)],
  ["items of these orders together", number.format(MAX_LINES)],
  ["invoices or credit notes on a page", number.format(MAX_PAGE_LIMIT)],
  ["invoices that a search counts", number.format(MOST_COUNTED)],
  ["idempotency key", `${MAX_IDEMPOTENCY_KEY} visible ASCII characters`],
  ["idempotency key of `issueAll`", `${MAX_STREAM_KEY_LENGTH} visible ASCII characters`],
  ["named series of a company", number.format(MAX_SERIES)],
  ["faults that a refusal lists", number.format(MAX_ERRORS)],
  ["findings in an audit's report", number.format(MOST_FINDINGS)],
  ["attachments of an electronic document, together", `${MOST_MEGABYTES} MiB`],
  ["logo of the panel", size(MAX_LOGO_BYTES)],
];

test("the page lists the limits that are fixed, as the code has them", () => {
  const rows = rowsBelow("Limits that are fixed").map(([limit, value]) => [limit, value]);
  expect(rows.slice(0, FIXED.length)).toEqual(FIXED);
});

test("each limit has its error, or what happens beyond it", () => {
  for (const heading of ["Limits that you choose", "Limits that are fixed"])
    for (const row of rowsBelow(heading)) expect(row.at(-1), row[0]).not.toBe("");
});
