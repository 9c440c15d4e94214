import { importJob } from './catalogue/import/runs/importJob.ts'
import { erpCareJob } from './erp/care.ts'
import { erpFetchJob } from './erp/sync/fetchJob.ts'
import { erpTransferJob } from './erp/transferJob.ts'
import type { Services } from './http.ts'
import { cleanupJob, photoJob } from './images/photoWork.ts'
import type { JobTable } from './jobs/runner.ts'
import { figuresJob } from './operator/figures.ts'
import { heldOrdersJob } from './orders/heldOrders.ts'
import { orderMailsJob } from './orders/mails/sending.ts'
import { retentionJob } from './retention/retention.ts'

type Context = Omit<Services, 'jobs' | 'publicUrl' | 'checkReplies' | 'deployment'> &
  Parameters<typeof retentionJob>[0]

/** ERPs are slow, so many run at once; mails and photos run one tenant at a time. */
export function jobTable(context: Context, say: (line: string) => void): Required<JobTable> {
  return {
    orderMails: { run: orderMailsJob(context, { say }), maxAtOnce: 1 },
    photos: { run: photoJob(context, { say }), maxAtOnce: 1 },
    cleanup: { run: cleanupJob(context), maxAtOnce: 1 },
    erpTransfer: { run: erpTransferJob(context), maxAtOnce: 100 },
    erpFetch: { run: erpFetchJob(context), maxAtOnce: 20 },
    erpCare: { run: erpCareJob(context, { say }), maxAtOnce: 4 },
    figures: { run: figuresJob(context), maxAtOnce: 1 },
    retention: { run: retentionJob(context), maxAtOnce: 1 },
    heldOrders: { run: heldOrdersJob(context), maxAtOnce: 4 },
    imports: { run: importJob(context, { say }), maxAtOnce: 8 },
  }
}
