import { existsSync, readFileSync } from "node:fs";
import { timeZoneOf } from "faktura";
import { expect, test } from "vitest";
import { COUNTRY_CODES } from "../../../support/territories.ts";

/** Whether this runtime knows the zone. */
function isTimeZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

/** The codes without a capital. */
const NOWHERE = ["AQ", "BV", "HM", "UM"];

test("every country with a capital has a zone that this runtime knows, and the others have UTC", () => {
  for (const country of COUNTRY_CODES) {
    const zone = timeZoneOf({ country });
    expect(isTimeZone(zone), `${country} ${zone}`).toBe(true);
    expect(zone === "UTC", `${country} ${zone}`).toBe(NOWHERE.includes(country));
  }
});

const LIST = "/usr/share/zoneinfo/zone.tab";

test("every zone is one that the time zone database lists for the country", (context) => {
  if (!existsSync(LIST)) context.skip(`this machine has no ${LIST}`);
  const listed = readFileSync(LIST, "utf8")
    .split("\n")
    .filter((line) => /^[A-Z]{2}\t/.test(line))
    .map((line) => line.split("\t"));
  for (const country of COUNTRY_CODES) {
    if (NOWHERE.includes(country) || country === "XK") continue; // Kosovo has no code of ISO's
    const zones = listed.filter(([code]) => code === country).map(([, , zone]) => zone);
    expect(zones, country).toContain(timeZoneOf({ country }));
  }
});

// biome-ignore format: a table
test.each([
  ["US", "America/New_York"], ["ES", "Europe/Madrid"], ["PT", "Europe/Lisbon"], ["AU", "Australia/Sydney"],
  ["BR", "America/Sao_Paulo"], ["CA", "America/Toronto"], ["RU", "Europe/Moscow"], ["CN", "Asia/Shanghai"],
  ["MX", "America/Mexico_City"], ["CL", "America/Santiago"], ["EC", "America/Guayaquil"], ["ID", "Asia/Jakarta"],
  ["NZ", "Pacific/Auckland"], ["CY", "Asia/Nicosia"], ["UA", "Europe/Kyiv"], ["KZ", "Asia/Almaty"],
  ["GL", "America/Nuuk"], ["FM", "Pacific/Pohnpei"], ["KI", "Pacific/Tarawa"], ["CD", "Africa/Kinshasa"],
])("%s, which has several zones, has that of its capital, %s", (country, zone) => {
  expect(timeZoneOf({ country })).toBe(zone);
});

/** A postal code of each area, and what its clocks show in November, compared with UTC. */
// biome-ignore format: a table
const AREA_HOURS: [country: string, postalCode: string, id: string, hours: number][] = [
  ["AT", "6691", "AT-Jungholz", 1],   ["AT", "6991", "AT-Mittelberg", 1], ["DE", "78266", "DE-Büsingen", 1],
  ["DE", "27498", "DE-Heligoland", 1], ["DK", "FO-100", "FO", 0],         ["DK", "3900", "GL", -2],
  ["ES", "35001", "ES-CN", 0],        ["ES", "51001", "ES-CE", 1],        ["ES", "52001", "ES-ML", 1],
  ["FI", "22100", "AX", 2],           ["FR", "20090", "FR-20R", 1],       ["FR", "97133", "BL", -4],          ["FR", "97150", "MF", -4],
  ["FR", "97100", "GP", -4],          ["FR", "97200", "MQ", -4],          ["FR", "97300", "GF", -3],
  ["FR", "97400", "RE", 4],           ["FR", "97500", "PM", -3],          ["FR", "97600", "YT", 3],
  ["FR", "98600", "WF", 12],          ["FR", "98714", "PF", -10],         ["FR", "98800", "NC", 11],
  ["GB", "BT1 1AA", "GB-NIR", 0],     ["GB", "GY1 1AA", "GG", 0],         ["GB", "GX11 1AA", "GI", 1],
  ["GB", "JE2 3AB", "JE", 0],         ["GR", "63086", "GR-69", 2],        ["IT", "22061", "IT-Campione", 1],
  ["IT", "23041", "IT-Livigno", 1],   ["IT", "47890", "SM", 1],           ["IT", "00120", "VA", 1],
  ["NO", "9170", "SJ", 1],            ["PT", "9500-150", "PT-20", -1],    ["PT", "9000-001", "PT-30", 0],
];

test.each(AREA_HOURS)("%s %s, %s, is %d hours from UTC in winter", (country, postalCode, _, hours) => {
  const timeZone = timeZoneOf({ country, address: { postalCode } });
  const format = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
  const local = Date.parse(`${format.format(new Date("2026-11-20T12:00:00Z")).replace(" ", "T")}Z`);
  expect((local - Date.parse("2026-11-20T12:00:00Z")) / 3_600_000).toBe(hours);
});

test("every area of the page on territories is in the table above", () => {
  const page = readFileSync(new URL("../../../../docs/why/territories.md", import.meta.url), "utf8");
  const rows = [...page.matchAll(/^\| `(.+?)` \| .+? \| `..` \| .+? \| .+? \| .+? \| .+ \|$/gm)];
  expect(AREA_HOURS.map(([, , id]) => id).sort()).toEqual(rows.map(([, id]) => id).sort());
});

test("a stated time zone counts, and an unknown postal code changes nothing", () => {
  expect(timeZoneOf({ country: "DE", timeZone: "Asia/Tokyo", address: { postalCode: "10115" } })).toBe("Asia/Tokyo");
  expect(timeZoneOf({ country: "ES", address: { postalCode: "28001" } })).toBe("Europe/Madrid");
  expect(timeZoneOf({ country: "ES", address: {} })).toBe("Europe/Madrid");
  expect(timeZoneOf({ country: "constructor", timeZone: undefined })).toBe("UTC");
});
