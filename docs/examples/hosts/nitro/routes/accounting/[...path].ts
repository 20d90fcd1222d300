/** The endpoints in Nitro. `nitro build` in the folder `nitro`, then `PORT=3000 node .output/server/index.mjs` */
import { handle } from "../../../accounting.ts";

export default { fetch: handle };
