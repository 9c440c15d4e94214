import { prepared } from '#server/db/statement.ts'
import { verb } from '#server/http/http.ts'
import { translate } from '#server/i18n.ts'
import { Refusal } from '#shared/errors.ts'
import {
  deleteSavedFilter,
  getSavedFilters,
  maxSavedFilters,
  type SavedFilter,
  saveFilter,
} from '#shared/users/savedFilters.ts'

const findAll = prepared(`
  select list, name, query, is_start as "isStart" from saved_filters
  where tenant_id = $1 and user_id = $2 order by list, lower(name), name`)

export const listSavedFilters = verb(getSavedFilters, ({ tx, user }) =>
  tx.query<SavedFilter>(findAll, user.id),
)

// Serializes saves, for the limit.
const lockUser = prepared('select id from users where tenant_id = $1 and id = $2 for no key update')
const countOthers = prepared(`
  select count(*)::int from saved_filters
  where tenant_id = $1 and user_id = $2 and (list, name) <> ($3, $4)`)
const endStart = prepared(`
  update saved_filters set is_start = false
  where tenant_id = $1 and user_id = $2 and list = $3 and name <> $4 and is_start`)
const save = prepared(`
  insert into saved_filters (tenant_id, user_id, list, name, query, is_start) values ($1, $2, $3, $4, $5, $6)
  on conflict (tenant_id, user_id, list, name) do update set query = excluded.query, is_start = excluded.is_start`)

/** Refuses with `request.invalid` beyond the limit. */
export const saveUserFilter = verb(
  saveFilter,
  async ({ tx, user, language }, { list, name, query, isStart }) => {
    const [, [others]] = await Promise.all([
      tx.query(lockUser, user.id),
      tx.query<{ count: number }>(countOthers, user.id, list, name),
    ])
    if (others && others.count >= maxSavedFilters) {
      const text = translate(language, 'panel.saved.tooMany', { limit: maxSavedFilters })
      throw new Refusal('request.invalid', { fields: { name: text } })
    }
    await Promise.all([
      ...(isStart ? [tx.query(endStart, user.id, list, name)] : []),
      tx.query(save, user.id, list, name, JSON.stringify(query), isStart),
    ])
    return
  },
)

const remove = prepared(`
  delete from saved_filters where tenant_id = $1 and user_id = $2 and list = $3 and name = $4`)

export const removeSavedFilter = verb(deleteSavedFilter, async ({ tx, user }, { list, name }) => {
  await tx.query(remove, user.id, list, name)
})
