export type { FailureStep, StoreContractAbilities } from "./contract-case.ts";
export { type FormatContractOptions, formatContract } from "./format-contract.ts";
export {
  type ContractTest,
  type StoreContractOptions,
  type StoreContractReport,
  storeContract,
} from "./store-contract.ts";
