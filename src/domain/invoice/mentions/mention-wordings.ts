/** The mentions of article 226 that do not depend on the treatment of the sale. */
export type InvoiceMention = "selfBilling" | "cashAccounting";

/**
 * Their wordings by language, ISO 639-1. A missing language has no sourced wording; its mentions are in English only.
 *
 * @see docs/why/vat-notes.md for the source of each
 */
export const INVOICE_MENTIONS: Readonly<Record<InvoiceMention, Readonly<Record<string, string>>>> = {
  selfBilling: {
    bg: "самофактуриране",
    cs: "vystaveno zákazníkem",
    da: "selvfakturering",
    de: "Gutschrift",
    el: "Αυτοτιμολόγηση",
    es: "facturación por el destinatario",
    et: "endale arve koostamine",
    fi: "itselaskutus",
    fr: "Autofacturation",
    hr: "samoizdavanje računa",
    hu: "önszámlázás",
    it: "autofatturazione",
    nl: "factuur uitgereikt door afnemer",
    pl: "samofakturowanie",
    pt: "autofaturação",
    ro: "autofactură",
    sk: "vyhotovenie faktúry odberateľom",
    sl: "samofakturiranje",
    sv: "självfakturering",
  },
  cashAccounting: {
    bg: "касова отчетност",
    de: "Besteuerung nach vereinnahmten Entgelten",
    es: "régimen especial del criterio de caja",
    et: "kassapõhine käibemaksuarvestus",
    hr: "obračun prema naplaćenoj naknadi",
    hu: "pénzforgalmi elszámolás",
    it: "IVA per cassa",
    pl: "metoda kasowa",
    pt: "IVA - regime de caixa",
    ro: "TVA la încasare",
    sk: "daň sa uplatňuje na základe prijatia platby",
  },
};
