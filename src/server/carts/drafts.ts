import type { z } from 'zod'
import { productFields } from '#server/catalogue/productFields.ts'
import { columnOf } from '#server/db/columns.ts'
import { readPage } from '#server/db/listPage.ts'
import { contains, folded } from '#server/db/search.ts'
import { prepared } from '#server/db/statement.ts'
import { collectValues, type Values } from '#server/db/values.ts'
import { verb } from '#server/http/http.ts'
import { oneOf } from '#server/http/refuse.ts'
import type { User } from '#server/users/session.ts'
import { seasonInventory } from '#shared/catalogue/catalogue.ts'
import {
  type Draft,
  type DraftRow,
  deleteDraft,
  getDraftById,
  getDrafts,
  restoreDraft,
} from '#shared/orders/carts.ts'
import { headerFields, headerNames } from '#shared/orders/headerFields.ts'
import { isNotPlaced, isVisibleTo, nameOf, viewerOf } from './draftAccess.ts'

type ListRequest = z.output<typeof getDrafts.input>

const sortKeys: Record<ListRequest['sort'], string> = {
  updatedAt: 'd.updated_at',
  name: `nullif(d.name, '') collate "tr-x-icu"`,
}

/** SQL for list and draft; `owner`: parameter of the current user. */
const fields = (owner: string) => `
  'id', d.id, 'name', d.name, 'isShared', d.is_shared, 'orderType', d.order_type,
  'currAccCode', coalesce(a.code, ''), 'currAccDescription', coalesce(a.description, ''),
  'isMine', d.owner_id = ${owner}, 'ownerName', ${nameOf('o')}, 'updatedBy', ${nameOf('w')}, 'version', d.version,
  'updatedAt', to_char(d.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const joined = `
  left join accounts a on a.tenant_id = $1 and a.id = d.account_id
  join users o on o.tenant_id = $1 and o.id = d.owner_id
  join users w on w.tenant_id = $1 and w.id = d.updated_by`

/** Own and shared drafts. */
export const listDrafts = verb(getDrafts, ({ tx, user }, asked) => {
  const values = collectValues()
  const matched = `
    select d.id, ${sortKeys[asked.sort]} as key, d.id as tie from drafts d
    left join accounts a on a.tenant_id = $1 and a.id = d.account_id
    where ${conditions(asked, user, values).join(' and ')}`
  const rows = `
    select shown.position, json_build_object(${fields(values.add(user.id))},
      'lineCount', d.line_count, 'qty', d.qty, 'totals', d.totals) as item
    from shown join drafts d on d.tenant_id = $1 and d.id = shown.id ${joined}`
  return readPage<DraftRow>(tx, { matched, rows, values }, asked)
})

function conditions({ search, currAccCode, isMine }: ListRequest, user: User, values: Values): string[] {
  const [owner, agent, account] = viewerOf(user)
  const ownerId = values.add(owner)
  const visible = isVisibleTo(ownerId, values.add(agent), values.add(account))
  const all = ['d.tenant_id = $1', 'd.deleted_at is null', visible, isNotPlaced]
  if (currAccCode) all.push(`a.code = ${values.add(currAccCode)}`)
  if (isMine !== undefined) all.push(`(d.owner_id = ${ownerId}) = ${values.add(isMine)}`)
  const text = folded(`concat_ws(' ', d.name, a.code, a.description)`)
  if (search) all.push(contains(text, search, values))
  return all
}

/** SQL: a customer does not read what others wrote of a draft to the office. */
const visibleTo = (reason: string) =>
  `case when $5::uuid is null or d.owner_id = $3 then ${reason} else '' end`

const header = headerNames
  .map((name) => {
    const column = `d.${columnOf(name)}`
    return `'${name}', ${headerFields[name].shownTo === 'everybody' ? column : visibleTo(column)}`
  })
  .join(', ')

const readOne = prepared(`
  select json_strip_nulls(json_build_object(${fields('$3')},
    'lineCount', d.line_count, 'subCurrAccId', s.id, 'salesPersonCode', d.agent_code, ${header},
    'lines', coalesce((
      select json_agg(json_build_object(
        'productId', v.id, 'qty', l.line->'qty', 'unitPrice', l.line->'unitPrice',
        'priceCurrencyCode', l.line->'priceCurrencyCode', 'discount', l.line->'discount',
        ${productFields}, 'brandId', b.id, 'brandName', b.name, 'categoryId', p.category_id, 'itemDim1Code', v.size,
        'lotCode', v.lot_code, 'lotDescription', case when (l.line->>'piecesPerLot')::integer <> v.pieces_per_lot
          then coalesce(l.line->>'lotDescription', v.lot_description) else v.lot_description end,
        'piecesPerLot', coalesce((l.line->>'piecesPerLot')::integer, v.pieces_per_lot),
        'inventory', case when d.order_type = 'Season' then ${seasonInventory} else v.inventory end,
        'taxCode', nullif(p.tax_code, ''), 'sortOrder', v.sort_order) order by l.position)
      from jsonb_array_elements(d.lines) with ordinality l (line, position)
      join variants v on v.tenant_id = $1 and v.id = (l.line->>'productId')::uuid
      join products p on p.tenant_id = $1 and p.id = v.product_id
      join brands b on b.tenant_id = $1 and b.id = p.brand_id), '[]'::json))) as draft
  from drafts d ${joined}
  left join sub_accounts s on s.tenant_id = $1 and s.id = d.sub_account_id and s.deleted_at is null
  where d.tenant_id = $1 and d.id = $2 and d.deleted_at is null and ${isVisibleTo('$3', '$4', '$5')} and ${isNotPlaced}`)

/** Refuses with `notFound` if not visible to the user. */
export const readDraft = verb(getDraftById, async ({ tx, user }, { id }) => {
  return (await oneOf(tx.query<{ draft: Draft }>(readOne, id, ...viewerOf(user)))).draft
})

// No new version: others can go on editing.
const markDeleted = prepared(`
  update drafts set deleted_at = coalesce(deleted_at, $4::timestamptz)
  where tenant_id = $1 and id = $2 and owner_id = $3 returning id`)
const markRestored = prepared(`
  update drafts set deleted_at = null where tenant_id = $1 and id = $2 and owner_id = $3 returning id`)

/** Own drafts only; can be restored. */
export const remove = verb(deleteDraft, async ({ tx, user, now }, { id }) => {
  await oneOf(tx.query(markDeleted, id, user.id, now))
})

export const restore = verb(restoreDraft, async ({ tx, user }, { id }) => {
  await oneOf(tx.query(markRestored, id, user.id))
})
