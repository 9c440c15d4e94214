import { defaultColumns } from '#shared/erp/files.ts'
import type { LinkedKind } from '#shared/erp/settings.ts'
import type { ErpLinkShown } from '#shared/erp.ts'
import { partLabel } from './mappingParts.ts'
import type { filesSchema, KindDraft, nebimSchema, odooSchema, trytonSchema } from './setupForm.ts'

type Stored = ErpLinkShown | undefined

/** Stored values of this kind over the defaults. */
function withStored<D extends object>(defaults: D, kind: LinkedKind, stored: Stored): D {
  const saved = stored?.kind === kind ? stored.settings : {}
  return Object.fromEntries(
    Object.entries(defaults).map(([name, value]: [string, unknown]) => [name, saved[name] ?? value]),
  ) as D
}

export const trytonDraft = (stored: Stored) =>
  withStored<KindDraft<typeof trytonSchema>>(
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

/** Default columns, with headings in the user's language. */
export const defaultFileColumns = () =>
  defaultColumns.map(({ name, value }) => ({
    name: partLabel(/\{([\w.]+)\}/.exec(value)?.[1]) ?? name,
    value,
  }))

export const filesDraft = (stored: Stored) =>
  withStored<KindDraft<typeof filesSchema>>(
    {
      format: 'csv',
      where: 'folder',
      host: '',
      port: 22,
      username: '',
      folder: '',
      hostKey: '',
      columns: defaultFileColumns(),
      dialect: 'semicolon',
    },
    'files',
    stored,
  )

export const nebimDraft = (stored: Stored) =>
  withStored<KindDraft<typeof nebimSchema>>(
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
  withStored<KindDraft<typeof odooSchema>>(
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
