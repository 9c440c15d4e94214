import type { ImportRun } from '#shared/imports.ts'
import { t } from '#web/i18n.ts'

const fetched = { customers: true, products: true, prices: true, stock: true } as const
const isFetched = (name: string): name is keyof typeof fetched => name in fetched

/** The file's name; of a run of fetching from the ERP what was fetched. */
export function runName({ source, fileName }: Pick<ImportRun, 'source' | 'fileName'>): string {
  return source === 'erp' && isFetched(fileName) ? `ERP: ${t(`panel.erp.what.${fileName}`)}` : fileName
}
