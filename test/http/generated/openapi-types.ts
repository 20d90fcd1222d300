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
        Address: {
            /** @description Street and number, usually. EN 16931 BT-35, 50, 64, 75 */
            line1?: string;
            /** @description The second line. EN 16931 BT-36, 51, 65, 76 */
            line2?: string;
            /** @description The postal code. EN 16931 BT-38, 53, 67, 78 */
            postalCode?: string;
            /** @description The city. EN 16931 BT-37, 52, 66, 77 */
            city?: string;
            /** @description A state or province. EN 16931 BT-39, 54, 68, 79 */
            region?: string;
        };
        ElectronicAddress: {
            /**
             * @description What the address is an address in. A code of the list EAS, such as `0088` (GLN), `0208` (Belgian enterprise number) or `9930` (German VAT number)
             * @example 9930
             */
            scheme: string;
            /**
             * @description The address in that scheme. 1 to 100 characters without spaces
             * @example DE136695976
             */
            id: string;
        };
        Contact: {
            /** @description A person or a department. EN 16931 BT-41 */
            name: string;
            /** @description The telephone number. EN 16931 BT-42 */
            phone?: string;
            /**
             * Format: email
             * @description The e-mail address. EN 16931 BT-43
             */
            email?: string;
        };
        TaxRepresentative: {
            /** @description The representative's name. EN 16931 BT-62 */
            name: string;
            /**
             * @description The representative's own number. In a member state it must be well formed. EN 16931 BT-63
             * @example DE136695976
             */
            vatNumber: string;
            /**
             * @description The representative's country. ISO 3166-1 alpha-2. EN 16931 BT-69
             * @example FR
             */
            country: string;
            /** @description The representative's address. EN 16931 BG-12 */
            address: components["schemas"]["Address"];
        };
        CompanyProfile: {
            /** @description The company's name. EN 16931 BT-27 */
            name: string;
            /**
             * @description The company's country. ISO 3166-1 alpha-2. EN 16931 BT-40
             * @example FR
             */
            country: string;
            /** @description Whether it is registered for VAT. If not, its invoices carry none */
            vatRegistered: boolean;
            /** @description Whether it declares sales to consumers in other member states through the one-stop shop (OSS) */
            ossRegistered: boolean;
            /**
             * @description The currency of orders that state none. ISO 4217
             * @example EUR
             */
            defaultCurrency: string;
            /**
             * @description The prefix of its invoice numbers. 1 to 20 ASCII letters, digits, `.`, `_`, `/` or inner `-`
             * @example INV
             */
            invoicePrefix: string;
            /**
             * @description The prefix of its credit notes, which have a series of their own. It must not be that of its invoices. 1 to 20 ASCII letters, digits, `.`, `_`, `/` or inner `-`. Absent: `invoicePrefix` followed by `-CN`
             * @example INV-CN
             */
            creditNotePrefix?: string;
            /**
             * @description Its VAT number, printed on its invoices. EN 16931 BT-31; Directive 2006/112/EC, article 226(3)
             * @example DE136695976
             */
            vatNumber?: string;
            /** @description Its national tax number, if the law requires one besides or instead of the VAT number. EN 16931 BT-32 */
            taxNumber?: string;
            /** @description Its number in the commercial register. EN 16931 BT-30 */
            registrationNumber?: string;
            /** @description Its address. EN 16931 BG-5 */
            address?: components["schemas"]["Address"];
            /**
             * Format: email
             * @description Its e-mail address, printed on its invoices
             */
            email?: string;
            /**
             * @description The account to pay to. ISO 13616, with or without spaces. EN 16931 BT-84
             * @example DE02 1203 0000 0000 2020 51
             */
            iban?: string;
            /**
             * @description The account's bank. ISO 9362: 8 or 11 characters. EN 16931 BT-86
             * @example COBADEFFXXX
             */
            bic?: string;
            /** @description The account's holder, if it is not the company's name. EN 16931 BT-85 */
            accountName?: string;
            /**
             * @description Its creditor identifier for SEPA direct debits. Such as `DE98ZZZ09999999999`. EN 16931 BT-90
             * @example DE98ZZZ09999999999
             */
            creditorId?: string;
            /** @description When and how to pay, printed on invoices of orders that state no terms. EN 16931 BT-20 */
            paymentTerms?: string;
            /** @description The name under which it trades, if it is not its legal name. EN 16931 BT-28 */
            tradingName?: string;
            /** @description What else the law makes it print, such as its capital and managers. EN 16931 BT-33 */
            legalNote?: string;
            /**
             * @description The register of `registrationNumber`. A code of ISO 6523's list ICD, such as `0002`. EN 16931 BT-30-1
             * @example 0002
             */
            registrationScheme?: string;
            /** @description Its address for electronic invoices. EN 16931 BT-34 */
            electronicAddress?: components["schemas"]["ElectronicAddress"];
            /** @description Whom its clients can ask. EN 16931 BG-6 */
            contact?: components["schemas"]["Contact"];
            /** @description The person who owes the VAT on its behalf, if there is one. EN 16931 BG-11; Directive 2006/112/EC, articles 204 and 226(15) */
            taxRepresentative?: components["schemas"]["TaxRepresentative"];
            /** @description Whether it owes the VAT of its own state only once it is paid, which its invoices then mention. Directive 2006/112/EC, articles 66(b) and 226(7a) */
            cashAccounting?: boolean;
            /**
             * @description What its electronic invoices to businesses must follow: an order whose invoice could not be written so is refused. Absent: nothing is checked
             * @enum {string}
             */
            requires?: "en16931" | "peppol" | "xrechnung";
            /**
             * @description The language of its invoices. A BCP 47 tag, such as `de` or `nl-BE`. Absent: its country's main language
             * @example nl-BE
             */
            language?: string;
            /**
             * @description The time zone of its issue dates. An IANA time zone, such as `Europe/Berlin`. Absent: `UTC`
             * @example Europe/Berlin
             */
            timeZone?: string;
            /** @description Printed as the VAT note if the company is not VAT-registered. Absent: no note */
            exemptionNote?: string;
        };
        LineDiscount: {
            /** @description Percent of quantity × unit price */
            percent?: number;
            /** @description For the whole line, in the invoice's currency: at most quantity × unit price */
            amount?: number;
            /** @description The reason, for the client */
            reason?: string;
        };
        ExchangeRate: {
            /** @description The value of one unit of the invoice's currency in the currency of the seller's state */
            rate: number;
            /**
             * Format: date
             * @description The day of the rate
             * @example 2026-11-20
             */
            date: string;
            /**
             * @description Who published it
             * @example ECB
             */
            source: string;
        };
        DeliveryPlace: {
            /** @description Who receives the goods, if it is not the client. EN 16931 BT-70 */
            name?: string;
            /**
             * @description The country of the place. It does not decide the VAT. ISO 3166-1 alpha-2. EN 16931 BT-80
             * @example FR
             */
            country: string;
            /** @description The address of the place. EN 16931 BG-15 */
            address: components["schemas"]["Address"];
        };
        InvoicePeriod: {
            /**
             * Format: date
             * @description The first day. EN 16931 BT-73, 134
             * @example 2026-11-20
             */
            start: string;
            /**
             * Format: date
             * @description The last day, not before `start`. EN 16931 BT-74, 135
             * @example 2026-11-20
             */
            end: string;
        };
        PaymentInstructions: {
            /**
             * @description The means of payment. A code of UNTDID 4461, such as `30` (credit transfer), `59` (SEPA direct debit) or `54` (credit card). EN 16931 BT-81
             * @example 30
             */
            means: string;
            /** @description The mandate of a direct debit. EN 16931 BT-89 */
            mandateReference?: string;
            /**
             * @description The client's account, of a direct debit. ISO 13616, with or without spaces. EN 16931 BT-91
             * @example DE02 1203 0000 0000 2020 51
             */
            debitedAccount?: string;
            /** @description The last four digits of a card. EN 16931 BT-87 */
            cardLast4?: string;
        };
        PrecedingInvoice: {
            /** @description The number of the earlier invoice. EN 16931 BT-25 */
            number: string;
            /**
             * Format: date
             * @description Its issue date. EN 16931 BT-26
             * @example 2026-11-20
             */
            issueDate?: string;
        };
        InvoiceNote: {
            /**
             * @description What the note is about. A code of UNTDID 4451, such as `AAB` (terms of payment) or `REG` (regulatory information). EN 16931 BT-21
             * @example AAB
             */
            subject?: string;
            /** @description The note. EN 16931 BT-22 */
            text: string;
        };
        OrderItem: {
            /** @description What is sold. EN 16931 BT-153 */
            description: string;
            /** @description The quantity. A negative one is a return or a discount. EN 16931 BT-129 */
            quantity: number;
            /** @description In the invoice's currency, with any number of decimals. Net of VAT, or with VAT if `prices` is `gross`. EN 16931 BT-146 */
            unitPrice: number;
            /** @description Taken off the line, before VAT is computed: either a percentage or an amount. Gross if `prices` is `gross`. EN 16931 BG-27 */
            discount?: components["schemas"]["LineDiscount"];
            /** @description What this line supplies, if lines differ. Absent: the order's `supply` */
            supply?: components["schemas"]["Supply"];
            /**
             * @description The unit of the quantity, such as `hour` or `piece`
             * @example hour
             */
            unit?: string;
            /**
             * @description The unit as a code. A code of UN/ECE Recommendation 20 or 21, such as `HUR`. Absent: follows from well-known words of `unit`, else `C62`. EN 16931 BT-130
             * @example HUR
             */
            unitCode?: string;
            /** @description The company's number for the article. EN 16931 BT-155 */
            sku?: string;
            /** @description Free text for the client. EN 16931 BT-127 */
            note?: string;
            /** @description The days that the line covers. EN 16931 BG-26 */
            period?: components["schemas"]["InvoicePeriod"];
            /** @description The VAT rate. With automatic VAT it must equal the determined one. Percent, 0 to 100 */
            taxRate?: number;
            /** @description The category of VAT. Only with `autoVat: false`. A code of UNCL 5305. Absent: `S` above 0 %, `Z` at 0 %, `E` for a company without VAT registration. EN 16931 BT-151 */
            vatCategory?: components["schemas"]["VatCategory"];
            /** @description Why the line is without VAT. Only with a category without VAT. Only with `autoVat: false`. EN 16931 BT-120 */
            exemptionReason?: string;
            /**
             * @description The reason as a code. Only with a category without VAT. Only with `autoVat: false`. A code of the list VATEX, such as `VATEX-EU-132-1I`. EN 16931 BT-121
             * @example VATEX-EU-132-1I
             */
            vatexCode?: string;
        };
        InvoiceOrder: {
            /** @description The client's name. EN 16931 BT-44 */
            clientName: string;
            /**
             * @description The client's country. Required unless `autoVat` is false. ISO 3166-1 alpha-2. EN 16931 BT-55
             * @example FR
             */
            clientCountry?: string;
            /**
             * @description The client's VAT number. It decides between reverse charge and VAT between member states. EN 16931 BT-48
             * @example FR40303265045
             */
            clientVatNumber?: string;
            /** @description The lines. EN 16931 BG-25 */
            items: components["schemas"]["OrderItem"][];
            /** @description Whether the library determines the VAT. Absent: true */
            autoVat?: boolean;
            /** @description The rate of lines without one of their own. With automatic VAT it must equal the determined rate. Percent, 0 to 100 */
            taxRate?: number;
            /** @description The client's address. Its postal code also identifies territories without a country code, such as the Canary Islands. EN 16931 BG-8 */
            clientAddress?: components["schemas"]["Address"];
            /**
             * Format: email
             * @description The client's e-mail address. EN 16931 BT-58
             */
            clientEmail?: string;
            /** @description The client's number in a register of companies. EN 16931 BT-47 */
            clientRegistrationNumber?: string;
            /** @description Whether the client is a company. Without a VAT number, a company is taxed as a consumer, except that goods sold to it are not a distance sale. False also for exempt and small businesses, which count as consumers */
            isCompany?: boolean;
            /** @description What is sold; it decides the legal basis. Absent: decided as if the supply did not matter, as in the specification */
            supply?: components["schemas"]["Supply"];
            /**
             * Format: date
             * @description The day of the supply. It is the tax point, whose rates and EU membership apply, unless there is a `taxPointDate`. Absent: the tax point is today in the company's time zone. EN 16931 BT-72
             * @example 2026-11-20
             */
            supplyDate?: string;
            /**
             * Format: date
             * @description The day by which to pay. EN 16931 BT-9
             * @example 2026-11-20
             */
            dueDate?: string;
            /**
             * @description The invoice's currency. ISO 4217. Absent: the company's default currency. EN 16931 BT-5
             * @example EUR
             */
            currency?: string;
            /** @description From the invoice's currency to that of the seller's state. Only if they differ */
            exchangeRate?: components["schemas"]["ExchangeRate"];
            /** @description What the client asked the seller to state, such as a Leitweg-ID. EN 16931 BT-10 */
            buyerReference?: string;
            /** @description The client's order. EN 16931 BT-13 */
            purchaseOrderReference?: string;
            /** @description The company's own order. EN 16931 BT-14 */
            salesOrderReference?: string;
            /** @description Your own reference. Stored and returned, not printed */
            reference?: string;
            /** @description Free text for the client. EN 16931 BT-22 */
            note?: string;
            /** @description The legal note to print. Only with `autoVat: false` */
            vatNote?: string;
            /**
             * Format: date
             * @description The tax point, if it is not the day of supply, as for a payment in advance. Its rates apply. EN 16931 BT-7
             * @example 2026-11-20
             */
            taxPointDate?: string;
            /** @description Whether the client writes the invoice in the company's name (BT-3 `389`). Both must have agreed on it. Directive 2006/112/EC, articles 224 and 226(10a) */
            selfBilled?: boolean;
            /** @description Whether the company is the middle one of a triangular transaction: the goods go directly from its supplier in a third member state to the client, who owes the VAT. Only with a `clientVatNumber` and stated goods. Directive 2006/112/EC, articles 42, 141 and 197 */
            triangular?: boolean;
            /** @description The days that the invoice covers. EN 16931 BG-14 */
            period?: components["schemas"]["InvoicePeriod"];
            /** @description Where the goods go, if not to the client. EN 16931 BG-13 */
            deliverTo?: components["schemas"]["DeliveryPlace"];
            /** @description The number that the company gave the client. EN 16931 BT-46 */
            clientNumber?: string;
            /**
             * @description The register of `clientRegistrationNumber`. A code of ISO 6523's list ICD, such as `0002`. EN 16931 BT-47-1
             * @example 0002
             */
            clientRegistrationScheme?: string;
            /** @description The client's address for electronic invoices. EN 16931 BT-49 */
            clientElectronicAddress?: components["schemas"]["ElectronicAddress"];
            /** @description How the invoice is paid. Absent: a credit transfer to the company's account. EN 16931 BG-16 */
            payment?: components["schemas"]["PaymentInstructions"];
            /** @description When and how to pay. Absent: the company's. EN 16931 BT-20 */
            paymentTerms?: string;
            /**
             * @description Whether unit prices and discounts are net of VAT or include it. Absent: `net`
             * @enum {string}
             */
            prices?: "net" | "gross";
            /** @description What the client is asked to write on its payment. EN 16931 BT-83 */
            paymentReference?: string;
            /** @description What was paid before the invoice is issued, at most its total. The amount due starts there. EN 16931 BT-113 */
            prepaidAmount?: number;
            /** @description Earlier invoices that this one is about. EN 16931 BG-3 */
            precedingInvoices?: components["schemas"]["PrecedingInvoice"][];
            /** @description The contract. EN 16931 BT-12 */
            contractReference?: string;
            /** @description The project. EN 16931 BT-11 */
            projectReference?: string;
            /** @description Where the client books the invoice. EN 16931 BT-19 */
            buyerAccountingReference?: string;
            /** @description More notes for the client, with subjects. EN 16931 BG-1 */
            notes?: components["schemas"]["InvoiceNote"][];
            /** @description Up to 50 strings of yours, each of at most 1,000 characters, under keys of yours. Stored and returned, never printed */
            metadata?: {
                [key: string]: string;
            };
            /** @description As the profile's, for this order; `false` for nothing. Absent: the profile's */
            requires?: ("en16931" | "peppol" | "xrechnung") | false;
        };
        InvoiceSeller: {
            /** @description The company's name. EN 16931 BT-27 */
            name: string;
            /**
             * @description The company's country. ISO 3166-1 alpha-2. EN 16931 BT-40
             * @example FR
             */
            country: string;
            /**
             * @description Its VAT number, printed on its invoices. EN 16931 BT-31; Directive 2006/112/EC, article 226(3)
             * @example DE136695976
             */
            vatNumber?: string;
            /** @description Its national tax number, if the law requires one besides or instead of the VAT number. EN 16931 BT-32 */
            taxNumber?: string;
            /** @description Its number in the commercial register. EN 16931 BT-30 */
            registrationNumber?: string;
            /** @description Its address. EN 16931 BG-5 */
            address?: components["schemas"]["Address"];
            /** @description Its e-mail address, printed on its invoices */
            email?: string;
            /** @description The account to pay to. ISO 13616, with or without spaces. EN 16931 BT-84 */
            iban?: string;
            /** @description The account's bank. ISO 9362: 8 or 11 characters. EN 16931 BT-86 */
            bic?: string;
            /** @description The account's holder, if it is not the company's name. EN 16931 BT-85 */
            accountName?: string;
            /** @description Its creditor identifier for SEPA direct debits. Such as `DE98ZZZ09999999999`. EN 16931 BT-90 */
            creditorId?: string;
            /** @description The name under which it trades, if it is not its legal name. EN 16931 BT-28 */
            tradingName?: string;
            /** @description What else the law makes it print, such as its capital and managers. EN 16931 BT-33 */
            legalNote?: string;
            /** @description The register of `registrationNumber`. A code of ISO 6523's list ICD, such as `0002`. EN 16931 BT-30-1 */
            registrationScheme?: string;
            /** @description Its address for electronic invoices. EN 16931 BT-34 */
            electronicAddress?: components["schemas"]["ElectronicAddress"];
            /** @description Whom its clients can ask. EN 16931 BG-6 */
            contact?: components["schemas"]["Contact"];
            /** @description The person who owes the VAT on its behalf, if there is one. EN 16931 BG-11; Directive 2006/112/EC, articles 204 and 226(15) */
            taxRepresentative?: components["schemas"]["TaxRepresentative"];
            /** @description Whether it owes the VAT of its own state only once it is paid, which its invoices then mention. Directive 2006/112/EC, articles 66(b) and 226(7a) */
            cashAccounting?: boolean;
            /** @description The language of its invoices. A BCP 47 tag, such as `de` or `nl-BE` */
            language?: string;
        };
        InvoiceItem: {
            /** @description What is sold. EN 16931 BT-153 */
            description: string;
            /** @description The quantity. A negative one is a return or a discount. EN 16931 BT-129 */
            quantity: number;
            /** @description Always net of VAT. EN 16931 BT-146 */
            unitPrice: number;
            /** @description Quantity × unit price, less the discount, rounded. With gross prices its share of the taxable amount. In the invoice's currency. EN 16931 BT-131 */
            netAmount: number;
            /** @description Taken off the line, before VAT is computed: either a percentage or an amount. Gross if `prices` is `gross`. EN 16931 BG-27 */
            discount?: components["schemas"]["LineDiscount"];
            /** @description What this line supplies, if lines differ */
            supply?: components["schemas"]["Supply"];
            /**
             * @description The unit of the quantity, such as `hour` or `piece`
             * @example hour
             */
            unit?: string;
            /** @description The unit as a code. A code of UN/ECE Recommendation 20 or 21, such as `HUR`. EN 16931 BT-130 */
            unitCode?: string;
            /** @description The company's number for the article. EN 16931 BT-155 */
            sku?: string;
            /** @description Free text for the client. EN 16931 BT-127 */
            note?: string;
            /** @description The days that the line covers. EN 16931 BG-26 */
            period?: components["schemas"]["InvoicePeriod"];
            /** @description The VAT rate. Percent, 0 to 100. EN 16931 BT-152 */
            taxRate: number;
            /** @description The category of VAT. A code of UNCL 5305. EN 16931 BT-151 */
            vatCategory: components["schemas"]["VatCategory"];
            /** @description Why the line is without VAT. Only with a category without VAT. EN 16931 BT-120 */
            exemptionReason?: string;
            /** @description The reason as a code. Only with a category without VAT. A code of the list VATEX, such as `VATEX-EU-132-1I`. EN 16931 BT-121 */
            vatexCode?: string;
            /** @description As in the breakdown; only if the lines of the invoice differ in it. ISO 3166-1 alpha-2 */
            rateCountry?: string | null;
            /** @description The unit price as given; only with gross prices, where `unitPrice` is the net one */
            unitPriceGross?: number;
            /** @description Quantity × gross unit price, less the discount, rounded; only with gross prices. In the invoice's currency */
            grossAmount?: number;
        };
        VatBreakdownLine: {
            /** @description The group's category. A code of UNCL 5305. EN 16931 BT-118 */
            category: components["schemas"]["VatCategory"];
            /** @description EN 16931's code for the reason; `null` if the category has none. A code of the list VATEX, such as `VATEX-EU-132-1I`. EN 16931 BT-121 */
            vatexCode: string | null;
            /** @description The group's rate. Percent, 0 to 100. EN 16931 BT-119 */
            taxRate: number;
            /** @description The country whose standard rate it is. With `autoVat: false` the country in which the VAT is declared through OSS. `null` if there is none. ISO 3166-1 alpha-2 */
            rateCountry: string | null;
            /** @description The sum of the group's line net amounts. In the invoice's currency. EN 16931 BT-116 */
            taxableAmount: number;
            /** @description VAT on `taxableAmount`, or contained in the group's gross amounts; computed and rounded once. In the invoice's currency. EN 16931 BT-117 */
            taxAmount: number;
            /** @description Why no VAT is charged. Only if the category needs a reason and one is known. EN 16931 BT-120 */
            exemptionReason?: string;
        };
        VatNumberVerification: {
            /**
             * @description `unavailable` only if the host chose to issue without an answer
             * @enum {string}
             */
            status: "valid" | "unavailable";
            /**
             * Format: date-time
             * @description When the register was asked. ISO 8601 in UTC, with milliseconds
             * @example 2026-11-20T09:30:00.000Z
             */
            verifiedAt: string;
            /** @description The register's own reference of the inquiry, if it gave one */
            consultationNumber?: string;
        };
        Payment: {
            /** @description The payment's id. UUIDv7 */
            id: string;
            /** @description Negative for a refund, and never 0. In the invoice's currency */
            amount: number;
            /**
             * Format: date
             * @description The day on which the money arrived or, for a refund, left
             * @example 2026-11-20
             */
            paidOn: string;
            /**
             * @description As given, such as `bank_transfer`
             * @example bank_transfer
             */
            method: string | null;
            /** @description As given, such as the bank's transaction id */
            reference: string | null;
        };
        CreditNoteSummary: {
            /** @description The credit note's id. UUIDv7 */
            id: string;
            /**
             * @description From the series of credit notes
             * @example INV-CN-202611-0001
             */
            creditNoteNumber: string;
            /** @description With VAT. In the invoice's currency */
            total: number;
        };
        Invoice: {
            /** @description The invoice's id. UUIDv7 */
            id: string;
            /**
             * @description `<prefix>-<YYYYMM>-<counter>`. EN 16931 BT-1
             * @example INV-202611-0042
             */
            invoiceNumber: string;
            /** @description `PAID` once payments and credits cover the total, `CANCELLED` for good, otherwise `SENT` */
            status: components["schemas"]["InvoiceStatus"];
            /**
             * Format: date
             * @description In the company's time zone. Never before that of the previous invoice. EN 16931 BT-2
             * @example 2026-11-20
             */
            issueDate: string;
            /**
             * Format: date-time
             * @description When it was issued. ISO 8601 in UTC, with milliseconds
             * @example 2026-11-20T09:30:00.000Z
             */
            issuedAt: string;
            /**
             * Format: date
             * @description The day whose VAT rates apply. Print it if it is not the issue date (article 226(7)). EN 16931 BT-7
             * @example 2026-11-20
             */
            taxPointDate: string;
            /** @description The company as it was when the invoice was issued. EN 16931 BG-4 */
            seller: components["schemas"]["InvoiceSeller"];
            /** @description The client's name. EN 16931 BT-44 */
            clientName: string;
            /**
             * @description The invoice's currency. ISO 4217. EN 16931 BT-5
             * @example EUR
             */
            currency: string;
            /** @description The lines, in the order of the request. EN 16931 BG-25 */
            items: components["schemas"]["InvoiceItem"][];
            /** @description The rate that all items share, or 0 if they differ. Percent, 0 to 100 */
            taxRate: number;
            /** @description The sum of the line net amounts, without VAT. In the invoice's currency. EN 16931 BT-109 */
            subtotal: number;
            /** @description The sum of the VAT of all groups. In the invoice's currency. EN 16931 BT-110 */
            taxTotal: number;
            /** @description With VAT. In the invoice's currency. EN 16931 BT-112 */
            total: number;
            /** @description The sum of its payments, less refunds. In the invoice's currency */
            amountPaid: number;
            /** @description The sum of its credit notes' totals. In the invoice's currency */
            creditedTotal: number;
            /** @description The total minus what was prepaid, paid and credited, but never below 0; 0 once cancelled. In the invoice's currency */
            amountDue: number;
            /** @description One group for each category, rate and country of the rate. EN 16931 BG-23 */
            vatBreakdown: components["schemas"]["VatBreakdownLine"][];
            /** @description What decided the VAT: the row of the VAT table that applied; `mixed` if lines differ, `manual` with `autoVat: false` */
            vatTreatment: components["schemas"]["VatTreatment"];
            /** @description The notes of the VAT, and the mentions of self-billing and cash accounting, separated by "; ". `""` if the law requires none */
            vatNote: string;
            /** @description Why this VAT, in English, for people. Not printed */
            vatReason: string;
            /** @description What the host should check. They never change an amount */
            warnings: components["schemas"]["VatWarning"][];
            /** @description `null` unless cancelled. ISO 8601 in UTC, with milliseconds */
            cancelledAt: string | null;
            /**
             * @description `380` is an invoice, `389` a self-billed one. A code of UNTDID 1001. EN 16931 BT-3
             * @enum {string}
             */
            documentType: "380" | "389";
            /**
             * @description The client's country. Required unless `autoVat` is false. ISO 3166-1 alpha-2. EN 16931 BT-55
             * @example FR
             */
            clientCountry?: string;
            /** @description Normalised and with its prefix, if the client is in the EU. EN 16931 BT-48 */
            clientVatNumber?: string;
            /** @description The client's address. Its postal code also identifies territories without a country code, such as the Canary Islands. EN 16931 BG-8 */
            clientAddress?: components["schemas"]["Address"];
            /** @description The client's e-mail address. EN 16931 BT-58 */
            clientEmail?: string;
            /** @description The client's number in a register of companies. EN 16931 BT-47 */
            clientRegistrationNumber?: string;
            /** @description Whether the client is a company. Without a VAT number, a company is taxed as a consumer, except that goods sold to it are not a distance sale. False also for exempt and small businesses, which count as consumers */
            isCompany?: boolean;
            supply?: components["schemas"]["Supply"];
            /**
             * Format: date
             * @description The day of the supply. It is the tax point, whose rates and EU membership apply, unless there is a `taxPointDate`. EN 16931 BT-72
             * @example 2026-11-20
             */
            supplyDate?: string;
            /**
             * Format: date
             * @description The day by which to pay. EN 16931 BT-9
             * @example 2026-11-20
             */
            dueDate?: string;
            /** @description From the invoice's currency to that of the seller's state. Only if they differ */
            exchangeRate?: components["schemas"]["ExchangeRate"];
            /**
             * @description The currency of `taxTotalInTaxCurrency`; only with an exchange rate. ISO 4217. EN 16931 BT-6; Directive 2006/112/EC, article 230
             * @example EUR
             */
            taxCurrency?: string;
            /** @description `taxTotal` at the order's exchange rate, rounded to the tax currency's minor units. EN 16931 BT-111 */
            taxTotalInTaxCurrency?: number;
            /** @description What the client asked the seller to state, such as a Leitweg-ID. EN 16931 BT-10 */
            buyerReference?: string;
            /** @description The client's order. EN 16931 BT-13 */
            purchaseOrderReference?: string;
            /** @description The company's own order. EN 16931 BT-14 */
            salesOrderReference?: string;
            /** @description Your own reference. Stored and returned, not printed */
            reference?: string;
            /** @description Free text for the client. EN 16931 BT-22 */
            note?: string;
            /** @description Whether the client writes the invoice in the company's name (BT-3 `389`). Both must have agreed on it. Directive 2006/112/EC, articles 224 and 226(10a) */
            selfBilled?: boolean;
            /** @description Whether the company is the middle one of a triangular transaction: the goods go directly from its supplier in a third member state to the client, who owes the VAT. Only with a `clientVatNumber` and stated goods. Directive 2006/112/EC, articles 42, 141 and 197 */
            triangular?: boolean;
            /** @description The days that the invoice covers. EN 16931 BG-14 */
            period?: components["schemas"]["InvoicePeriod"];
            /** @description Where the goods go, if not to the client. EN 16931 BG-13 */
            deliverTo?: components["schemas"]["DeliveryPlace"];
            /** @description The number that the company gave the client. EN 16931 BT-46 */
            clientNumber?: string;
            /** @description The register of `clientRegistrationNumber`. A code of ISO 6523's list ICD, such as `0002`. EN 16931 BT-47-1 */
            clientRegistrationScheme?: string;
            /** @description The client's address for electronic invoices. EN 16931 BT-49 */
            clientElectronicAddress?: components["schemas"]["ElectronicAddress"];
            /** @description How the invoice is paid. EN 16931 BG-16 */
            payment?: components["schemas"]["PaymentInstructions"];
            /** @description When and how to pay: the order's, or the company's. EN 16931 BT-20 */
            paymentTerms?: string;
            /**
             * @description Whether unit prices and discounts are net of VAT or include it
             * @enum {string}
             */
            prices?: "net" | "gross";
            /** @description What the client is asked to write on its payment. EN 16931 BT-83 */
            paymentReference?: string;
            /** @description What was paid before the invoice is issued, at most its total. The amount due starts there. EN 16931 BT-113 */
            prepaidAmount?: number;
            /** @description Earlier invoices that this one is about. EN 16931 BG-3 */
            precedingInvoices?: components["schemas"]["PrecedingInvoice"][];
            /** @description The contract. EN 16931 BT-12 */
            contractReference?: string;
            /** @description The project. EN 16931 BT-11 */
            projectReference?: string;
            /** @description Where the client books the invoice. EN 16931 BT-19 */
            buyerAccountingReference?: string;
            /** @description More notes for the client, with subjects. EN 16931 BG-1 */
            notes?: components["schemas"]["InvoiceNote"][];
            /** @description Up to 50 strings of yours, each of at most 1,000 characters, under keys of yours. Stored and returned, never printed */
            metadata?: {
                [key: string]: string;
            };
            /** @description The register's answer about the client's VAT number; only if the host has a verifier and the number decided */
            vatNumberVerification?: components["schemas"]["VatNumberVerification"];
            /** @description Only if one was given */
            cancellationReason?: string;
        };
        InvoiceWithPayments: {
            /** @description The invoice's id. UUIDv7 */
            id: string;
            /**
             * @description `<prefix>-<YYYYMM>-<counter>`. EN 16931 BT-1
             * @example INV-202611-0042
             */
            invoiceNumber: string;
            /** @description `PAID` once payments and credits cover the total, `CANCELLED` for good, otherwise `SENT` */
            status: components["schemas"]["InvoiceStatus"];
            /**
             * Format: date
             * @description In the company's time zone. Never before that of the previous invoice. EN 16931 BT-2
             * @example 2026-11-20
             */
            issueDate: string;
            /**
             * Format: date-time
             * @description When it was issued. ISO 8601 in UTC, with milliseconds
             * @example 2026-11-20T09:30:00.000Z
             */
            issuedAt: string;
            /**
             * Format: date
             * @description The day whose VAT rates apply. Print it if it is not the issue date (article 226(7)). EN 16931 BT-7
             * @example 2026-11-20
             */
            taxPointDate: string;
            /** @description The company as it was when the invoice was issued. EN 16931 BG-4 */
            seller: components["schemas"]["InvoiceSeller"];
            /** @description The client's name. EN 16931 BT-44 */
            clientName: string;
            /**
             * @description The invoice's currency. ISO 4217. EN 16931 BT-5
             * @example EUR
             */
            currency: string;
            /** @description The lines, in the order of the request. EN 16931 BG-25 */
            items: components["schemas"]["InvoiceItem"][];
            /** @description The rate that all items share, or 0 if they differ. Percent, 0 to 100 */
            taxRate: number;
            /** @description The sum of the line net amounts, without VAT. In the invoice's currency. EN 16931 BT-109 */
            subtotal: number;
            /** @description The sum of the VAT of all groups. In the invoice's currency. EN 16931 BT-110 */
            taxTotal: number;
            /** @description With VAT. In the invoice's currency. EN 16931 BT-112 */
            total: number;
            /** @description The sum of its payments, less refunds. In the invoice's currency */
            amountPaid: number;
            /** @description The sum of its credit notes' totals. In the invoice's currency */
            creditedTotal: number;
            /** @description The total minus what was prepaid, paid and credited, but never below 0; 0 once cancelled. In the invoice's currency */
            amountDue: number;
            /** @description One group for each category, rate and country of the rate. EN 16931 BG-23 */
            vatBreakdown: components["schemas"]["VatBreakdownLine"][];
            /** @description What decided the VAT: the row of the VAT table that applied; `mixed` if lines differ, `manual` with `autoVat: false` */
            vatTreatment: components["schemas"]["VatTreatment"];
            /** @description The notes of the VAT, and the mentions of self-billing and cash accounting, separated by "; ". `""` if the law requires none */
            vatNote: string;
            /** @description Why this VAT, in English, for people. Not printed */
            vatReason: string;
            /** @description What the host should check. They never change an amount */
            warnings: components["schemas"]["VatWarning"][];
            /** @description `null` unless cancelled. ISO 8601 in UTC, with milliseconds */
            cancelledAt: string | null;
            /**
             * @description `380` is an invoice, `389` a self-billed one. A code of UNTDID 1001. EN 16931 BT-3
             * @enum {string}
             */
            documentType: "380" | "389";
            /**
             * @description The client's country. Required unless `autoVat` is false. ISO 3166-1 alpha-2. EN 16931 BT-55
             * @example FR
             */
            clientCountry?: string;
            /** @description Normalised and with its prefix, if the client is in the EU. EN 16931 BT-48 */
            clientVatNumber?: string;
            /** @description The client's address. Its postal code also identifies territories without a country code, such as the Canary Islands. EN 16931 BG-8 */
            clientAddress?: components["schemas"]["Address"];
            /** @description The client's e-mail address. EN 16931 BT-58 */
            clientEmail?: string;
            /** @description The client's number in a register of companies. EN 16931 BT-47 */
            clientRegistrationNumber?: string;
            /** @description Whether the client is a company. Without a VAT number, a company is taxed as a consumer, except that goods sold to it are not a distance sale. False also for exempt and small businesses, which count as consumers */
            isCompany?: boolean;
            supply?: components["schemas"]["Supply"];
            /**
             * Format: date
             * @description The day of the supply. It is the tax point, whose rates and EU membership apply, unless there is a `taxPointDate`. EN 16931 BT-72
             * @example 2026-11-20
             */
            supplyDate?: string;
            /**
             * Format: date
             * @description The day by which to pay. EN 16931 BT-9
             * @example 2026-11-20
             */
            dueDate?: string;
            /** @description From the invoice's currency to that of the seller's state. Only if they differ */
            exchangeRate?: components["schemas"]["ExchangeRate"];
            /**
             * @description The currency of `taxTotalInTaxCurrency`; only with an exchange rate. ISO 4217. EN 16931 BT-6; Directive 2006/112/EC, article 230
             * @example EUR
             */
            taxCurrency?: string;
            /** @description `taxTotal` at the order's exchange rate, rounded to the tax currency's minor units. EN 16931 BT-111 */
            taxTotalInTaxCurrency?: number;
            /** @description What the client asked the seller to state, such as a Leitweg-ID. EN 16931 BT-10 */
            buyerReference?: string;
            /** @description The client's order. EN 16931 BT-13 */
            purchaseOrderReference?: string;
            /** @description The company's own order. EN 16931 BT-14 */
            salesOrderReference?: string;
            /** @description Your own reference. Stored and returned, not printed */
            reference?: string;
            /** @description Free text for the client. EN 16931 BT-22 */
            note?: string;
            /** @description Whether the client writes the invoice in the company's name (BT-3 `389`). Both must have agreed on it. Directive 2006/112/EC, articles 224 and 226(10a) */
            selfBilled?: boolean;
            /** @description Whether the company is the middle one of a triangular transaction: the goods go directly from its supplier in a third member state to the client, who owes the VAT. Only with a `clientVatNumber` and stated goods. Directive 2006/112/EC, articles 42, 141 and 197 */
            triangular?: boolean;
            /** @description The days that the invoice covers. EN 16931 BG-14 */
            period?: components["schemas"]["InvoicePeriod"];
            /** @description Where the goods go, if not to the client. EN 16931 BG-13 */
            deliverTo?: components["schemas"]["DeliveryPlace"];
            /** @description The number that the company gave the client. EN 16931 BT-46 */
            clientNumber?: string;
            /** @description The register of `clientRegistrationNumber`. A code of ISO 6523's list ICD, such as `0002`. EN 16931 BT-47-1 */
            clientRegistrationScheme?: string;
            /** @description The client's address for electronic invoices. EN 16931 BT-49 */
            clientElectronicAddress?: components["schemas"]["ElectronicAddress"];
            /** @description How the invoice is paid. EN 16931 BG-16 */
            payment?: components["schemas"]["PaymentInstructions"];
            /** @description When and how to pay: the order's, or the company's. EN 16931 BT-20 */
            paymentTerms?: string;
            /**
             * @description Whether unit prices and discounts are net of VAT or include it
             * @enum {string}
             */
            prices?: "net" | "gross";
            /** @description What the client is asked to write on its payment. EN 16931 BT-83 */
            paymentReference?: string;
            /** @description What was paid before the invoice is issued, at most its total. The amount due starts there. EN 16931 BT-113 */
            prepaidAmount?: number;
            /** @description Earlier invoices that this one is about. EN 16931 BG-3 */
            precedingInvoices?: components["schemas"]["PrecedingInvoice"][];
            /** @description The contract. EN 16931 BT-12 */
            contractReference?: string;
            /** @description The project. EN 16931 BT-11 */
            projectReference?: string;
            /** @description Where the client books the invoice. EN 16931 BT-19 */
            buyerAccountingReference?: string;
            /** @description More notes for the client, with subjects. EN 16931 BG-1 */
            notes?: components["schemas"]["InvoiceNote"][];
            /** @description Up to 50 strings of yours, each of at most 1,000 characters, under keys of yours. Stored and returned, never printed */
            metadata?: {
                [key: string]: string;
            };
            /** @description The register's answer about the client's VAT number; only if the host has a verifier and the number decided */
            vatNumberVerification?: components["schemas"]["VatNumberVerification"];
            /** @description Only if one was given */
            cancellationReason?: string;
            /** @description Oldest first, refunds among them */
            payments: components["schemas"]["Payment"][];
            /** @description Oldest first */
            creditNotes: components["schemas"]["CreditNoteSummary"][];
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
        Cancellation: {
            /** @description Stored with the invoice. Cancelling again does not change it */
            reason?: string;
        };
        InvoicePage: {
            data: components["schemas"]["Invoice"][];
            page: number;
            limit: number;
            /** @description The number of invoices on all pages */
            total: number;
        };
        /**
         * @description SENT: issued. PAID: payments cover the total. CANCELLED: cancelled for good
         * @enum {string}
         */
        InvoiceStatus: "SENT" | "PAID" | "CANCELLED";
        /**
         * @description What is sold; it decides the legal basis
         * @enum {string}
         */
        Supply: "goods" | "services" | "digital";
        /**
         * @description EN 16931 BT-118, a code of UNCL 5305
         * @enum {string}
         */
        VatCategory: "S" | "Z" | "E" | "AE" | "K" | "G" | "O" | "L" | "M";
        /** @enum {string} */
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
        CreditOrder: {
            /** @description Why the invoice is credited. Printed on the credit note */
            reason: string;
            /** @description The lines to credit. Absent: all that is left of the invoice */
            lines?: components["schemas"]["CreditLine"][];
            /** @description The client's address. Its postal code also identifies territories without a country code, such as the Canary Islands. Absent: the invoice's. EN 16931 BG-8 */
            clientAddress?: components["schemas"]["Address"];
            /**
             * Format: email
             * @description The client's e-mail address. Absent: the invoice's. EN 16931 BT-58
             */
            clientEmail?: string;
            /** @description What the client asked the seller to state, such as a Leitweg-ID. Absent: the invoice's. EN 16931 BT-10 */
            buyerReference?: string;
            /** @description The client's order. Absent: the invoice's. EN 16931 BT-13 */
            purchaseOrderReference?: string;
            /** @description The company's own order. Absent: the invoice's. EN 16931 BT-14 */
            salesOrderReference?: string;
            /** @description The days that the invoice covers. Absent: the invoice's. EN 16931 BG-14 */
            period?: components["schemas"]["InvoicePeriod"];
            /** @description Where the goods go, if not to the client. Absent: the invoice's. EN 16931 BG-13 */
            deliverTo?: components["schemas"]["DeliveryPlace"];
            /** @description The number that the company gave the client. Absent: the invoice's. EN 16931 BT-46 */
            clientNumber?: string;
            /**
             * @description The register of `clientRegistrationNumber`. A code of ISO 6523's list ICD, such as `0002`. Absent: the invoice's. EN 16931 BT-47-1
             * @example 0002
             */
            clientRegistrationScheme?: string;
            /** @description The client's address for electronic invoices. Absent: the invoice's. EN 16931 BT-49 */
            clientElectronicAddress?: components["schemas"]["ElectronicAddress"];
            /** @description How the invoice is paid. Absent: the invoice's. EN 16931 BG-16 */
            payment?: components["schemas"]["PaymentInstructions"];
            /** @description When and how to pay. Absent: the invoice's. EN 16931 BT-20 */
            paymentTerms?: string;
            /** @description What the client is asked to write on its payment. Absent: the invoice's. EN 16931 BT-83 */
            paymentReference?: string;
            /** @description The contract. Absent: the invoice's. EN 16931 BT-12 */
            contractReference?: string;
            /** @description The project. Absent: the invoice's. EN 16931 BT-11 */
            projectReference?: string;
            /** @description Where the client books the invoice. Absent: the invoice's. EN 16931 BT-19 */
            buyerAccountingReference?: string;
            /** @description Your own reference. Stored and returned, not printed */
            reference?: string;
            /** @description Free text for the client. EN 16931 BT-22 */
            note?: string;
            /** @description More notes for the client, with subjects. EN 16931 BG-1 */
            notes?: components["schemas"]["InvoiceNote"][];
            /** @description Up to 50 strings of yours, each of at most 1,000 characters, under keys of yours. Stored and returned, never printed */
            metadata?: {
                [key: string]: string;
            };
        };
        CreditedDiscount: {
            /** @description The share of the line's discount, in the invoice's currency */
            amount: number;
            /** @description The reason, as on the invoice */
            reason?: string;
        };
        CreditNoteItem: {
            /** @description The place of the invoice's line, from 1 */
            line: number;
            /**
             * @description How the line was credited: as a part of its quantity, or as an amount
             * @enum {string}
             */
            creditedBy: "quantity" | "netAmount" | "grossAmount";
            /** @description The part of the line's quantity. For an amount: 1, or -1 for a line with a negative amount. EN 16931 BT-129 */
            quantity: number;
            /** @description Net of VAT: that of the invoice's line or, for an amount, the amount without its sign. EN 16931 BT-146 */
            unitPrice: number;
            /** @description Quantity × unit price, less the discount, rounded. With gross prices its share of the taxable amount. In the invoice's currency. EN 16931 BT-131 */
            netAmount: number;
            /** @description The share of the line's discount; only with a quantity. EN 16931 BG-27 */
            discount?: components["schemas"]["CreditedDiscount"];
            /** @description The category of the invoice's line. A code of UNCL 5305. EN 16931 BT-151 */
            vatCategory: components["schemas"]["VatCategory"];
            /** @description What is sold. EN 16931 BT-153 */
            description: string;
            /** @description What this line supplies, if lines differ */
            supply?: components["schemas"]["Supply"];
            /**
             * @description The unit of the quantity, such as `hour` or `piece`
             * @example hour
             */
            unit?: string;
            /** @description The unit as a code. A code of UN/ECE Recommendation 20 or 21, such as `HUR`. EN 16931 BT-130 */
            unitCode?: string;
            /** @description The company's number for the article. EN 16931 BT-155 */
            sku?: string;
            /** @description Free text for the client. EN 16931 BT-127 */
            note?: string;
            /** @description The days that the line covers. EN 16931 BG-26 */
            period?: components["schemas"]["InvoicePeriod"];
            /** @description The VAT rate. Percent, 0 to 100. EN 16931 BT-152 */
            taxRate: number;
            /** @description Why the line is without VAT. Only with a category without VAT. EN 16931 BT-120 */
            exemptionReason?: string;
            /** @description The reason as a code. Only with a category without VAT. A code of the list VATEX, such as `VATEX-EU-132-1I`. EN 16931 BT-121 */
            vatexCode?: string;
            /** @description As in the breakdown; only if the lines of the invoice differ in it. ISO 3166-1 alpha-2 */
            rateCountry?: string | null;
            /** @description The unit price as given; only with gross prices, where `unitPrice` is the net one */
            unitPriceGross?: number;
            /** @description Quantity × gross unit price, less the discount, rounded; only with gross prices. In the invoice's currency */
            grossAmount?: number;
        };
        CorrectedInvoice: {
            /** @description The invoice's id. UUIDv7 */
            invoiceId: string;
            /** @description The invoice's number. EN 16931 BT-25 */
            invoiceNumber: string;
            /**
             * Format: date
             * @description The invoice's issue date. EN 16931 BT-26
             * @example 2026-11-20
             */
            issueDate: string;
        };
        CreditNote: {
            /** @description The credit note's id. UUIDv7 */
            id: string;
            /**
             * @description From the company's own series of credit notes. EN 16931 BT-1
             * @example INV-CN-202611-0001
             */
            creditNoteNumber: string;
            /**
             * @description `381` is a credit note, `261` that of a self-billed invoice. A code of UNTDID 1001. EN 16931 BT-3
             * @enum {string}
             */
            documentType: "261" | "381";
            /**
             * Format: date
             * @description In the company's time zone. Never before that of the previous credit note, nor before that of the invoice unless a wrong clock dated that more than a day ahead. EN 16931 BT-2
             * @example 2026-11-20
             */
            issueDate: string;
            /**
             * Format: date-time
             * @description When it was issued. ISO 8601 in UTC, with milliseconds
             * @example 2026-11-20T09:30:00.000Z
             */
            issuedAt: string;
            /** @description The invoice that it credits. EN 16931 BG-3 */
            corrects: components["schemas"]["CorrectedInvoice"];
            /** @description Why the invoice is credited, as given; printed */
            reason: string;
            /**
             * Format: date
             * @description The day whose VAT rates apply. Print it if it is not the issue date (article 226(7)). EN 16931 BT-7
             * @example 2026-11-20
             */
            taxPointDate: string;
            /** @description The company today. Its country, tax and VAT numbers, representative, language and cash accounting are the invoice's. EN 16931 BG-4 */
            seller: components["schemas"]["InvoiceSeller"];
            /** @description The client's name. EN 16931 BT-44 */
            clientName: string;
            /**
             * @description The invoice's currency. ISO 4217. EN 16931 BT-5
             * @example EUR
             */
            currency: string;
            /** @description In the order of the invoice's lines. EN 16931 BG-25 */
            items: components["schemas"]["CreditNoteItem"][];
            /** @description The rate that all items share, or 0 if they differ. Percent, 0 to 100 */
            taxRate: number;
            /** @description The sum of the line net amounts, without VAT. In the invoice's currency. EN 16931 BT-109 */
            subtotal: number;
            /** @description The VAT that it takes back. In the invoice's currency. EN 16931 BT-110 */
            taxTotal: number;
            /** @description With VAT. In the invoice's currency. EN 16931 BT-112 */
            total: number;
            /** @description The groups of the invoice that it credits. EN 16931 BG-23 */
            vatBreakdown: components["schemas"]["VatBreakdownLine"][];
            /** @description What decided the VAT: the row of the VAT table that applied; `mixed` if lines differ, `manual` with `autoVat: false` */
            vatTreatment: components["schemas"]["VatTreatment"];
            /** @description The notes of the VAT, and the mentions of self-billing and cash accounting, separated by "; ". `""` if the law requires none */
            vatNote: string;
            /** @description Why this VAT, in English, for people. Not printed */
            vatReason: string;
            /** @description The rules that its electronic document breaks, if the profile requires one */
            warnings?: components["schemas"]["VatWarning"][];
            /**
             * @description The client's country. Required unless `autoVat` is false. ISO 3166-1 alpha-2. EN 16931 BT-55
             * @example FR
             */
            clientCountry?: string;
            /** @description Normalised and with its prefix, if the client is in the EU. EN 16931 BT-48 */
            clientVatNumber?: string;
            /** @description The client's address. Its postal code also identifies territories without a country code, such as the Canary Islands. EN 16931 BG-8 */
            clientAddress?: components["schemas"]["Address"];
            /** @description The client's e-mail address. EN 16931 BT-58 */
            clientEmail?: string;
            /** @description The client's number in a register of companies. EN 16931 BT-47 */
            clientRegistrationNumber?: string;
            /** @description Whether the client is a company. Without a VAT number, a company is taxed as a consumer, except that goods sold to it are not a distance sale. False also for exempt and small businesses, which count as consumers */
            isCompany?: boolean;
            supply?: components["schemas"]["Supply"];
            /**
             * Format: date
             * @description The day of the supply. It is the tax point, whose rates and EU membership apply, unless there is a `taxPointDate`. EN 16931 BT-72
             * @example 2026-11-20
             */
            supplyDate?: string;
            /** @description From the invoice's currency to that of the seller's state. Only if they differ */
            exchangeRate?: components["schemas"]["ExchangeRate"];
            /**
             * @description The currency of `taxTotalInTaxCurrency`; only with an exchange rate. ISO 4217. EN 16931 BT-6; Directive 2006/112/EC, article 230
             * @example EUR
             */
            taxCurrency?: string;
            /** @description `taxTotal` at the invoice's exchange rate; only if the invoice has one. EN 16931 BT-111 */
            taxTotalInTaxCurrency?: number;
            /** @description What the client asked the seller to state, such as a Leitweg-ID. EN 16931 BT-10 */
            buyerReference?: string;
            /** @description The client's order. EN 16931 BT-13 */
            purchaseOrderReference?: string;
            /** @description The company's own order. EN 16931 BT-14 */
            salesOrderReference?: string;
            /** @description Your own reference. Stored and returned, not printed */
            reference?: string;
            /** @description Free text for the client. EN 16931 BT-22 */
            note?: string;
            /** @description Whether the client writes the invoice in the company's name (BT-3 `389`). Both must have agreed on it. Directive 2006/112/EC, articles 224 and 226(10a) */
            selfBilled?: boolean;
            /** @description Whether the company is the middle one of a triangular transaction: the goods go directly from its supplier in a third member state to the client, who owes the VAT. Only with a `clientVatNumber` and stated goods. Directive 2006/112/EC, articles 42, 141 and 197 */
            triangular?: boolean;
            /** @description The days that the invoice covers. EN 16931 BG-14 */
            period?: components["schemas"]["InvoicePeriod"];
            /** @description Where the goods go, if not to the client. EN 16931 BG-13 */
            deliverTo?: components["schemas"]["DeliveryPlace"];
            /** @description The number that the company gave the client. EN 16931 BT-46 */
            clientNumber?: string;
            /** @description The register of `clientRegistrationNumber`. A code of ISO 6523's list ICD, such as `0002`. EN 16931 BT-47-1 */
            clientRegistrationScheme?: string;
            /** @description The client's address for electronic invoices. EN 16931 BT-49 */
            clientElectronicAddress?: components["schemas"]["ElectronicAddress"];
            /** @description How the invoice is paid. EN 16931 BG-16 */
            payment?: components["schemas"]["PaymentInstructions"];
            /** @description When and how to pay: the order's, or the company's. EN 16931 BT-20 */
            paymentTerms?: string;
            /**
             * @description Whether unit prices and discounts are net of VAT or include it
             * @enum {string}
             */
            prices?: "net" | "gross";
            /** @description What the client is asked to write on its payment. EN 16931 BT-83 */
            paymentReference?: string;
            /** @description The contract. EN 16931 BT-12 */
            contractReference?: string;
            /** @description The project. EN 16931 BT-11 */
            projectReference?: string;
            /** @description Where the client books the invoice. EN 16931 BT-19 */
            buyerAccountingReference?: string;
            /** @description More notes for the client, with subjects. EN 16931 BG-1 */
            notes?: components["schemas"]["InvoiceNote"][];
            /** @description Up to 50 strings of yours, each of at most 1,000 characters, under keys of yours. Stored and returned, never printed */
            metadata?: {
                [key: string]: string;
            };
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
