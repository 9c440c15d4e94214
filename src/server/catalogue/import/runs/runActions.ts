import { actorOf } from '#server/changes/record.ts'
import { prepared } from '#server/db/statement.ts'
import { type Call, verb } from '#server/http/http.ts'
import { refuseFields } from '#server/http/refuse.ts'
import { requestJobs } from '#server/jobs/jobs.ts'
import { ImportProblem } from '#server/tableFiles/report.ts'
import { Refusal } from '#shared/errors.ts'
import { applyImport, checkImport, discardImport, undoImport } from '#shared/imports/imports.ts'
import { isTakenTwice, openQuestions } from '#shared/imports/importTerms.ts'
import { readShopIn } from '../catalogueImport.ts'
import { columnsOf, type Mapping } from '../file/columns.ts'
import { shopIn } from '../language.ts'
import { keepLayout } from './layouts.ts'
import { beginStep, lockRun, type RunOptions, readRunFile, type Step } from './run.ts'
import { dropRunFiles } from './runFiles.ts'

const keepOptions = prepared(`
  update change_sets set options = $3, supplier = $4, counts = '{}', row_count = 0, bad_count = 0
  where tenant_id = $1 and id = $2`)

/** Starts the dry run with the chosen columns. */
export const check = verb(checkImport, async (call, input) => {
  const { tx, now, tenant } = call
  await lockRun(call, input.id, 'check')
  const { preview } = await readRunFile(tx, input.id)
  const headings = preview.rows[preview.headRow] ?? []
  // Columns beyond the preview are left out.
  const targets = headings.map((_, index) => input.targets[index] ?? '')
  refuseDuplicates(call, targets)
  const { brandName, categoryName, priceGroup, currencyCode, language } = input
  const shop = await shopIn(tx, await readShopIn(tx, tenant), language)
  const mapping: Mapping = {
    targets,
    headings,
    answers: input.answers,
    sheet: preview.sheet,
    headRow: preview.headRow,
    priceGroup: priceGroup || shop.priceGroup,
    currencyCode,
    language,
  }
  try {
    columnsOf(mapping, shop)
  } catch (error) {
    if (error instanceof ImportProblem) throw new Refusal('import.columns')
    throw error
  }
  const defaults = { brandName, categoryName, priceGroup, currencyCode, language }
  const options: RunOptions = { mapping, defaults, shop, encoding: preview.encoding }
  await tx.query(keepOptions, input.id, JSON.stringify(options), input.supplier)
  if (input.supplier) await keepLayout(tx, { supplier: input.supplier, headings, targets, defaults }, now)
  return begin(call, input.id, 'checking')
})

function refuseDuplicates(call: Call<typeof checkImport>, targets: string[]): void {
  const duplicate = targets.findIndex((_, index) => isTakenTwice(targets, index))
  if (duplicate >= 0) refuseFields(call.language, { [`targets.${duplicate}`]: 'field.taken' })
}

export const apply = verb(applyImport, async (call, { id, skipBad }) => {
  const { badCount } = await lockRun(call, id, 'apply')
  const { preview, options } = await readRunFile(call.tx, id)
  if (openQuestions(preview.questions ?? [], options.mapping.answers ?? {}).length > 0)
    throw new Refusal('import.questions')
  if (badCount > 0 && !skipBad) throw new Refusal('import.badRows', { values: { count: badCount } })
  return begin(call, id, 'applying')
})

export const undo = verb(undoImport, async (call, { id }) => {
  await lockRun(call, id, 'undo')
  return begin(call, id, 'undoing')
})

const discardRun = prepared(`
  update change_sets set state = 'discarded', attempt = attempt + 1 where tenant_id = $1 and id = $2`)
const dropChanges = prepared('delete from catalogue_changes where tenant_id = $1 and set_id = $2')

/** Discards a run that was not applied. Its worker stops at the next progress report, or before committing. */
export const discard = verb(discardImport, async (call, { id }) => {
  const { tx, services, tenant } = call
  await lockRun(call, id, 'discard')
  await Promise.all([tx.query(discardRun, id), tx.query(dropChanges, id)])
  tx.afterCommit(
    () => void dropRunFiles(services.photos.objects, { tenantId: tenant.id, runId: id }).catch(() => {}),
  )
})

async function begin(
  call: Pick<Call<typeof applyImport>, 'tx' | 'now' | 'services' | 'user' | 'request'>,
  runId: string,
  step: Step,
) {
  const { tx, now, services } = call
  await beginStep(tx, runId, step, actorOf(call))
  await requestJobs(tx, services.jobs, ['imports'], now)
}
