import type { ProductChoices } from '#shared/productLists.ts'
import { t } from '#web/i18n.ts'
import { priceField, type Row, type SheetColumn } from './cells.ts'

const fixed = (key: string, name: string, width: number): SheetColumn => ({
  key,
  name,
  width,
  kind: 'fixed',
  level: 'item',
  field: key,
  isFrozen: true,
})

/** Includes a price column per price group and currency in use. */
export function buildColumns(rows: Row[], groups: ProductChoices['priceGroups']): SheetColumn[] {
  return [
    fixed('itemCode', t('product.itemCode'), 108),
    fixed('color', t('product.color'), 108),
    fixed('size', t('panel.product.sizeOrLot'), 84),
    column('name', t('panel.product.name'), 190, {
      kind: 'text',
      level: 'product',
      field: 'itemDescription',
    }),
    column('inventory', t('panel.product.stock'), 76, { kind: 'count', level: 'item', field: 'inventory' }),
    ...groupCurrencies(rows, groups).map(([group, currency]) =>
      column(`price ${group} ${currency}`, `${t('panel.product.price')} ${group} (${currency})`, 108, {
        kind: 'price',
        level: 'item',
        field: priceField(group),
        group,
        currency,
      }),
    ),
    column('barcode', t('document.barcode'), 136, { kind: 'text', level: 'item', field: 'barcode' }),
    column('sortOrder', t('panel.import.column.sortOrder'), 88, {
      kind: 'count',
      level: 'item',
      field: 'sortOrder',
      isOptional: true,
    }),
    column('active', t('panel.sheet.sizeOnSale'), 88, { kind: 'flag', level: 'item', field: 'isActive' }),
    column('onSale', t('panel.sheet.productOnSale'), 88, {
      kind: 'flag',
      level: 'product',
      field: 'isActive',
    }),
  ]
}

function column(
  key: string,
  name: string,
  width: number,
  options: Pick<SheetColumn, 'kind' | 'level' | 'field'> & Partial<SheetColumn>,
): SheetColumn {
  return { key, name, width, ...options }
}

/** The tenant's own groups first, each with its usual currency first. */
function groupCurrencies(
  rows: Row[],
  groups: ProductChoices['priceGroups'],
): [group: string, currency: string][] {
  const currencies = new Map(
    groups.map(({ priceGroup, currencyCode }) => [priceGroup, new Set([currencyCode])]),
  )
  for (const { item } of rows) {
    for (const { priceGroup, currencyCode } of item.prices) {
      const known = currencies.get(priceGroup)
      if (known) known.add(currencyCode)
      else currencies.set(priceGroup, new Set([currencyCode]))
    }
  }
  return [...currencies].flatMap(([group, codes]) =>
    [...codes].map((code): [string, string] => [group, code]),
  )
}
