import { prepared } from '#server/db/statement.ts'
import type { TestApp } from './app.ts'
import type { Wholesaler } from './factories.ts'

const readChanges = prepared(`
  select action, subject_name as "subjectName", user_name as "userName", before, after from changes
  where tenant_id = $1 and subject = $2 order by id`)

type Recorded = {
  action: string
  subjectName: string
  userName: string
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

/** Oldest first. */
export function changesOf(app: TestApp, shop: Wholesaler, subject: string): Promise<Recorded[]> {
  return app.database.inTenant(shop.tenantId, 'read', (tx) => tx.query<Recorded>(readChanges, subject))
}
