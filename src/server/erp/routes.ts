import type { AnyServed } from '#server/http/http.ts'
import { confirmGone, enterByHand, holdOrders, sendAgain } from './changeTransfers.ts'
import { admitErpAgent, nextRequest, takeAnswer } from './erpAgent/serve.ts'
import { previewMapping } from './previewMapping.ts'
import { listTransfers, readErpLink, readOrderTransfer } from './readTransfers.ts'
import { listReconciliations, requestReconciliation } from './reconciliations.ts'
import { pauseLink, saveLink, testLink, tryLinkNow } from './saveLink.ts'
import { fetchCustomers, readErpSyncs, startSync } from './sync/verbs.ts'

export const erpVerbs: AnyServed[] = [
  readErpLink,
  saveLink,
  testLink,
  previewMapping,
  pauseLink,
  tryLinkNow,
  listTransfers,
  readOrderTransfer,
  sendAgain,
  holdOrders,
  enterByHand,
  confirmGone,
  readErpSyncs,
  startSync,
  listReconciliations,
  requestReconciliation,
  fetchCustomers,
  nextRequest,
  { ...takeAnswer, admit: admitErpAgent },
]
