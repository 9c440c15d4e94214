import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectFolder } from '#server/projectFolder.ts'

/*
 * Whoever may send ever new keys must not fill the memory: what outlives a call under such keys is a `boundedMap`. These
 * are the other maps and sets that do outlive a call, and why nobody fills them.
 */
const ours = {
  'backup/takeBackup.ts missing': 'ends with the backup',
  'catalogue/dictionary/officeTerms.ts starterPhrases': 'languages',
  'catalogue/import/file/headings.ts targets': 'our columns',
  'catalogue/import/photos.ts byName': 'ends with the import',
  'catalogue/import/photos.ts bySubject': 'ends with the import',
  'catalogue/import/photos.ts hashes': 'ends with the import',
  'catalogue/import/runs/changes.ts hiddenFields': 'our fields',
  'catalogue/memory/cards.ts views': 'within maxBytes',
  'catalogue/memory/catalogue.ts products': 'products of the catalogue',
  'catalogue/import/file/headings.ts besides': 'our words',
  'catalogue/import/file/headings.ts weakTargets': 'our words',
  'catalogue/import/file/headings.ts withTax': 'our words',
  'catalogue/import/file/recognise.ts units': 'our words',
  'catalogue/memory/catalogue.ts texts': 'texts of the catalogue, counted with it',
  'catalogue/memory/catalogues.ts entries': 'tenants',
  'catalogue/memory/sorted.ts all': 'values of the catalogue',
  'catalogue/memory/sorted.ts gone': 'products of the catalogue',
  'catalogue/memory/sorted.ts orders': 'our sorts',
  'catalogue/memory/sorted.ts places': 'names of the catalogue',
  'catalogue/memory/sorted.ts readers': 'languages',
  'catalogue/memory/tenantCatalogue.ts readers': 'languages',
  'catalogue/productFilters.ts statementsByText': 'at most maxNamedStatements',
  'catalogue/texts/sources.ts statements': 'our kinds of texts',
  'catalogue/texts/texts.ts #sources': 'ends with the call',
  'catalogue/texts/translate.ts fieldsOfRules': 'our fields',
  'catalogue/texts/translate.ts kindOfField': 'our fields',
  'db/distributed.ts idle': 'connections',
  'db/freshness.ts tenants': 'tenants',
  'documents/backgroundFiles.ts inProgress': 'files that are being made, one a user',
  'documents/backgroundFiles.ts running': 'files that are being made, one a user',
  'documents/printThread.ts aborted': 'documents that are being made',
  'documents/printing.ts threads': 'two kinds of threads',
  'erp/erpAgent/serve.ts waitingByTenant': 'tenants, at most maxWaitingPerTenant each',
  'erp/erpAgent/serve.ts waitingCalls': 'calls that wait',
  'erp/kit/session.ts refused': 'at most maxRefusals, of 20 KB',
  'erp/tryton/pullBalances.ts open': 'ends with the fetch',
  'exports/workbook.ts indexes': 'ends with the export',
  'http/connections.ts exchanges': 'requests that run',
  'http/connections.ts idle': 'at most maxIdle',
  'http/refusalLog.ts logged': 'our codes',
  'i18n.ts translators': 'languages',
  'images/photoStore.ts running': 'photos that are being made',
  'jobs/runner.ts running': 'tenants and our kinds of jobs',
  'jobs/runner.ts wokenAgain': 'tenants and our kinds of jobs',
  'operator/usage.ts counts': 'tenants',
  'orders/placing.ts queues': 'tenants',
  'pricing/tenantRules.ts parents': 'categories, counted with the rules',
  'pricing/tenantRules.ts segments': 'rules of a tenant, counted with them',
  'process/metrics.ts answerOf': 'our routes and statuses',
  'tableFiles/questions.ts byName': 'ends with the file; our questions and its columns',
  'tableFiles/readerTurns.ts reading': 'files that are being read, two a process',
  'tableFiles/sheet.ts at': 'ends with the file',
  'tableFiles/values.ts no': 'our words',
  'tableFiles/values.ts yes': 'our words',
  'users/userCache.ts renewing': 'tenants',
  'users/saveUser.ts was': 'ends with the call',
}

const topLevel = /^(?:export )?(?:async )?(?:function\*? (\w+)|const (\w+) = (?:async )?\(|class (\w+))/
const map =
  /^( {2})?(?:export )?(?:const|let|readonly|private readonly) (#?\w+)(?:: [^=]*)? = new (?:Map|Set)\b/
/** Whose variables live on in what they return. */
const keeps =
  /^(?:open|create|keep|kept|store|cardStore|catalogueOf|readerTurns|tenantRules|backgroundFiles)|^[A-Z]/

async function longLivedMaps(): Promise<string[]> {
  const folder = join(projectFolder, 'src/server')
  const found: string[] = []
  for (const file of await readdir(folder, { recursive: true })) {
    if (!file.endsWith('.ts') || file.endsWith('.test.ts')) continue
    let within = ''
    for (const line of (await readFile(join(folder, file), 'utf8')).split('\n')) {
      const [, ...names] = topLevel.exec(line) ?? []
      within = names.find(Boolean) ?? (line.startsWith('}') ? '' : within)
      const [, indent, name] = map.exec(line) ?? []
      if (name && (!indent || keeps.test(within))) found.push(`${file.replaceAll('\\', '/')} ${name}`)
    }
  }
  return found
}

test('no map is filled by whoever sends ever new keys', async () => {
  const found = await longLivedMaps()
  expect(found.filter((one) => !(one in ours))).toEqual([])
  expect(Object.keys(ours).filter((one) => !found.includes(one))).toEqual([])
})
