import { downloadStatementExcel, downloadStatementPdf } from '#server/documents/downloadStatement.ts'
import type { AnyServed } from '#server/http/http.ts'
import { readAccount } from './account.ts'
import { accountsToChoose, downloadAccounts, listAccounts } from './accountList.ts'
import { readAccountPage } from './accountPage.ts'
import { agentsToChoose, downloadAgents, listAgents, readAgent } from './agentList.ts'
import { uploadBalances } from './balances/postBalanceFile.ts'
import { agentsFor, customersOf, subAccountsOf } from './customers.ts'
import { excludeBrands, excludedBrands } from './excludedBrands.ts'
import { handOver } from './handOver.ts'
import { priceGroups } from './priceGroups.ts'
import { readCredit } from './readCredit.ts'
import * as savingAccount from './saveAccount.ts'
import * as savingAgent from './saveAgent.ts'
import { readStatement } from './statement.ts'

export const customerVerbs: AnyServed[] = [
  customersOf,
  subAccountsOf,
  agentsFor,
  readCredit,
  readAccountPage,
  readStatement,
  downloadStatementPdf,
  downloadStatementExcel,
  uploadBalances,
  listAccounts,
  downloadAccounts,
  readAccount,
  savingAccount.add,
  savingAccount.update,
  savingAccount.remove,
  savingAccount.restore,
  priceGroups,
  excludedBrands,
  excludeBrands,
  listAgents,
  downloadAgents,
  readAgent,
  savingAgent.add,
  savingAgent.update,
  savingAgent.remove,
  savingAgent.restore,
  handOver,
  accountsToChoose,
  agentsToChoose,
]
