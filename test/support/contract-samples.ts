/** What the contract of the ports issues into stores; tests of single stores use the same. */
export { issue, issueInto, locked } from "../../src/contract/issue-invoices.ts";
export {
  CANCELLED,
  PAID,
  SAMPLE_ORIGIN,
  type SampleChanges,
  sampleApiKey,
  sampleId,
  sampleInvoice,
  sampleKey,
  samplePayment,
  stateChange,
} from "../../src/contract/samples.ts";
