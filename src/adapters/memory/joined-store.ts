import type { CompanyProfile } from "../../domain/generated/company-profile.ts";
import type { JoinedBooks, JoinedStore } from "../../ports/invoicing-store.ts";
import { lateDirectory, withinTime } from "../common/within-time.ts";
import type { HostTransaction } from "./host-transaction.ts";
import { creditNoteReader, invoiceReader } from "./readers.ts";

/** The books inside a transaction that the host has begun. */
export function joinedStore(transaction: HostTransaction, lockTimeoutMs: number): JoinedStore {
  return {
    async call(work) {
      transaction.requireOpen();
      return work(joinedBooks(transaction, performance.now() + lockTimeoutMs));
    },
  };
}

function joinedBooks(transaction: HostTransaction, deadline: number): JoinedBooks {
  const booksOf = (companyId: string) => transaction.booksOf(companyId);
  return {
    companies: {
      profile: async (companyId) => {
        const text = transaction.profileOf(companyId);
        return text === undefined ? undefined : (JSON.parse(text) as CompanyProfile);
      },
      save: (companyId, profile) => transaction.saveProfile(companyId, JSON.stringify(profile)),
    },
    reader: invoiceReader(booksOf),
    creditNotes: creditNoteReader(booksOf),
    transaction: (companyId, work) => transaction.run(companyId, work),
    async within(answer) {
      const value = await withinTime(answer, deadline - performance.now(), lateDirectory);
      transaction.requireOpen();
      return value;
    },
  };
}
