export type { FailureStep, StoreContractAbilities } from "./contract-case.ts";
export {
  type ContractTest,
  type StoreContractOptions,
  type StoreContractReport,
  storeContract,
} from "./store-contract.ts";
