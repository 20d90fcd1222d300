import { optionsFor } from "../stryker-options.mjs";

export default optionsFor("service");
