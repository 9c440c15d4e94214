import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'

const brandImage = prepared(
  'update brands set image = $3, updated_at = $4 where tenant_id = $1 and name = $2',
)
const categoryImage = prepared(
  'update categories set image = $3, updated_at = $4 where tenant_id = $1 and full_name = $2',
)

/** `contentHash` is the photo store's key. */
export async function setBrandImage(tx: Tx, name: string, contentHash: string, now: Date): Promise<void> {
  await tx.query(brandImage, name, contentHash, now)
}

export async function setCategoryImage(
  tx: Tx,
  fullName: string,
  contentHash: string,
  now: Date,
): Promise<void> {
  await tx.query(categoryImage, fullName, contentHash, now)
}
