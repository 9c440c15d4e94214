import type { Serve } from '#server/http.ts'
import { answerErpAgent, nextForErpAgent } from '#shared/erp/erpAgentCalls.ts'
import {
  getErpLink,
  getErpSyncs,
  getOrderTransfer,
  getReconciliations,
  getTransfers,
  holdTransfers,
  markEntered,
  markGone,
  pauseErp,
  previewErpMapping,
  retryTransfers,
  saveErpLink,
  startErpSync,
  startReconciliation,
  syncCustomersWithErp,
  testErpLink,
  tryErpNow,
} from '#shared/erp.ts'
import { confirmGone, enterByHand, holdOrders, sendAgain } from './changeTransfers.ts'
import { admitErpAgent, nextRequest, takeAnswer } from './erpAgent/serve.ts'
import { previewMapping } from './previewMapping.ts'
import { listTransfers, readErpLink, readOrderTransfer } from './readTransfers.ts'
import { listReconciliations, requestReconciliation } from './reconciliations.ts'
import { pauseLink, saveLink, testLink, tryLinkNow } from './saveLink.ts'
import { fetchCustomers, readErpSyncs, startSync } from './sync/verbs.ts'

export function erpRoutes(serve: Serve): void {
  serve(getErpLink, readErpLink)
  serve(saveErpLink, saveLink)
  serve(testErpLink, testLink)
  serve(previewErpMapping, previewMapping)
  serve(pauseErp, pauseLink)
  serve(tryErpNow, tryLinkNow)
  serve(getTransfers, listTransfers)
  serve(getOrderTransfer, readOrderTransfer)
  serve(retryTransfers, sendAgain)
  serve(holdTransfers, holdOrders)
  serve(markEntered, enterByHand)
  serve(markGone, confirmGone)
  serve(getErpSyncs, readErpSyncs)
  serve(startErpSync, startSync)
  serve(getReconciliations, listReconciliations)
  serve(startReconciliation, requestReconciliation)
  serve(syncCustomersWithErp, fetchCustomers)
  serve(nextForErpAgent, nextRequest)
  serve(answerErpAgent, takeAnswer, { admit: admitErpAgent })
}
