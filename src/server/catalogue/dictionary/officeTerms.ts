import { actorOf, recordChange } from '#server/changes/record.ts'
import { newId } from '#server/db/newId.ts'
import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import { verb } from '#server/http/http.ts'
import { oneOf, refuseFields } from '#server/http/refuse.ts'
import type { Tenant } from '#server/tenancy/tenants.ts'
import { deleteTerm, getTerms, saveTerm, type TermRow } from '#shared/catalogue/texts.ts'
import { Refusal } from '#shared/errors.ts'
import type { Language } from '#shared/tenancy.ts'
import { textMatcher } from '#shared/text/textMatch.ts'
import { type Dictionary, dictionaryOf, phrasesOf } from './dictionary.ts'
import { starterLines, starterTerms } from './starterTerms.ts'
import { termOf } from './terms.ts'

type Own = Required<TermRow>

const columns = 'id, role, wordings, version'
const readOwn = prepared(`select ${columns} from terms where tenant_id = $1 order by updated_at desc, id`)
const lockOne = prepared(`select ${columns} from terms where tenant_id = $1 and id = $2 for update`)

const starterPhrases = new Map<Language, ReturnType<typeof phrasesOf>>()

/** The tenant's own terms, and then those that come with the product. */
export async function dictionaryFor(
  tx: Pick<Tx, 'query'>,
  { mainLanguage }: Pick<Tenant, 'mainLanguage'>,
): Promise<Dictionary> {
  const starter = starterPhrases.get(mainLanguage) ?? phrasesOf(starterTerms(), mainLanguage)
  starterPhrases.set(mainLanguage, starter)
  const terms = (await tx.query<Own>(readOwn)).map(({ role, wordings }) => termOf(role, wordings))
  return dictionaryOf([phrasesOf(terms, mainLanguage), starter], mainLanguage)
}

export const listTerms = verb(getTerms, async ({ tx }, { search = '', isOwn = false, page, limit }) => {
  const own: TermRow[] = await tx.query<Own>(readOwn)
  const starter: TermRow[] = isOwn ? [] : starterLines().map(({ role, cells }) => ({ role, wordings: cells }))
  const isFound = textMatcher(search)
  const found = [...own, ...starter].filter(({ wordings }) => isFound(Object.values(wordings).join('\n')))
  return { items: found.slice((page - 1) * limit, page * limit), total: found.length }
})

const insertTerm = prepared(`
  insert into terms (tenant_id, id, role, wordings, updated_at) values ($1, $2, $3, $4, $5) returning version`)
const updateTerm = prepared(`
  update terms set role = $3, wordings = $4, updated_at = $5, version = version + 1
  where tenant_id = $1 and id = $2 returning version`)

export const writeTerm = verb(saveTerm, async (call, { id: known, version, role, wordings }) => {
  const { tx, tenant, now } = call
  const own = wordings[tenant.mainLanguage] ?? ''
  if (own === '') refuseFields(call.language, { [`wordings.${tenant.mainLanguage}`]: 'field.required' })
  const before = known && (await oneOf(tx.query<Own>(lockOne, known)))
  const id = known ?? newId()
  if (before && version !== undefined && before.version !== version) throw new Refusal('record.changed')
  const written = await oneOf(
    tx.query<{ version: number }>(before ? updateTerm : insertTerm, id, role, JSON.stringify(wordings), now),
  )
  await recordChange(tx, actorOf(call), now, {
    subject: 'text',
    subjectName: own,
    action: before ? 'changed' : 'added',
    ...(before ? { before: before.wordings } : {}),
    after: wordings,
  })
  return { id, version: written.version }
})

const dropTerm = prepared('delete from terms where tenant_id = $1 and id = $2 returning wordings')

export const removeTerm = verb(deleteTerm, async (call, { id }) => {
  const { tx, tenant, now } = call
  const { wordings } = await oneOf(tx.query<Own>(dropTerm, id))
  const subjectName = wordings[tenant.mainLanguage] ?? ''
  await recordChange(tx, actorOf(call), now, { subject: 'text', subjectName, action: 'deleted' })
})
