import { nameOf } from '#server/carts/draftAccess.ts'

/** SQL: fields of what news are about. Needs n(ews) with {@link joinSubjects}. */
export const factsOfNews = `
  'kind', n.kind, 'orderNumber', o.number::text, 'guidKey', o.guid_key, 'draftName', d.name, 'ownerName', ${nameOf('w')},
  'itemCode', p.item_code, 'itemDescription', p.item_description, 'colorCode', p.color_code,
  'colorDescription', p.color_description, 'sizes', case when p.id is not null then n.sizes end`

export const joinSubjects = `
  left join orders o on o.tenant_id = $1 and o.id = n.subject_id
  left join drafts d on d.tenant_id = $1 and d.id = n.subject_id and d.deleted_at is null and d.is_shared
  left join users w on w.tenant_id = $1 and w.id = d.owner_id
  left join products p on p.tenant_id = $1 and p.id = n.subject_id`
