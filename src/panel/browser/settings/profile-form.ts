import type { CompanyProfile, FieldError } from "faktura";
import { html, nothing, type TemplateResult } from "lit-html";
import { keyed } from "lit-html/directives/keyed.js";
import { repeat } from "lit-html/directives/repeat.js";
import { valueAt } from "../../value-at.ts";
import { type FormatEntry, type PanelSettings, SHOWN_SERIES } from "../../wire.ts";
import { addressFields } from "../fields/address-fields.ts";
import {
  COUNTRIES,
  currencyOptions,
  languageOptions,
  SUPPLIES,
  timeZoneOptions,
  withOption,
} from "../fields/choices.ts";
import { areaField, fieldId, inputField, notesBelow, selectField, textOf } from "../fields/fields.ts";
import { type NationalForm, nationalFields, nationalInputs, readNational } from "../fields/national-fields.ts";
import { countNumber, countryText } from "../texts/format.ts";
import { texts } from "../texts/language.ts";
import { addressSchemes, registers } from "./address-schemes.ts";
import { isOfList, listFields, readLists } from "./profile-lists.ts";

const words = texts.settings;

/** Fields whose value is yes or no. */
const FLAGS = ["/vatRegistered", "/ossRegistered", "/cashAccounting"];

/** What a field of the profile contains, as its text; `undefined` if it is absent. */
function textAt(profile: CompanyProfile, pointer: string): string | undefined {
  const value = valueAt(profile, pointer);
  if (value === undefined) return undefined;
  return typeof value === "boolean" ? (value ? "yes" : "no") : String(value);
}

/** The fields of the profile. Their names are JSON Pointers into it. `country` decides which national fields there are. */
export function profileFields(
  { profile, revision, invoices, creditNotes }: PanelSettings,
  prefixes: Prefixes,
  {
    country,
    formats,
    besideBank,
  }: { readonly country: string; readonly formats: readonly FormatEntry[]; readonly besideBank: unknown },
): TemplateResult {
  const value = (pointer: string) => textAt(profile, pointer);
  const text = (pointer: string, label: string, maxLength: number, more: object = {}) =>
    inputField({ pointer, label, maxLength, value: value(pointer), ...more });
  const choice = (pointer: string, label: string, options: readonly Option[], more: object = {}) =>
    selectField({ pointer, label, value: value(pointer), ...more }, withOption(options, value(pointer)));
  const yesOrNo = (pointer: string, label: string, [yes, no]: readonly [string, string]) =>
    selectField({ pointer, label, required: true, value: value(pointer) }, [
      { value: "no", label: no },
      { value: "yes", label: yes },
    ]);
  const none = { value: "", label: texts.fields.none };
  const national: NationalForm = { form: "profile", country, at: "/national", value };
  return html`
    <fieldset>
      <legend>${words.company}</legend>
      ${text("/name", words.name, 200, { required: true })} ${text("/tradingName", words.tradingName, 200)}
      ${addressFields("/address", value)}
      ${choice("/country", texts.newInvoice.country, COUNTRIES, { required: true })}
      ${text("/registrationNumber", words.registrationNumber, 100)}
      ${choice("/registrationScheme", words.registrationScheme, [none, ...registers()], { hint: words.registrationHint })}
      ${text("/email", words.email, 254, { type: "email" })}
      ${listFields("identifiers", profile, revision)}
    </fieldset>
    <fieldset>
      <legend>${words.contact}</legend>
      ${text("/contact/name", words.contactName, 200)} ${text("/contact/phone", words.phone, 50)}
      ${text("/contact/email", words.email, 254, { type: "email" })}
      ${choice("/electronicAddress/scheme", texts.newInvoice.addressScheme, [none, ...addressSchemes()])}
      ${text("/electronicAddress/id", texts.newInvoice.electronicAddress, 100, { hint: words.electronicAddressHint })}
    </fieldset>
    <fieldset>
      <legend>${words.vat}</legend>
      ${yesOrNo("/vatRegistered", words.vatRegistered, [words.registered, words.smallBusiness])}
      ${text("/vatNumber", texts.newInvoice.vatNumber, 40)} ${text("/taxNumber", words.taxNumber, 40)}
      ${text("/exemptionNote", words.exemptionNote, 1000, { hint: words.exemptionHint })}
      ${text("/smallEnterprise/number", words.exNumber, 30, { hint: words.exNumberHint })} ${listFields("exempting", profile, revision)}
      ${yesOrNo("/ossRegistered", words.ossRegistered, [words.yes, words.no])}
      ${severalField("/ossSchemes", words.ossSchemes, OSS_SCHEMES, profile.ossSchemes ?? [], words.ossSchemesHint)}
      ${yesOrNo("/cashAccounting", words.cashAccounting, [words.yes, words.no])}
      ${listFields("registrations", profile, revision)}
      ${choice("/supply", words.usualSupply, [{ value: "", label: texts.fields.notStated }, ...SUPPLIES], { hint: words.usualSupplyHint })}
      <details class="wide" ?open=${profile.taxRepresentative !== undefined}>
        <summary>${words.taxRepresentative}</summary>
        <div class="fields">
          ${text("/taxRepresentative/name", words.name, 200)}
          ${text("/taxRepresentative/vatNumber", texts.newInvoice.vatNumber, 40)}
          ${addressFields("/taxRepresentative/address", value)}
          ${choice("/taxRepresentative/country", texts.newInvoice.country, [none, ...COUNTRIES])}
        </div>
      </details>
    </fieldset>
    ${
      nationalFields(national).length === 0
        ? nothing
        : keyed(
            country,
            html`<fieldset><legend>${texts.national.title(countryText(country))}</legend>${nationalInputs(national)}</fieldset>`,
          )
    }
    <div class="beside">
      <fieldset>
        <legend>${words.bank}</legend>
        ${text("/iban", "IBAN", 42)} ${text("/bic", "BIC", 11)}
        ${text("/accountName", words.accountName, 200, { hint: words.accountNameHint })}
        ${text("/creditorId", words.creditorId, 35, { hint: words.creditorIdHint })}
        ${listFields("accounts", profile, revision)}
      </fieldset>
      ${besideBank}
    </div>
    <fieldset>
      <legend>${words.numbers}</legend>
      ${text("/invoicePrefix", words.invoicePrefix, 20, { required: true, hint: prefixes.invoice })}
      ${text("/creditNotePrefix", words.creditNotePrefix, 20, { hint: prefixes.creditNote })}
      <div class="wide hint">
        <p>${invoices.last === null ? words.noInvoiceYet : words.lastInvoice(invoices.last)}
          ${creditNotes.last === null ? undefined : words.lastCreditNote(creditNotes.last)}</p>
        <p>${words.whyNoRestart}</p>
      </div>
      ${seriesFields(profile, revision, prefixes)}
    </fieldset>
    <fieldset>
      <legend>${words.documents}</legend>
      ${choice("/language", words.language, [{ value: "", label: words.ofCountry }, ...languageOptions()])}
      ${choice("/defaultCurrency", words.currency, currencyOptions(), { required: true })}
      ${choice("/timeZone", words.timeZone, [{ value: "", label: words.zoneOfCountry }, ...timeZoneOptions()], { hint: words.timeZoneHint })}
      ${requiredFormats(profile, formats)}
      ${areaField({ pointer: "/paymentTerms", label: words.paymentTerms, maxLength: 1000, value: value("/paymentTerms"), hint: words.paymentTermsHint })}
      ${text("/latePayment/penalties", words.penalties, 1000, { hint: words.latePaymentHint })}
      ${text("/latePayment/recoveryFee", words.recoveryFee, 1000)} ${text("/latePayment/discount", words.discount, 1000)}
      ${areaField({ pointer: "/legalNote", label: words.legalNote, maxLength: 1000, value: value("/legalNote"), hint: words.legalNoteHint })}
    </fieldset>
  `;
}

/** The formats that invoices must be complete for, and those that the profile requires already. */
function requiredFormats({ requires = [] }: CompanyProfile, formats: readonly FormatEntry[]) {
  const required = [requires].flat();
  const others = required.filter((id) => formats.every((format) => format.id !== id));
  const options = [
    ...formats.map(({ id, name }) => ({ value: id, label: name })),
    ...others.map((id) => ({ value: id, label: id })),
  ];
  return options.length === 0
    ? nothing
    : severalField("/requires", words.requires, options, required, words.requiresHint);
}

/** A field of which several options can be chosen. */
function severalField(
  pointer: string,
  label: string,
  options: readonly Option[],
  chosen: readonly string[],
  hint: string,
) {
  const id = fieldId(pointer);
  return html`
    <p class="field">
      <label for=${id}>${label} <small>${texts.fields.optional}</small></label>
      <select id=${id} name=${pointer} multiple size=${Math.min(options.length, 5)} aria-describedby="${id}-hint ${id}-fault">
        ${options.map(({ value, label }) => html`<option value=${value} ?selected=${chosen.includes(value)}>${label}</option>`)}
      </select>
      ${notesBelow(id, hint)}
    </p>
  `;
}

/** The schemes of the one-stop shop. */
const OSS_SCHEMES: readonly Option[] = (["union", "non-union", "import"] as const).map((value) => ({
  value,
  label: words.ossSchemeNames[value],
}));

interface Option {
  readonly value: string;
  readonly label: string;
}

/** What the next documents are called with the prefixes as they are typed, in words. */
interface Prefixes {
  readonly invoice: string;
  readonly creditNote: string;
  /** Of the named series, by their names. */
  readonly series: Readonly<Record<string, string>>;
}

/** The sentences about the next numbers, with the prefixes as they are typed. */
export function nextNumbers(settings: PanelSettings, form?: HTMLFormElement): Prefixes {
  const { profile, invoices, creditNotes, series } = settings;
  const typed = (name: string) => (form?.elements.namedItem(name) as HTMLInputElement | null)?.value.trim();
  const invoicePrefix = typed("/invoicePrefix") ?? profile.invoicePrefix;
  const creditNotePrefix = (form === undefined ? profile.creditNotePrefix : typed("/creditNotePrefix")) || undefined;
  const tailOf = (number: string) => /-\d{6}-\d+$/.exec(number)![0];
  return {
    invoice: words.nextInvoice(invoicePrefix + tailOf(invoices.next)),
    creditNote: words.nextCreditNote((creditNotePrefix ?? `${invoicePrefix}-CN`) + tailOf(creditNotes.next)),
    series: Object.fromEntries(
      Object.entries(profile.series ?? {}).flatMap(([name, { prefix: stored }], index) => {
        const position = series.find((one) => one.name === name);
        const prefix = typed(`/series/${index}/prefix`) ?? stored;
        return position === undefined || prefix === ""
          ? []
          : [[name, words.nextInvoice(prefix + tailOf(position.next))]];
      }),
    ),
  };
}

/**
 * The profile as it was typed. Empty fields are left out, and so is a "no" that the profile did not have before. A field
 * that was not changed keeps its stored text, also what the field cannot show of it. What the form does not have stays
 * as it was.
 */
export function readProfile(form: HTMLFormElement, { profile: before }: PanelSettings): CompanyProfile {
  const profile: Record<string, unknown> = {};
  const keptText = (pointer: string, text = textOf(form, pointer) ?? "") => {
    const stored = textAt(before, pointer);
    return stored !== undefined && text === shownText(form.elements.namedItem(pointer), stored) ? stored : text;
  };
  const typed = new FormData(form);
  const [required, ...others] = typed.getAll("/requires") as string[];
  const schemes = typed.getAll("/ossSchemes");
  for (const several of ["/requires", "/ossSchemes"]) typed.delete(several);
  if (schemes.length > 0) profile["ossSchemes"] = schemes;
  if (required !== undefined) profile["requires"] = others.length === 0 ? required : [required, ...others];
  for (const [pointer, entry] of typed) {
    const text = String(entry).trim();
    const isOther = /^\/(?:national|series|terms)\//.test(pointer) || isOfList(pointer);
    if (text === "" || isOther || (text === "no" && textAt(before, pointer) === undefined)) continue;
    const names = pointer.slice(1).split("/");
    const last = names.pop()!;
    let part = profile;
    for (const name of names) {
      part[name] ??= {};
      part = part[name] as Record<string, unknown>;
    }
    part[last] = FLAGS.includes(pointer) ? text === "yes" : keptText(pointer, text);
  }
  const national = readNational<object>(form, "/national", textOf(form, "/country") ?? "", ["profile"]);
  profile["national"] = national ?? {};
  keepUnshown(profile, before, form); // also what belongs to another state
  const { states, ...lists } = readLists(form, keptText);
  Object.assign(profile, { series: readSeries(form, before) }, lists);
  if (Object.keys(states).length > 0) {
    profile["smallEnterprise"] = { ...(profile["smallEnterprise"] as object | undefined), states };
  }
  for (const name of ["national", "series", "accounts", "identifiers", "registrations"]) {
    if (Object.keys(profile[name] as object).length === 0) delete profile[name];
  }
  // A tax representative without an address is refused at the address, which has no field of its own.
  const representative = profile["taxRepresentative"] as object | undefined;
  if (representative !== undefined) profile["taxRepresentative"] = { address: {}, ...representative };
  return profile as object as CompanyProfile;
}

/** The named series of the profile: those that are shown, whose names stay, and rows for more. */
function seriesFields({ series = {} }: CompanyProfile, revision: string, prefixes: Prefixes): TemplateResult {
  const named = Object.entries(series);
  const shown = named.slice(0, SHOWN_SERIES);
  const rows = [...shown.map(([name, { prefix }]) => ({ name, prefix })), ...NEW_SERIES];
  return html`
    <details class="wide series" ?open=${named.length > 0}>
      <summary>${words.series}</summary>
      <p class="hint">${words.seriesHint}</p>
      ${named.length > shown.length ? html`<p class="hint">${words.moreSeries(countNumber(named.length - shown.length))}</p>` : nothing}
      ${repeat(
        rows,
        ({ name }, index) => name ?? `${revision}/${index - shown.length}`, // a saved row is no longer a new one
        ({ name, prefix }, index) => {
          const pointer = `/series/${index}`;
          const hint = name === undefined ? undefined : prefixes.series[name];
          return html`
            <div class="fields">
              ${inputField({ pointer: `${pointer}/name`, label: words.seriesName, maxLength: 100, value: name, isReadOnly: name !== undefined })}
              ${inputField({ pointer: `${pointer}/prefix`, label: words.seriesPrefix, maxLength: 20, value: prefix, ...(hint !== undefined && { hint }) })}
            </div>
          `;
        },
      )}
    </details>
  `;
}

/** Rows for series that are not there yet. */
const NEW_SERIES: readonly { readonly name?: string; readonly prefix?: string }[] = [{}, {}, {}];

/** The series as they were typed. One without a prefix is removed; those that are not shown stay. */
function readSeries(form: HTMLFormElement, { series = {} }: CompanyProfile): NonNullable<CompanyProfile["series"]> {
  const rows = Array.from({ length: Math.min(Object.keys(series).length, SHOWN_SERIES) + NEW_SERIES.length });
  const typed = rows.flatMap((_, index) => {
    const [name, prefix] = ["name", "prefix"].map((part) => textOf(form, `/series/${index}/${part}`));
    return name === undefined || prefix === undefined ? [] : [[name, { prefix }] as const];
  });
  const hidden = Object.entries(series).slice(SHOWN_SERIES);
  return Object.fromEntries([...typed, ...hidden]);
}

/** Where an error about a series is shown: at its row, which is not found by its name. */
export function inSeriesRow(form: HTMLFormElement, error: FieldError): FieldError {
  const name = "pointer" in error ? /^\/series\/([^/]+)/.exec(error.pointer)?.[1] : undefined;
  if (name === undefined) return error;
  const wanted = name.replaceAll("~1", "/").replaceAll("~0", "~");
  const rows = [...form.querySelectorAll<HTMLInputElement>('[name^="/series/"][name$="/name"]')];
  const row = rows.findIndex(({ value }) => value.trim() === wanted);
  return row === -1 ? error : { ...error, pointer: `/series/${row}/prefix` };
}

/** Adds what the form has no field for, but not to parts whose fields are all empty. */
function keepUnshown(typed: Record<string, unknown>, before: object, form: HTMLFormElement, path = ""): void {
  const names = [...form.elements].map((element) => element.getAttribute("name") ?? "");
  for (const [name, stored] of Object.entries(before)) {
    const pointer = `${path}/${name}`;
    const part = typed[name];
    if (names.includes(pointer)) continue;
    if (!names.some((shown) => shown.startsWith(`${pointer}/`))) typed[name] = stored;
    else if (part !== undefined) keepUnshown(part as Record<string, unknown>, stored, form, pointer);
  }
}

/** What a field shows of a stored text, trimmed. Only areas show line breaks. */
function shownText(field: Element | RadioNodeList | null, stored: string): string {
  const isArea = field instanceof HTMLTextAreaElement;
  return (isArea ? stored.replaceAll(/\r\n?/g, "\n") : stored.replaceAll(/[\r\n]/g, "")).trim();
}
