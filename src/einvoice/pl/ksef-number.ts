/** `TNumerKSeF`: the seller's number, the day, 12 hexadecimal digits, and two that check them. */
const SHAPE =
  /^(?:[1-9](?:\d[1-9]|[1-9]\d)\d{7}|M\d{9}|[A-Z]{3}\d{7})-20[2-9]\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])-[0-9A-F]{6}-?[0-9A-F]{6}-[0-9A-F]{2}$/;

/** Whether it is a number that KSeF gives invoices, or `none`, for invoices that are not in KSeF. */
export function isKsefNumber(given: unknown): boolean {
  return given === "none" || (typeof given === "string" && SHAPE.test(given));
}
