import { type FieldKind, variantField } from '#shared/catalogueFields.ts'
import type { ProductChoices } from '#shared/productLists.ts'
import { type SheetField, sheetFields } from '#shared/productSheet.ts'
import { t } from '#web/i18n.ts'
import { fieldLabel } from '../fieldLabel.ts'
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

/** Kinds of cells and widths in pixels, by the kind of the field. */
const looks = {
  text: { kind: 'text', width: 190 },
  code: { kind: 'text', width: 136 },
  count: { kind: 'count', width: 88 },
  stock: { kind: 'count', width: 76 },
  flag: { kind: 'flag', width: 88 },
  lotSizes: { kind: 'fixed', width: 88 },
} as const satisfies Record<FieldKind, Pick<SheetColumn, 'kind' | 'width'>>

function fieldColumn(name: SheetField): SheetColumn {
  const { kind, isInSheet } = variantField(name)
  // Kept from before: browsers store their choice of columns by these keys.
  const key = name === 'isActive' ? 'active' : name
  const { width, ...look } = looks[kind]
  const optional = isInSheet === 'optional' ? { isOptional: true } : {}
  return column(key, fieldLabel(name), width, { ...look, level: 'item', field: name, ...optional })
}

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
    fieldColumn('inventory'),
    ...groupCurrencies(rows, groups).map(([group, currency]) =>
      column(`price ${group} ${currency}`, `${t('panel.product.price')} ${group} (${currency})`, 108, {
        kind: 'price',
        level: 'item',
        field: priceField(group),
        group,
        currency,
      }),
    ),
    ...sheetFields.filter((name) => name !== 'inventory').map(fieldColumn),
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
