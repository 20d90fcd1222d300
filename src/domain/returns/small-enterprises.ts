/**
 * Whether a recapitulative statement lists the services of small enterprises, which charge no VAT, by state. The directive
 * says so for all (art. 262(1)(c)), but not every state follows it. Other states are not known.
 *
 * @see Austria: UStG 1994, Art. 21(3); Germany: UStG § 18a(4); France: CGI, article 289 B, III, and arrêté du 23 juillet 2010,
 *   article 1
 */
const LISTS_SERVICES: Readonly<Record<string, boolean>> = { AT: true, DE: false, FR: true };

/**
 * Whether the recapitulative statement of a state lists the services of small enterprises; `undefined` if it is not known.
 * `state` is an ISO 3166-1 alpha-2 code.
 */
export function listsServicesOfSmallEnterprises(state: string): boolean | undefined {
  return Object.hasOwn(LISTS_SERVICES, state) ? LISTS_SERVICES[state] : undefined;
}
