export interface paths {
    "/company": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The company profile */
        get: operations["getCompany"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/vat-suggestion": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The VAT that an invoice would have; nothing is issued */
        get: operations["suggestVat"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invoices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Invoices, newest number first */
        get: operations["listInvoices"];
        put?: never;
        /** Issues an invoice; billed per issued invoice */
        post: operations["issueInvoice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invoices/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One invoice with its items and payments */
        get: operations["getInvoice"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invoices/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Cancels an invoice, which keeps its number; a paid invoice cannot be cancelled */
        post: operations["cancelInvoice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invoices/{id}/credit-notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Credits an invoice, as a whole or by line */
        post: operations["creditInvoice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/credit-notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Credit notes, newest number first */
        get: operations["listCreditNotes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/credit-notes/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One credit note */
        get: operations["getCreditNote"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invoices/{id}/payments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Records a payment or, with a negative amount, a refund */
        post: operations["recordPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invoices/{id}/documents/ubl": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** An invoice as UBL 2.1 */
        get: operations["getInvoiceUbl"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invoices/{id}/documents/cii": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** An invoice as UN/CEFACT Cross Industry Invoice D16B */
        get: operations["getInvoiceCii"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invoices/{id}/documents/pdf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** An invoice as PDF, if the server renders it */
        get: operations["getInvoicePdf"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/credit-notes/{id}/documents/ubl": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A credit note as UBL 2.1 */
        get: operations["getCreditNoteUbl"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/credit-notes/{id}/documents/cii": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A credit note as UN/CEFACT Cross Industry Invoice D16B */
        get: operations["getCreditNoteCii"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/credit-notes/{id}/documents/pdf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A credit note as PDF, if the server renders it */
        get: operations["getCreditNotePdf"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        CompanyProfile: {
            name: string;
            /**
             * @description ISO 3166-1 alpha-2
             * @example FR
             */
            country: string;
            vatRegistered: boolean;
            /** @description Whether it declares sales to consumers in other member states through OSS */
            ossRegistered: boolean;
            /**
             * @description ISO 4217; the currency of orders that state none
             * @example EUR
             */
            defaultCurrency: string;
            /**
             * @description The prefix of its invoice numbers; no hyphen at either end
             * @example INV
             */
            invoicePrefix: string;
            /**
             * @description The prefix of its credit notes, which have a series of their own. Absent: invoicePrefix and -CN
             * @example INV-CN
             */
            creditNotePrefix?: string;
            /** @example DE136695976 */
            vatNumber?: string;
            /** @description National tax number, besides or instead of the VAT number */
            taxNumber?: string;
            /** @description Number in the commercial register */
            registrationNumber?: string;
            address?: components["schemas"]["Address"];
            /** Format: email */
            email?: string;
            /**
             * @description ISO 13616, with or without spaces
             * @example DE02 1203 0000 0000 2020 51
             */
            iban?: string;
            /**
             * @description ISO 9362
             * @example COBADEFFXXX
             */
            bic?: string;
            /** @description The account holder, if not the company; EN 16931 BT-85 */
            accountName?: string;
            /**
             * @description SEPA creditor identifier, for direct debits; EN 16931 BT-90
             * @example DE98ZZZ09999999999
             */
            creditorId?: string;
            /** @description Printed on its invoices; EN 16931 BT-20 */
            paymentTerms?: string;
            /** @description The trading name, if it differs from the legal name; EN 16931 BT-28 */
            tradingName?: string;
            /** @description Other information that the law requires on its invoices; EN 16931 BT-33 */
            legalNote?: string;
            /**
             * @description The register of registrationNumber; EN 16931 BT-30-1
             * @example 0002
             */
            registrationScheme?: string;
            /** @description For electronic invoices; EN 16931 BT-34 */
            electronicAddress?: components["schemas"]["ElectronicAddress"];
            /** @description The contact for clients; EN 16931 BG-6 */
            contact?: components["schemas"]["Contact"];
            /** @description EN 16931 BG-11; Directive 2006/112/EC, article 226(15) */
            taxRepresentative?: components["schemas"]["TaxRepresentative"];
            /** @description Whether VAT of its own state is due once it is paid; Directive 2006/112/EC, article 226(7a) */
            cashAccounting?: boolean;
            /**
             * @description What the electronic invoices of businesses must follow; an order that could not is refused
             * @enum {string}
             */
            requires?: "en16931" | "peppol" | "xrechnung";
            /**
             * @description BCP 47 tag of the language of its notes. Absent: its country's main language
             * @example nl-BE
             */
            language?: string;
            /**
             * @description IANA time zone of its issue dates. Absent: UTC
             * @example Europe/Berlin
             */
            timeZone?: string;
            /** @description Printed if the company is not VAT-registered */
            exemptionNote?: string;
        };
        VatSuggestion: {
            /** @description Percent; 0 if no VAT is charged */
            rate: number;
            /** @description The reason for the treatment and the rate, for people */
            reason: string;
            /** @description The legal note to print; "" if the law requires none */
            vatNote: string;
            /**
             * @description The row of the VAT table that applies
             * @enum {string}
             */
            treatment: "not-registered" | "domestic" | "outside-scope" | "export" | "intra-community-supply" | "reverse-charge" | "oss" | "origin";
            /** @description The country whose standard rate it is; null if none */
            rateCountry: string | null;
            category: components["schemas"]["VatCategory"];
            /**
             * @description EN 16931 BT-121
             * @example VATEX-EU-AE
             */
            vatexCode: string | null;
            warnings: components["schemas"]["VatWarning"][];
        };
        InvoiceOrder: {
            clientName: string;
            /**
             * @description ISO 3166-1 alpha-2; required unless autoVat is false
             * @example FR
             */
            clientCountry?: string;
            /**
             * @description Decides between reverse charge and VAT between member states
             * @example FR40303265045
             */
            clientVatNumber?: string;
            items: components["schemas"]["OrderItem"][];
            /** @description Whether the VAT is determined automatically. Absent: true */
            autoVat?: boolean;
            /**
             * @description Whether unit prices and discounts are net of VAT or include it. Absent: net
             * @enum {string}
             */
            prices?: "net" | "gross";
            /** @description Percent, for items without a rate of their own */
            taxRate?: number;
            clientAddress?: components["schemas"]["Address"];
            /** Format: email */
            clientEmail?: string;
            clientRegistrationNumber?: string;
            /** @description Without a VAT number, a company is taxed as a consumer, except for stated goods. False also for exempt and small businesses */
            isCompany?: boolean;
            supply?: components["schemas"]["Supply"];
            /**
             * Format: date
             * @description The tax point, unless taxPointDate is given. Absent: today in the company's time zone
             * @example 2026-11-20
             */
            supplyDate?: string;
            /**
             * Format: date
             * @example 2026-11-20
             */
            dueDate?: string;
            /**
             * @description ISO 4217. Absent: the company's default currency
             * @example EUR
             */
            currency?: string;
            /** @description Only if the currency is not that of the seller's state */
            exchangeRate?: components["schemas"]["ExchangeRate"];
            /** @description EN 16931 BT-10 */
            buyerReference?: string;
            /** @description EN 16931 BT-13 */
            purchaseOrderReference?: string;
            /** @description Your own reference. Stored and returned, not printed */
            reference?: string;
            /** @description Free text for the client */
            note?: string;
            /** @description Only with autoVat: false: the legal note to print */
            vatNote?: string;
            /**
             * Format: date
             * @description The tax point, if it is not the day of supply; EN 16931 BT-7
             * @example 2026-11-20
             */
            taxPointDate?: string;
            /** @description The days for which is invoiced; EN 16931 BG-14 */
            period?: components["schemas"]["InvoicePeriod"];
            /** @description EN 16931 BG-13 and BG-15. It does not decide the VAT */
            deliverTo?: components["schemas"]["DeliveryPlace"];
            /** @description The number that the company gave the client; EN 16931 BT-46 */
            clientNumber?: string;
            /**
             * @description Register of clientRegistrationNumber; EN 16931 BT-47-1
             * @example 0002
             */
            clientRegistrationScheme?: string;
            /** @description For electronic invoices; EN 16931 BT-49 */
            clientElectronicAddress?: components["schemas"]["ElectronicAddress"];
            /** @description Absent: a credit transfer to the company's account */
            payment?: components["schemas"]["PaymentInstructions"];
            /** @description Absent: the company's; EN 16931 BT-20 */
            paymentTerms?: string;
            /** @description For the client's payment; EN 16931 BT-83 */
            paymentReference?: string;
            /** @description What was paid before issuing, at most the total; the amount due starts there. EN 16931 BT-113 */
            prepaidAmount?: number;
            /** @description Whether the client writes the invoice in the company's name; Directive 2006/112/EC, article 226(10a) */
            selfBilled?: boolean;
            /** @description Only with clientVatNumber and supply goods; Directive 2006/112/EC, articles 141 and 197 */
            triangular?: boolean;
            /** @description EN 16931 BG-3 */
            precedingInvoices?: components["schemas"]["PrecedingInvoice"][];
            /** @description EN 16931 BT-12 */
            contractReference?: string;
            /** @description EN 16931 BT-11 */
            projectReference?: string;
            /** @description EN 16931 BT-19 */
            buyerAccountingReference?: string;
            /** @description Besides note; EN 16931 BG-1 */
            notes?: components["schemas"]["InvoiceNote"][];
            /** @description Strings of yours, under keys of yours. Stored and returned, never printed */
            metadata?: {
                [key: string]: string;
            };
            /** @description Instead of the profile's; false for nothing */
            requires?: ("en16931" | "peppol" | "xrechnung") | false;
        };
        OrderItem: {
            description: string;
            /** @description Any number except 0. A negative one is a return or a discount */
            quantity: number;
            /** @description Net of VAT unless prices is gross. In the invoice's currency, may have more decimals than it */
            unitPrice: number;
            discount?: components["schemas"]["LineDiscount"];
            /** @description What this line supplies, if lines differ. Absent: the order's */
            supply?: components["schemas"]["Supply"];
            /**
             * @description The unit of the quantity
             * @example hour
             */
            unit?: string;
            /**
             * @description The unit as a code of UN/ECE Recommendation 20 or 21; EN 16931 BT-130. Absent: follows from well-known words of unit
             * @example HUR
             */
            unitCode?: string;
            /** @description The company's number for the article; EN 16931 BT-155 */
            sku?: string;
            /** @description Free text for the client; EN 16931 BT-127 */
            note?: string;
            /** @description The days that the line covers; EN 16931 BG-26 */
            period?: components["schemas"]["InvoicePeriod"];
            /** @description Percent. With automatic VAT it must equal the determined rate */
            taxRate?: number;
            /** @description Only with autoVat: false (EN 16931) */
            vatCategory?: components["schemas"]["VatCategory"];
            /** @description Only with autoVat: false and a category without VAT; EN 16931 BT-120 */
            exemptionReason?: string;
            /**
             * @description Only with autoVat: false and a category without VAT; EN 16931 BT-121
             * @example VATEX-EU-132-1I
             */
            vatexCode?: string;
        };
        ExchangeRate: {
            /** @description The value of one unit of the invoice's currency in the currency of the seller's state */
            rate: number;
            /**
             * Format: date
             * @example 2026-11-20
             */
            date: string;
            /**
             * @description Who published it
             * @example ECB
             */
            source: string;
        };
        InvoicePeriod: {
            /**
             * Format: date
             * @example 2026-11-20
             */
            start: string;
            /**
             * Format: date
             * @example 2026-11-20
             */
            end: string;
        };
        DeliveryPlace: {
            /** @description Who receives the goods, if it is not the client; EN 16931 BT-70 */
            name?: string;
            /**
             * @description ISO 3166-1 alpha-2
             * @example FR
             */
            country: string;
            address: components["schemas"]["Address"];
        };
        PaymentInstructions: {
            /**
             * @description Code of UNTDID 4461; EN 16931 BT-81
             * @example 30
             */
            means: string;
            /** @description Of a direct debit; EN 16931 BT-89 */
            mandateReference?: string;
            /**
             * @description The client's IBAN, of a direct debit; EN 16931 BT-91
             * @example DE02 1203 0000 0000 2020 51
             */
            debitedAccount?: string;
            /** @description EN 16931 BT-87 */
            cardLast4?: string;
        };
        PrecedingInvoice: {
            /** @description EN 16931 BT-25 */
            number: string;
            /**
             * Format: date
             * @description EN 16931 BT-26
             * @example 2026-11-20
             */
            issueDate?: string;
        };
        InvoiceNote: {
            /**
             * @description Code of UNTDID 4451; EN 16931 BT-21
             * @example AAB
             */
            subject?: string;
            /** @description EN 16931 BT-22 */
            text: string;
        };
        Cancellation: {
            /** @description Stored with the invoice. Cancelling again does not change it */
            reason?: string;
        };
        Invoice: {
            /** @description UUIDv7 */
            id: string;
            /** @example INV-202611-0042 */
            invoiceNumber: string;
            /**
             * @description EN 16931 BT-3, of UNTDID 1001; absent from invoices of document version 1
             * @enum {string}
             */
            documentType?: "380" | "389";
            status: components["schemas"]["InvoiceStatus"];
            /**
             * Format: date
             * @description In the company's time zone. Never before that of the previous invoice
             * @example 2026-11-20
             */
            issueDate: string;
            /**
             * Format: date-time
             * @example 2026-11-20T09:30:00.000Z
             */
            issuedAt: string;
            /**
             * Format: date
             * @description The day whose VAT rates apply
             * @example 2026-11-20
             */
            taxPointDate: string;
            seller: components["schemas"]["InvoiceSeller"];
            clientName: string;
            /**
             * @description ISO 3166-1 alpha-2
             * @example FR
             */
            clientCountry?: string;
            /** @description Normalised and with its prefix, if the client is in the EU */
            clientVatNumber?: string;
            clientAddress?: components["schemas"]["Address"];
            clientEmail?: string;
            clientRegistrationNumber?: string;
            isCompany?: boolean;
            supply?: components["schemas"]["Supply"];
            /**
             * Format: date
             * @example 2026-11-20
             */
            supplyDate?: string;
            /**
             * Format: date
             * @example 2026-11-20
             */
            dueDate?: string;
            buyerReference?: string;
            purchaseOrderReference?: string;
            reference?: string;
            note?: string;
            /** @description EN 16931 BG-14 */
            period?: components["schemas"]["InvoicePeriod"];
            /** @description EN 16931 BG-13 and BG-15 */
            deliverTo?: components["schemas"]["DeliveryPlace"];
            /** @description EN 16931 BT-46 */
            clientNumber?: string;
            /** @description EN 16931 BT-47-1 */
            clientRegistrationScheme?: string;
            /** @description EN 16931 BT-49 */
            clientElectronicAddress?: components["schemas"]["ElectronicAddress"];
            /** @description Absent: a credit transfer to the seller's account */
            payment?: components["schemas"]["PaymentInstructions"];
            /** @description The order's, or the company's; EN 16931 BT-20 */
            paymentTerms?: string;
            /** @description EN 16931 BT-83 */
            paymentReference?: string;
            /** @description What was paid before issuing; EN 16931 BT-113 */
            prepaidAmount?: number;
            selfBilled?: boolean;
            triangular?: boolean;
            /** @description EN 16931 BG-3 */
            precedingInvoices?: components["schemas"]["PrecedingInvoice"][];
            /** @description EN 16931 BT-12 */
            contractReference?: string;
            /** @description EN 16931 BT-11 */
            projectReference?: string;
            /** @description EN 16931 BT-19 */
            buyerAccountingReference?: string;
            /** @description EN 16931 BG-1 */
            notes?: components["schemas"]["InvoiceNote"][];
            /** @description Strings of yours, under keys of yours. Stored and returned, never printed */
            metadata?: {
                [key: string]: string;
            };
            /**
             * @description As ordered: whether discounts are net of VAT or include it. Absent: net
             * @enum {string}
             */
            prices?: "net" | "gross";
            /**
             * @description ISO 4217
             * @example EUR
             */
            currency: string;
            exchangeRate?: {
                rate: number;
                /**
                 * Format: date
                 * @example 2026-11-20
                 */
                date: string;
                source: string;
            };
            items: components["schemas"]["InvoiceItem"][];
            /** @description The rate that all items share, or 0 if they differ */
            taxRate: number;
            /** @description Sum of the net amounts */
            subtotal: number;
            /** @description Sum of the tax amounts of vatBreakdown */
            taxTotal: number;
            /** @description subtotal plus taxTotal */
            total: number;
            /**
             * @description ISO 4217; only with an exchange rate
             * @example EUR
             */
            taxCurrency?: string;
            /** @description EN 16931 BT-111; only with an exchange rate */
            taxTotalInTaxCurrency?: number;
            /** @description Sum of the payments */
            amountPaid: number;
            /** @description Sum of the credit notes' totals */
            creditedTotal: number;
            /** @description The total minus prepaidAmount, payments and credit notes, never below 0; 0 once cancelled */
            amountDue: number;
            /** @description One line per category, rate and country whose rate it is */
            vatBreakdown: components["schemas"]["VatBreakdownLine"][];
            vatTreatment: components["schemas"]["VatTreatment"];
            /** @description The legal note to print; "" if the law requires none */
            vatNote: string;
            /** @description The reason for the treatment and the rate, for people */
            vatReason: string;
            /** @description The register's answer, if the host verifies VAT numbers and the client's number decided */
            vatNumberVerification?: {
                /** @enum {string} */
                status: "valid" | "unavailable";
                /**
                 * Format: date-time
                 * @example 2026-11-20T09:30:00.000Z
                 */
                verifiedAt: string;
                /** @description The register's reference for the inquiry */
                consultationNumber?: string;
            };
            warnings: components["schemas"]["VatWarning"][];
            /** @description null unless cancelled */
            cancelledAt: string | null;
            cancellationReason?: string;
        };
        InvoiceWithPayments: {
            /** @description UUIDv7 */
            id: string;
            /** @example INV-202611-0042 */
            invoiceNumber: string;
            /**
             * @description EN 16931 BT-3, of UNTDID 1001; absent from invoices of document version 1
             * @enum {string}
             */
            documentType?: "380" | "389";
            status: components["schemas"]["InvoiceStatus"];
            /**
             * Format: date
             * @description In the company's time zone. Never before that of the previous invoice
             * @example 2026-11-20
             */
            issueDate: string;
            /**
             * Format: date-time
             * @example 2026-11-20T09:30:00.000Z
             */
            issuedAt: string;
            /**
             * Format: date
             * @description The day whose VAT rates apply
             * @example 2026-11-20
             */
            taxPointDate: string;
            seller: components["schemas"]["InvoiceSeller"];
            clientName: string;
            /**
             * @description ISO 3166-1 alpha-2
             * @example FR
             */
            clientCountry?: string;
            /** @description Normalised and with its prefix, if the client is in the EU */
            clientVatNumber?: string;
            clientAddress?: components["schemas"]["Address"];
            clientEmail?: string;
            clientRegistrationNumber?: string;
            isCompany?: boolean;
            supply?: components["schemas"]["Supply"];
            /**
             * Format: date
             * @example 2026-11-20
             */
            supplyDate?: string;
            /**
             * Format: date
             * @example 2026-11-20
             */
            dueDate?: string;
            buyerReference?: string;
            purchaseOrderReference?: string;
            reference?: string;
            note?: string;
            /** @description EN 16931 BG-14 */
            period?: components["schemas"]["InvoicePeriod"];
            /** @description EN 16931 BG-13 and BG-15 */
            deliverTo?: components["schemas"]["DeliveryPlace"];
            /** @description EN 16931 BT-46 */
            clientNumber?: string;
            /** @description EN 16931 BT-47-1 */
            clientRegistrationScheme?: string;
            /** @description EN 16931 BT-49 */
            clientElectronicAddress?: components["schemas"]["ElectronicAddress"];
            /** @description Absent: a credit transfer to the seller's account */
            payment?: components["schemas"]["PaymentInstructions"];
            /** @description The order's, or the company's; EN 16931 BT-20 */
            paymentTerms?: string;
            /** @description EN 16931 BT-83 */
            paymentReference?: string;
            /** @description What was paid before issuing; EN 16931 BT-113 */
            prepaidAmount?: number;
            selfBilled?: boolean;
            triangular?: boolean;
            /** @description EN 16931 BG-3 */
            precedingInvoices?: components["schemas"]["PrecedingInvoice"][];
            /** @description EN 16931 BT-12 */
            contractReference?: string;
            /** @description EN 16931 BT-11 */
            projectReference?: string;
            /** @description EN 16931 BT-19 */
            buyerAccountingReference?: string;
            /** @description EN 16931 BG-1 */
            notes?: components["schemas"]["InvoiceNote"][];
            /** @description Strings of yours, under keys of yours. Stored and returned, never printed */
            metadata?: {
                [key: string]: string;
            };
            /**
             * @description As ordered: whether discounts are net of VAT or include it. Absent: net
             * @enum {string}
             */
            prices?: "net" | "gross";
            /**
             * @description ISO 4217
             * @example EUR
             */
            currency: string;
            exchangeRate?: {
                rate: number;
                /**
                 * Format: date
                 * @example 2026-11-20
                 */
                date: string;
                source: string;
            };
            items: components["schemas"]["InvoiceItem"][];
            /** @description The rate that all items share, or 0 if they differ */
            taxRate: number;
            /** @description Sum of the net amounts */
            subtotal: number;
            /** @description Sum of the tax amounts of vatBreakdown */
            taxTotal: number;
            /** @description subtotal plus taxTotal */
            total: number;
            /**
             * @description ISO 4217; only with an exchange rate
             * @example EUR
             */
            taxCurrency?: string;
            /** @description EN 16931 BT-111; only with an exchange rate */
            taxTotalInTaxCurrency?: number;
            /** @description Sum of the payments */
            amountPaid: number;
            /** @description Sum of the credit notes' totals */
            creditedTotal: number;
            /** @description The total minus prepaidAmount, payments and credit notes, never below 0; 0 once cancelled */
            amountDue: number;
            /** @description One line per category, rate and country whose rate it is */
            vatBreakdown: components["schemas"]["VatBreakdownLine"][];
            vatTreatment: components["schemas"]["VatTreatment"];
            /** @description The legal note to print; "" if the law requires none */
            vatNote: string;
            /** @description The reason for the treatment and the rate, for people */
            vatReason: string;
            /** @description The register's answer, if the host verifies VAT numbers and the client's number decided */
            vatNumberVerification?: {
                /** @enum {string} */
                status: "valid" | "unavailable";
                /**
                 * Format: date-time
                 * @example 2026-11-20T09:30:00.000Z
                 */
                verifiedAt: string;
                /** @description The register's reference for the inquiry */
                consultationNumber?: string;
            };
            warnings: components["schemas"]["VatWarning"][];
            /** @description null unless cancelled */
            cancelledAt: string | null;
            cancellationReason?: string;
            /** @description Oldest first */
            payments: components["schemas"]["Payment"][];
            /** @description Oldest first */
            creditNotes: {
                /** @description UUIDv7 */
                id: string;
                /** @example INV-CN-202611-0001 */
                creditNoteNumber: string;
                /** @description In the invoice's currency, rounded to its minor units */
                total: number;
            }[];
        };
        InvoicePage: {
            data: components["schemas"]["Invoice"][];
            page: number;
            limit: number;
            /** @description The number of invoices on all pages */
            total: number;
        };
        InvoiceItem: {
            description: string;
            quantity: number;
            /** @description Net of VAT */
            unitPrice: number;
            discount?: components["schemas"]["LineDiscount"];
            /** @description Percent: 25.5 means 25.5 % */
            taxRate: number;
            /** @description quantity × unitPrice − discount, rounded; with gross prices a share of the taxable amount */
            netAmount: number;
            /** @description As ordered; only if prices is gross */
            unitPriceGross?: number;
            supply?: components["schemas"]["Supply"];
            /** @description As in vatBreakdown; only if the lines differ in it */
            rateCountry?: string | null;
            /** @description quantity × unitPriceGross − discount, rounded; only if prices is gross */
            grossAmount?: number;
            unit?: string;
            /** @description EN 16931 BT-130 */
            unitCode?: string;
            /** @description EN 16931 BT-155 */
            sku?: string;
            /** @description EN 16931 BT-127 */
            note?: string;
            /** @description EN 16931 BG-26 */
            period?: components["schemas"]["InvoicePeriod"];
            /** @description EN 16931 BT-120 */
            exemptionReason?: string;
            /** @description EN 16931 BT-121 */
            vatexCode?: string;
            /** @description EN 16931 BT-151; absent from some invoices of document version 1 */
            vatCategory?: components["schemas"]["VatCategory"];
        };
        /** @description The company as it was when the invoice was issued */
        InvoiceSeller: {
            name: string;
            /**
             * @description ISO 3166-1 alpha-2
             * @example FR
             */
            country: string;
            vatNumber?: string;
            taxNumber?: string;
            registrationNumber?: string;
            address?: components["schemas"]["Address"];
            email?: string;
            iban?: string;
            bic?: string;
            accountName?: string;
            creditorId?: string;
            language?: string;
            tradingName?: string;
            legalNote?: string;
            registrationScheme?: string;
            electronicAddress?: components["schemas"]["ElectronicAddress"];
            contact?: components["schemas"]["Contact"];
            taxRepresentative?: components["schemas"]["TaxRepresentative"];
            cashAccounting?: boolean;
        };
        /**
         * @description SENT: issued. PAID: payments cover the total. CANCELLED: cancelled for good
         * @enum {string}
         */
        InvoiceStatus: "SENT" | "PAID" | "CANCELLED";
        Payment: {
            /** @description UUIDv7 */
            id: string;
            /** @description Negative for a refund */
            amount: number;
            /**
             * Format: date
             * @example 2026-11-20
             */
            paidOn: string;
            /**
             * @description As given
             * @example bank_transfer
             */
            method: string | null;
            /** @description As given, such as the bank's transaction id */
            reference: string | null;
        };
        /** @description Either percent or amount. Net of VAT, or gross if the prices are (EN 16931 BG-27) */
        LineDiscount: {
            /** @description Percent of quantity × unitPrice */
            percent?: number;
            /** @description For the whole line, at most quantity × unitPrice */
            amount?: number;
            /** @description For the client */
            reason?: string;
        };
        Address: {
            line1?: string;
            line2?: string;
            postalCode?: string;
            city?: string;
            region?: string;
        };
        ElectronicAddress: {
            /**
             * @description Code of the list EAS
             * @example 9930
             */
            scheme: string;
            /** @example DE136695976 */
            id: string;
        };
        Contact: {
            /** @description A person or a department; EN 16931 BT-41 */
            name: string;
            /** @description EN 16931 BT-42 */
            phone?: string;
            /**
             * Format: email
             * @description EN 16931 BT-43
             */
            email?: string;
        };
        TaxRepresentative: {
            name: string;
            /** @example DE136695976 */
            vatNumber: string;
            /**
             * @description ISO 3166-1 alpha-2
             * @example FR
             */
            country: string;
            address: components["schemas"]["Address"];
        };
        /**
         * @description What is sold; it decides the legal basis
         * @enum {string}
         */
        Supply: "goods" | "services" | "digital";
        VatBreakdownLine: {
            category: components["schemas"]["VatCategory"];
            /**
             * @description EN 16931 BT-121
             * @example VATEX-EU-AE
             */
            vatexCode: string | null;
            /** @description EN 16931 BT-120; only if the category needs a reason and one is known */
            exemptionReason?: string;
            /** @description Percent: 25.5 means 25.5 % */
            taxRate: number;
            /** @description The country whose standard rate it is or, with autoVat: false, in which OSS declares it; null if none */
            rateCountry: string | null;
            /** @description In the invoice's currency, rounded to its minor units */
            taxableAmount: number;
            /** @description In the invoice's currency, rounded to its minor units */
            taxAmount: number;
        };
        /**
         * @description EN 16931 BT-118, a code of UNCL 5305
         * @enum {string}
         */
        VatCategory: "S" | "Z" | "E" | "AE" | "K" | "G" | "O" | "L" | "M";
        /**
         * @description The row of the VAT table that applied; mixed if lines have different ones, manual if the order had autoVat: false
         * @enum {string}
         */
        VatTreatment: "not-registered" | "domestic" | "outside-scope" | "export" | "intra-community-supply" | "reverse-charge" | "oss" | "origin" | "mixed" | "manual";
        VatWarning: {
            /** @enum {string} */
            code: "vat_number_of_another_state" | "vat_number_of_a_consumer" | "vat_number_checksum_failed" | "seller_vat_number_missing" | "vat_number_of_the_sellers_state" | "supply_not_stated" | "company_without_number" | "client_status_not_stated" | "service_abroad_without_registration" | "oss_without_registration" | "oss_threshold" | "services_to_a_consumer_outside_the_eu" | "digital_services_from_outside_the_eu" | "national_rule_for_services" | "northern_ireland_goods" | "one_vat_territory_outside_the_eu" | "regional_rate" | "seller_vat_number_checksum_failed" | "invoice_incomplete" | "einvoice_incomplete" | "time_zone_missing" | "supply_date_missing" | "tax_point_long_ago" | "due_date_before_issue" | "exchange_rate_missing" | "vat_number_unverified";
            /** @description What was found and what to do about it */
            detail: string;
        };
        Problem: {
            /** @description URI of the kind of problem */
            type: string;
            title: string;
            status: number;
            /** @description What was wrong with this request, for people */
            detail: string;
            /**
             * @description Stable code to branch on. Codes never change meaning; later versions may add some
             * @enum {string}
             */
            code: "invalid_host" | "route_not_found" | "method_not_allowed" | "unauthenticated" | "insufficient_scope" | "unsupported_media_type" | "body_too_large" | "malformed_json" | "request_invalid" | "idempotency_key_reused" | "company_not_found" | "invoice_not_found" | "client_country_required" | "company_not_vat_registered" | "vat_number_invalid" | "vat_rate_unknown" | "tax_rate_conflict" | "amount_out_of_range" | "einvoice_incomplete" | "vat_number_unverified" | "invoice_cancelled" | "invoice_paid" | "payment_exceeds_amount_due" | "credit_exceeds_invoice" | "refund_exceeds_amount_paid" | "credit_note_not_found" | "numbering_started" | "clock_out_of_step" | "internal_error" | "store_busy" | "outcome_unknown";
            /** @description The faulty fields, if the input is at fault */
            errors?: {
                /** @description JSON Pointer into the body */
                pointer?: string;
                /** @description The query parameter or header */
                parameter?: string;
                detail: string;
            }[];
        };
        CreditOrder: {
            /** @description Printed on the credit note */
            reason: string;
            /** @description Absent: all that is left of the invoice */
            lines?: components["schemas"]["CreditLine"][];
            /** @description Absent: the invoice's */
            clientAddress?: components["schemas"]["Address"];
            /**
             * Format: email
             * @description Absent: the invoice's
             */
            clientEmail?: string;
            /** @description EN 16931 BT-46. Absent: the invoice's */
            clientNumber?: string;
            /**
             * @description EN 16931 BT-47-1. Absent: the invoice's
             * @example 0002
             */
            clientRegistrationScheme?: string;
            /** @description EN 16931 BT-49. Absent: the invoice's */
            clientElectronicAddress?: components["schemas"]["ElectronicAddress"];
            /** @description EN 16931 BG-13 and BG-15. Absent: the invoice's */
            deliverTo?: components["schemas"]["DeliveryPlace"];
            /** @description EN 16931 BG-14. Absent: the invoice's */
            period?: components["schemas"]["InvoicePeriod"];
            /** @description EN 16931 BT-10. Absent: the invoice's */
            buyerReference?: string;
            /** @description EN 16931 BT-13. Absent: the invoice's */
            purchaseOrderReference?: string;
            /** @description EN 16931 BT-12. Absent: the invoice's */
            contractReference?: string;
            /** @description EN 16931 BT-11. Absent: the invoice's */
            projectReference?: string;
            /** @description EN 16931 BT-19. Absent: the invoice's */
            buyerAccountingReference?: string;
            /** @description EN 16931 BG-16. Absent: the invoice's */
            payment?: components["schemas"]["PaymentInstructions"];
            /** @description EN 16931 BT-20. Absent: the invoice's */
            paymentTerms?: string;
            /** @description EN 16931 BT-83. Absent: the invoice's */
            paymentReference?: string;
            /** @description Your own reference. Stored and returned, not printed */
            reference?: string;
            /** @description Free text for the client */
            note?: string;
            /** @description Besides note; EN 16931 BG-1 */
            notes?: components["schemas"]["InvoiceNote"][];
            /** @description Strings of yours, under keys of yours. Stored and returned, never printed */
            metadata?: {
                [key: string]: string;
            };
        };
        CreditLine: {
            /** @description The place of the invoice's line, from 1 */
            line: number;
            /** @description How much of the line's quantity, with its sign. Not together with an amount */
            quantity?: number;
            /** @description How much of the line's net amount, with its sign. Only of net prices */
            netAmount?: number;
            /** @description How much of the line's gross amount, with its sign. Only of gross prices */
            grossAmount?: number;
        };
        CreditNote: {
            /** @description UUIDv7 */
            id: string;
            /** @example INV-CN-202611-0001 */
            creditNoteNumber: string;
            /**
             * @description EN 16931 BT-3, of UNTDID 1001
             * @enum {string}
             */
            documentType: "261" | "381";
            /**
             * Format: date
             * @description In the company's time zone. Never before that of the previous credit note, nor before that of the invoice unless a wrong clock dated that
             * @example 2026-11-20
             */
            issueDate: string;
            /**
             * Format: date-time
             * @example 2026-11-20T09:30:00.000Z
             */
            issuedAt: string;
            /** @description The invoice; EN 16931 BG-3 */
            corrects: {
                /** @description UUIDv7 */
                invoiceId: string;
                invoiceNumber: string;
                /**
                 * Format: date
                 * @example 2026-11-20
                 */
                issueDate: string;
            };
            reason: string;
            /**
             * Format: date
             * @description The day whose VAT rates apply
             * @example 2026-11-20
             */
            taxPointDate: string;
            seller: components["schemas"]["InvoiceSeller"];
            clientName: string;
            /**
             * @description ISO 3166-1 alpha-2
             * @example FR
             */
            clientCountry?: string;
            /** @description Normalised and with its prefix, if the client is in the EU */
            clientVatNumber?: string;
            clientAddress?: components["schemas"]["Address"];
            clientEmail?: string;
            clientRegistrationNumber?: string;
            isCompany?: boolean;
            supply?: components["schemas"]["Supply"];
            /**
             * Format: date
             * @example 2026-11-20
             */
            supplyDate?: string;
            buyerReference?: string;
            purchaseOrderReference?: string;
            reference?: string;
            note?: string;
            /** @description EN 16931 BG-14 */
            period?: components["schemas"]["InvoicePeriod"];
            /** @description EN 16931 BG-13 and BG-15 */
            deliverTo?: components["schemas"]["DeliveryPlace"];
            /** @description EN 16931 BT-46 */
            clientNumber?: string;
            /** @description EN 16931 BT-47-1 */
            clientRegistrationScheme?: string;
            /** @description EN 16931 BT-49 */
            clientElectronicAddress?: components["schemas"]["ElectronicAddress"];
            /** @description Absent: a credit transfer to the seller's account */
            payment?: components["schemas"]["PaymentInstructions"];
            /** @description The order's, or the company's; EN 16931 BT-20 */
            paymentTerms?: string;
            /** @description EN 16931 BT-83 */
            paymentReference?: string;
            selfBilled?: boolean;
            triangular?: boolean;
            /** @description EN 16931 BT-12 */
            contractReference?: string;
            /** @description EN 16931 BT-11 */
            projectReference?: string;
            /** @description EN 16931 BT-19 */
            buyerAccountingReference?: string;
            /** @description EN 16931 BG-1 */
            notes?: components["schemas"]["InvoiceNote"][];
            /** @description Strings of yours, under keys of yours. Stored and returned, never printed */
            metadata?: {
                [key: string]: string;
            };
            /**
             * @description As ordered: whether discounts are net of VAT or include it. Absent: net
             * @enum {string}
             */
            prices?: "net" | "gross";
            /**
             * @description ISO 4217
             * @example EUR
             */
            currency: string;
            exchangeRate?: {
                rate: number;
                /**
                 * Format: date
                 * @example 2026-11-20
                 */
                date: string;
                source: string;
            };
            /**
             * @description ISO 4217; only with an exchange rate
             * @example EUR
             */
            taxCurrency?: string;
            /** @description EN 16931 BT-111; only with an exchange rate */
            taxTotalInTaxCurrency?: number;
            vatTreatment: components["schemas"]["VatTreatment"];
            /** @description The legal note to print; "" if the law requires none */
            vatNote: string;
            /** @description The reason for the treatment and the rate, for people */
            vatReason: string;
            /** @description The rate that all items share, or 0 if they differ */
            taxRate: number;
            /** @description Sum of the net amounts */
            subtotal: number;
            /** @description Sum of the tax amounts of vatBreakdown */
            taxTotal: number;
            /** @description subtotal plus taxTotal */
            total: number;
            items: components["schemas"]["CreditNoteItem"][];
            /** @description The groups of the invoice that it credits */
            vatBreakdown: components["schemas"]["VatBreakdownLine"][];
            /** @description Only if the profile requires what it could not be written as */
            warnings?: components["schemas"]["VatWarning"][];
        };
        CreditNoteItem: {
            description: string;
            /** @description The part of the line's quantity; for an amount 1, or -1 if it is negative */
            quantity: number;
            /** @description Net of VAT */
            unitPrice: number;
            /** @description The share of the line's discount; only with a quantity */
            discount?: {
                amount: number;
                reason?: string;
            };
            /** @description Percent: 25.5 means 25.5 % */
            taxRate: number;
            /** @description quantity × unitPrice − discount, rounded; with gross prices a share of the taxable amount */
            netAmount: number;
            /** @description As ordered; only if prices is gross */
            unitPriceGross?: number;
            supply?: components["schemas"]["Supply"];
            /** @description As in vatBreakdown; only if the lines differ in it */
            rateCountry?: string | null;
            /** @description quantity × unitPriceGross − discount, rounded; only if prices is gross */
            grossAmount?: number;
            unit?: string;
            /** @description EN 16931 BT-130 */
            unitCode?: string;
            /** @description EN 16931 BT-155 */
            sku?: string;
            /** @description EN 16931 BT-127 */
            note?: string;
            /** @description EN 16931 BG-26 */
            period?: components["schemas"]["InvoicePeriod"];
            /** @description EN 16931 BT-120 */
            exemptionReason?: string;
            /** @description EN 16931 BT-121 */
            vatexCode?: string;
            vatCategory: components["schemas"]["VatCategory"];
            /** @description The place of the invoice's line, from 1 */
            line: number;
            /**
             * @description How the line was credited: as a part of its quantity, or as an amount
             * @enum {string}
             */
            creditedBy: "quantity" | "netAmount" | "grossAmount";
        };
        CreditNotePage: {
            data: components["schemas"]["CreditNote"][];
            page: number;
            limit: number;
            /** @description The number of credit notes on all pages */
            total: number;
        };
        PaymentRequest: {
            amount: number;
            /**
             * Format: date
             * @example 2026-11-20
             */
            paidOn?: string;
            method?: string;
            reference?: string;
        };
    };
    responses: {
        /** @description 400 `invalid_host`: the Host header is empty or contains a character that no host has */
        InvalidHost: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description 404 `route_not_found`: no such path */
        RouteNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description 405 `method_not_allowed`: the path does not have this method */
        MethodNotAllowed: {
            headers: {
                /** @description The methods of the path */
                Allow: string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getCompany: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The company profile */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CompanyProfile"];
                };
            };
            /** @description `unauthenticated` */
            401: {
                headers: {
                    /** @description The authentication scheme */
                    "WWW-Authenticate": "Bearer";
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `company_not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request_invalid` */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `store_busy`, `outcome_unknown` */
            503: {
                headers: {
                    /** @description Seconds; only if waiting helps */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    suggestVat: {
        parameters: {
            query: {
                /** @description ISO 3166-1 alpha-2 */
                clientCountry: string;
                /** @description Identifies territories without a country code of their own */
                clientPostalCode?: string;
                /** @description Decides between reverse charge and VAT between member states */
                clientVatNumber?: string;
                /** @description Without a VAT number, a company is taxed as a consumer, except for stated goods. False also for exempt and small businesses */
                isCompany?: boolean;
                /** @description What is sold; it decides the legal basis */
                supply?: "goods" | "services" | "digital";
                /** @description The tax point. Absent: today in the company's time zone */
                supplyDate?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The VAT that an invoice would have; nothing is issued */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VatSuggestion"];
                };
            };
            /** @description `unauthenticated` */
            401: {
                headers: {
                    /** @description The authentication scheme */
                    "WWW-Authenticate": "Bearer";
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `company_not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request_invalid`, `client_country_required`, `vat_number_invalid`, `vat_rate_unknown` */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `store_busy`, `outcome_unknown` */
            503: {
                headers: {
                    /** @description Seconds; only if waiting helps */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listInvoices: {
        parameters: {
            query?: {
                /** @description SENT: issued. PAID: payments cover the total. CANCELLED: cancelled for good */
                status?: "SENT" | "PAID" | "CANCELLED";
                /** @description First issue date, inclusive */
                from?: string;
                /** @description Last issue date, inclusive */
                to?: string;
                /** @description The order's reference, exactly */
                reference?: string;
                /** @description How the client's name begins, whatever the case of its letters */
                client?: string;
                page?: number;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Invoices, newest number first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvoicePage"];
                };
            };
            /** @description `unauthenticated` */
            401: {
                headers: {
                    /** @description The authentication scheme */
                    "WWW-Authenticate": "Bearer";
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request_invalid` */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `store_busy`, `outcome_unknown` */
            503: {
                headers: {
                    /** @description Seconds; only if waiting helps */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    issueInvoice: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice. A repeat with the same key issues nothing and returns the first invoice again */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InvoiceOrder"];
            };
        };
        responses: {
            /** @description Issues an invoice; billed per issued invoice */
            201: {
                headers: {
                    /** @description Path of the invoice */
                    Location: string;
                    /** @description Only on a repeat */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invoice"];
                };
            };
            /** @description `malformed_json` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthenticated` */
            401: {
                headers: {
                    /** @description The authentication scheme */
                    "WWW-Authenticate": "Bearer";
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `company_not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    /** @description The media type of request bodies */
                    Accept: "application/json";
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request_invalid`, `idempotency_key_reused`, `client_country_required`, `company_not_vat_registered`, `vat_number_invalid`, `vat_rate_unknown`, `tax_rate_conflict`, `amount_out_of_range`, `einvoice_incomplete` */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `vat_number_unverified`, `clock_out_of_step`, `store_busy`, `outcome_unknown` */
            503: {
                headers: {
                    /** @description Seconds; only if waiting helps */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getInvoice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The invoice's id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One invoice with its items and payments */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvoiceWithPayments"];
                };
            };
            /** @description `unauthenticated` */
            401: {
                headers: {
                    /** @description The authentication scheme */
                    "WWW-Authenticate": "Bearer";
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invoice_not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request_invalid` */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `store_busy`, `outcome_unknown` */
            503: {
                headers: {
                    /** @description Seconds; only if waiting helps */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    cancelInvoice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The invoice's id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["Cancellation"];
            };
        };
        responses: {
            /** @description Cancels an invoice, which keeps its number; a paid invoice cannot be cancelled */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invoice"];
                };
            };
            /** @description `malformed_json` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthenticated` */
            401: {
                headers: {
                    /** @description The authentication scheme */
                    "WWW-Authenticate": "Bearer";
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invoice_not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invoice_paid` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    /** @description The media type of request bodies */
                    Accept: "application/json";
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request_invalid` */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `clock_out_of_step`, `store_busy`, `outcome_unknown` */
            503: {
                headers: {
                    /** @description Seconds; only if waiting helps */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    creditInvoice: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice. A repeat with the same key issues nothing and returns the first credit note again */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The invoice's id */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreditOrder"];
            };
        };
        responses: {
            /** @description Credits an invoice, as a whole or by line */
            201: {
                headers: {
                    /** @description Path of the credit note */
                    Location: string;
                    /** @description Only on a repeat */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreditNote"];
                };
            };
            /** @description `malformed_json` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthenticated` */
            401: {
                headers: {
                    /** @description The authentication scheme */
                    "WWW-Authenticate": "Bearer";
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `company_not_found`, `invoice_not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invoice_cancelled` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    /** @description The media type of request bodies */
                    Accept: "application/json";
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request_invalid`, `idempotency_key_reused`, `amount_out_of_range`, `credit_exceeds_invoice` */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `clock_out_of_step`, `store_busy`, `outcome_unknown` */
            503: {
                headers: {
                    /** @description Seconds; only if waiting helps */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listCreditNotes: {
        parameters: {
            query?: {
                /** @description Only those of this invoice */
                invoiceId?: string;
                /** @description First issue date, inclusive */
                from?: string;
                /** @description Last issue date, inclusive */
                to?: string;
                page?: number;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Credit notes, newest number first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreditNotePage"];
                };
            };
            /** @description `unauthenticated` */
            401: {
                headers: {
                    /** @description The authentication scheme */
                    "WWW-Authenticate": "Bearer";
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request_invalid` */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `store_busy`, `outcome_unknown` */
            503: {
                headers: {
                    /** @description Seconds; only if waiting helps */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getCreditNote: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The credit note's id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One credit note */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreditNote"];
                };
            };
            /** @description `unauthenticated` */
            401: {
                headers: {
                    /** @description The authentication scheme */
                    "WWW-Authenticate": "Bearer";
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `credit_note_not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request_invalid` */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `store_busy`, `outcome_unknown` */
            503: {
                headers: {
                    /** @description Seconds; only if waiting helps */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    recordPayment: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice. A repeat with the same key records nothing and returns the invoice as it is now */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The invoice's id */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PaymentRequest"];
            };
        };
        responses: {
            /** @description Records a payment or, with a negative amount, a refund */
            201: {
                headers: {
                    /** @description Path of the invoice */
                    Location: string;
                    /** @description Only on a repeat */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvoiceWithPayments"];
                };
            };
            /** @description `malformed_json` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthenticated` */
            401: {
                headers: {
                    /** @description The authentication scheme */
                    "WWW-Authenticate": "Bearer";
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `company_not_found`, `invoice_not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invoice_cancelled` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    /** @description The media type of request bodies */
                    Accept: "application/json";
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request_invalid`, `idempotency_key_reused`, `amount_out_of_range`, `payment_exceeds_amount_due`, `refund_exceeds_amount_paid` */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `clock_out_of_step`, `store_busy`, `outcome_unknown` */
            503: {
                headers: {
                    /** @description Seconds; only if waiting helps */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getInvoiceUbl: {
        parameters: {
            query?: {
                /** @description The specification that it follows */
                profile?: "en16931" | "peppol" | "xrechnung";
            };
            header?: {
                /** @description The `ETag` of the file that you have */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The invoice's id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An invoice as UBL 2.1 */
            200: {
                headers: {
                    /** @description Changes if the file does */
                    ETag: string;
                    /** @description The document's number as the name of the file */
                    "Content-Disposition": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/xml": string;
                };
            };
            /** @description The file is the one that `If-None-Match` names */
            304: {
                headers: {
                    /** @description Changes if the file does */
                    ETag: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `unauthenticated` */
            401: {
                headers: {
                    /** @description The authentication scheme */
                    "WWW-Authenticate": "Bearer";
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invoice_not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request_invalid`, `einvoice_incomplete` */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `store_busy`, `outcome_unknown` */
            503: {
                headers: {
                    /** @description Seconds; only if waiting helps */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getInvoiceCii: {
        parameters: {
            query?: {
                /** @description The specification that it follows */
                profile?: "en16931" | "peppol" | "xrechnung" | "factur-x";
            };
            header?: {
                /** @description The `ETag` of the file that you have */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The invoice's id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An invoice as UN/CEFACT Cross Industry Invoice D16B */
            200: {
                headers: {
                    /** @description Changes if the file does */
                    ETag: string;
                    /** @description The document's number as the name of the file */
                    "Content-Disposition": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/xml": string;
                };
            };
            /** @description The file is the one that `If-None-Match` names */
            304: {
                headers: {
                    /** @description Changes if the file does */
                    ETag: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `unauthenticated` */
            401: {
                headers: {
                    /** @description The authentication scheme */
                    "WWW-Authenticate": "Bearer";
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invoice_not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request_invalid`, `einvoice_incomplete` */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `store_busy`, `outcome_unknown` */
            503: {
                headers: {
                    /** @description Seconds; only if waiting helps */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getInvoicePdf: {
        parameters: {
            query?: {
                /** @description Refuses what cannot contain `factur-x.xml`. Absent: as the server renders it */
                profile?: "factur-x";
                /** @description BCP 47 tag of the language of its words. Absent: as the server renders it */
                language?: string;
            };
            header?: {
                /** @description The `ETag` of the file that you have */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The invoice's id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An invoice as PDF, if the server renders it */
            200: {
                headers: {
                    /** @description Changes if the file does */
                    ETag: string;
                    /** @description The document's number as the name of the file */
                    "Content-Disposition": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                };
            };
            /** @description The file is the one that `If-None-Match` names */
            304: {
                headers: {
                    /** @description Changes if the file does */
                    ETag: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `unauthenticated` */
            401: {
                headers: {
                    /** @description The authentication scheme */
                    "WWW-Authenticate": "Bearer";
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invoice_not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request_invalid`, `einvoice_incomplete` */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `store_busy`, `outcome_unknown` */
            503: {
                headers: {
                    /** @description Seconds; only if waiting helps */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getCreditNoteUbl: {
        parameters: {
            query?: {
                /** @description The specification that it follows */
                profile?: "en16931" | "peppol" | "xrechnung";
            };
            header?: {
                /** @description The `ETag` of the file that you have */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The credit note's id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A credit note as UBL 2.1 */
            200: {
                headers: {
                    /** @description Changes if the file does */
                    ETag: string;
                    /** @description The document's number as the name of the file */
                    "Content-Disposition": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/xml": string;
                };
            };
            /** @description The file is the one that `If-None-Match` names */
            304: {
                headers: {
                    /** @description Changes if the file does */
                    ETag: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `unauthenticated` */
            401: {
                headers: {
                    /** @description The authentication scheme */
                    "WWW-Authenticate": "Bearer";
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `credit_note_not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request_invalid`, `einvoice_incomplete` */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `store_busy`, `outcome_unknown` */
            503: {
                headers: {
                    /** @description Seconds; only if waiting helps */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getCreditNoteCii: {
        parameters: {
            query?: {
                /** @description The specification that it follows */
                profile?: "en16931" | "peppol" | "xrechnung" | "factur-x";
            };
            header?: {
                /** @description The `ETag` of the file that you have */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The credit note's id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A credit note as UN/CEFACT Cross Industry Invoice D16B */
            200: {
                headers: {
                    /** @description Changes if the file does */
                    ETag: string;
                    /** @description The document's number as the name of the file */
                    "Content-Disposition": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/xml": string;
                };
            };
            /** @description The file is the one that `If-None-Match` names */
            304: {
                headers: {
                    /** @description Changes if the file does */
                    ETag: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `unauthenticated` */
            401: {
                headers: {
                    /** @description The authentication scheme */
                    "WWW-Authenticate": "Bearer";
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `credit_note_not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request_invalid`, `einvoice_incomplete` */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `store_busy`, `outcome_unknown` */
            503: {
                headers: {
                    /** @description Seconds; only if waiting helps */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getCreditNotePdf: {
        parameters: {
            query?: {
                /** @description Refuses what cannot contain `factur-x.xml`. Absent: as the server renders it */
                profile?: "factur-x";
                /** @description BCP 47 tag of the language of its words. Absent: as the server renders it */
                language?: string;
            };
            header?: {
                /** @description The `ETag` of the file that you have */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The credit note's id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A credit note as PDF, if the server renders it */
            200: {
                headers: {
                    /** @description Changes if the file does */
                    ETag: string;
                    /** @description The document's number as the name of the file */
                    "Content-Disposition": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                };
            };
            /** @description The file is the one that `If-None-Match` names */
            304: {
                headers: {
                    /** @description Changes if the file does */
                    ETag: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `unauthenticated` */
            401: {
                headers: {
                    /** @description The authentication scheme */
                    "WWW-Authenticate": "Bearer";
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `credit_note_not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request_invalid`, `einvoice_incomplete` */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `store_busy`, `outcome_unknown` */
            503: {
                headers: {
                    /** @description Seconds; only if waiting helps */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
}
