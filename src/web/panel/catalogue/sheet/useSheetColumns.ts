import { useMediaQuery } from '@mantine/hooks'
import { useEffect, useMemo } from 'react'
import { useStore } from 'zustand'
import { type FieldKind, variantField } from '#shared/catalogue/catalogueFields.ts'
import type { ProductChoices } from '#shared/catalogue/productLists.ts'
import { type SheetField, sheetFields } from '#shared/catalogue/productSheet.ts'
import { t } from '#web/i18n.ts'
import type { CellPosition } from '#web/ui/grid/moves.ts'
import { useColumns, visibleColumns } from '../../list/columns.ts'
import { fieldLabel } from '../fieldLabel.ts'
import { useProductChoices } from '../products/productChoices.ts'
import { priceField, pricesOf, type Row, type SheetColumn } from './cells.ts'
import type { SheetStore } from './sheetStore.ts'

export function useSheetColumns(store: SheetStore) {
  const choices = useProductChoices()
  const settings = useColumns('productSheet')
  const rows = useStore(store, (state) => state.rows)
  const columns = useMemo(() => buildColumns(rows, choices?.priceGroups ?? []), [rows, choices])
  const isNarrow = useMediaQuery('(max-width: 767px)', false, { getInitialValueInEffect: false })
  const visible = useMemo(
    // Phones show colour and size below the code.
    () =>
      visibleColumns(columns, settings.choice).filter(
        ({ kind }, index) => index === 0 || !isNarrow || kind !== 'fixed',
      ),
    [columns, settings.choice, isNarrow],
  )
  useEffect(() => {
    store.setState(({ cursor, anchor }) => {
      const clamp = (at: CellPosition) => ({ ...at, column: Math.min(at.column, visible.length - 1) })
      return { columns: visible, cursor: clamp(cursor), anchor: clamp(anchor) }
    })
  }, [store, visible])
  return { columns, settings }
}

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
function buildColumns(rows: Row[], groups: ProductChoices['priceGroups']): SheetColumn[] {
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

const column = (
  key: string,
  name: string,
  width: number,
  options: Pick<SheetColumn, 'kind' | 'level' | 'field'> & Partial<SheetColumn>,
): SheetColumn => ({ key, name, width, ...options })

/** The tenant's own groups first, each with its usual currency first. */
function groupCurrencies(
  rows: Row[],
  groups: ProductChoices['priceGroups'],
): [group: string, currency: string][] {
  const currencies = new Map(
    groups.map(({ priceGroup, currencyCode }) => [priceGroup, new Set([currencyCode])]),
  )
  for (const { item } of rows) {
    for (const [group, price] of pricesOf(item)) {
      const known = currencies.get(group)
      if (known) known.add(price.currencyCode)
      else currencies.set(group, new Set([price.currencyCode]))
    }
  }
  return [...currencies].flatMap(([group, codes]) =>
    [...codes].map((code): [string, string] => [group, code]),
  )
}
