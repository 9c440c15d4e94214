import { defaultColumns } from '#shared/erp/files.ts'
import type { LinkedKind } from '#shared/erp/settings.ts'
import type { ErpLinkShown } from '#shared/erp.ts'
import { partLabel } from './mappingParts.ts'
import type { filesSchema, nebimSchema, OwnDraft, odooSchema, trytonSchema } from './setupForm.ts'

type Stored = ErpLinkShown | undefined

/** What a kind's form begins with: what is saved of it, else as it comes. */
function begun<Own extends object>(fresh: Own, kind: LinkedKind, stored: Stored): Own {
  const saved = stored?.kind === kind ? stored.settings : {}
  return Object.fromEntries(
    Object.entries(fresh).map(([name, value]: [string, unknown]) => [name, saved[name] ?? value]),
  ) as Own
}

export const trytonDraft = (stored: Stored) =>
  begun<OwnDraft<typeof trytonSchema>>(
    {
      database: '',
      username: '',
      shops: [],
      warehouse: '',
      priceLists: [],
      state: 'confirmed',
      createParties: true,
    },
    'tryton',
    stored,
  )

/** The columns that a file has unless somebody has chosen others, with headings in the reader's language. */
export const usualColumns = () =>
  defaultColumns.map(({ name, value }) => ({
    name: partLabel(/\{([\w.]+)\}/.exec(value)?.[1]) ?? name,
    value,
  }))

export const filesDraft = (stored: Stored) =>
  begun<OwnDraft<typeof filesSchema>>(
    {
      format: 'csv',
      where: 'folder',
      host: '',
      port: 22,
      username: '',
      folder: '',
      hostKey: '',
      columns: usualColumns(),
      dialect: 'semicolon',
    },
    'files',
    stored,
  )

export const nebimDraft = (stored: Stored) =>
  begun<OwnDraft<typeof nebimSchema>>(
    {
      userGroup: '',
      username: '',
      database: '',
      office: '',
      store: '',
      warehouse: '',
      lots: 'sumLines',
      procedures: { orders: 'usp_ToptanOrders', customers: '', products: '', prices: '', stock: '' },
      fields: [],
    },
    'nebim',
    stored,
  )

export const odooDraft = (stored: Stored) =>
  begun<OwnDraft<typeof odooSchema>>(
    {
      database: '',
      api: 'json2',
      username: '',
      company: '',
      warehouse: '',
      priceLists: [],
      state: 'confirmed',
      createParties: true,
      fields: [],
    },
    'odoo',
    stored,
  )
