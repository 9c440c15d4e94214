import type { Serve } from '#server/http.ts'
import * as agents from '#shared/agents.ts'
import * as customers from '#shared/customers.ts'
import { getAccountsForSelect, getSalesPersonForSelect } from '#shared/users.ts'
import { readAccount } from './account.ts'
import { downloadAccounts } from './accountExport.ts'
import { accountsToChoose, listAccounts } from './accountList.ts'
import { downloadAgents } from './agentExport.ts'
import { agentsToChoose, listAgents, readAgent } from './agentList.ts'
import { agentsFor, customersOf, subAccountsOf } from './customers.ts'
import { excludeBrands, excludedBrands } from './excludedBrands.ts'
import { handOver } from './handOver.ts'
import { priceGroups } from './priceGroups.ts'
import * as removing from './removeAccount.ts'
import * as savingAccount from './saveAccount.ts'
import * as savingAgent from './saveAgent.ts'

export function customerRoutes(serve: Serve): void {
  serve(customers.getCustomers, customersOf)
  serve(customers.getSubCurrAccs, subAccountsOf)
  serve(customers.getShopSalesPerson, agentsFor)
  serve(customers.getCustomerList, listAccounts)
  serve(customers.exportCustomers, downloadAccounts)
  serve(customers.getCustomerById, readAccount)
  serve(customers.addCustomer, savingAccount.add)
  serve(customers.updateCustomer, savingAccount.update)
  serve(customers.deleteCustomer, removing.remove)
  serve(customers.restoreCustomer, removing.restore)
  serve(customers.getPriceGroups, priceGroups)
  serve(customers.getExcludeBrands, excludedBrands)
  serve(customers.postExcludeBrands, excludeBrands)
  serve(agents.getSalesPersons, listAgents)
  serve(agents.exportSalesPersons, downloadAgents)
  serve(agents.getSalesPersonById, readAgent)
  serve(agents.addSalesPerson, savingAgent.add)
  serve(agents.updateSalesPerson, savingAgent.update)
  serve(agents.deleteSalesPerson, savingAgent.remove)
  serve(agents.restoreSalesPerson, savingAgent.restore)
  serve(agents.handOverCustomers, handOver)
  serve(getAccountsForSelect, accountsToChoose)
  serve(getSalesPersonForSelect, agentsToChoose)
}
