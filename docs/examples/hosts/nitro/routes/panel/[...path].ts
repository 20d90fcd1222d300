/** The panel in Nitro, beside the endpoints. */
import { panel } from "../../../panel.ts";

export default { fetch: panel };
