import { importJob } from '#server/catalogue/import/runs/importJob.ts'
import { erpCareJob } from '#server/erp/care.ts'
import { erpFetchJob } from '#server/erp/sync/fetchJob.ts'
import { erpTransferJob } from '#server/erp/transferJob.ts'
import type { Services } from '#server/http/http.ts'
import { cleanupJob, photoJob } from '#server/images/photoWork.ts'
import { newsJob } from '#server/news/newsJob.ts'
import { figuresJob } from '#server/operator/figures.ts'
import { heldOrdersJob } from '#server/orders/heldOrders.ts'
import { orderMailsJob } from '#server/orders/mails/sending.ts'
import { retentionJob } from '#server/retention/retention.ts'
import type { JobTable } from './runner.ts'

type Context = Omit<Services, 'jobs' | 'checkReplies' | 'deployment'> &
  Parameters<typeof orderMailsJob>[0] &
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
    news: { run: newsJob(context, { say }), maxAtOnce: 4 },
    imports: { run: importJob(context, { say }), maxAtOnce: 8 },
  }
}
