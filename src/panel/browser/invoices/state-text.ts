import { countryText } from "../texts/format.ts";
import { texts } from "../texts/language.ts";

/** The name of a state, of Northern Ireland (`XI`), or of an area without a country code of its own, such as `ES-CN`. */
export function stateText(state: string): string {
  if (state === "XI") return texts.year.northernIreland;
  return state.length > 2 ? `${countryText(state.slice(0, 2))} (${state})` : countryText(state);
}
