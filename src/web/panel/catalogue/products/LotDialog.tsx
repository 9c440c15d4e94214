import { Group, TextInput } from '@mantine/core'
import { useState } from 'react'
import { type LotSize, lotDescriptionOf, piecesIn } from '#shared/catalogue/lots.ts'
import { t } from '#web/i18n.ts'
import { type FieldNumber, isUnread, NumberField } from '#web/ui/NumberField.tsx'
import { Dialog } from '../../Dialog.tsx'
import { Hint } from '../../Hint.tsx'
import { TextLanguages } from '../texts/TextLanguages.tsx'
import classes from './AddVariants.module.css'
import type { RowDraft } from './itemDraft.ts'
import { setRows, useItem, useItemStore } from './itemStore.ts'
import { readSizes } from './sizes.ts'

type Props = { row: RowDraft; colorKey: string; onClose: () => void }

/** Edits a lot's pieces by size, or only their number if sizes are unknown. */
export function LotDialog({ row, colorKey, onClose }: Props) {
  const store = useItemStore()
  const existingSizes = useItem(({ draft: { colors, rows } }) =>
    (colors[colorKey]?.rowKeys ?? []).map((key) => rows[key]?.size ?? '').join('\n'),
  )
  const [typed, setTyped] = useState('')
  const [counts, setCounts] = useState<TypedPieces>(
    () => new Map(row.lotSizes.map(({ size, pieces }) => [size, pieces])),
  )
  const [pieces, setPieces] = useState<FieldNumber>(row.piecesPerLot)
  const generatedDescription = lotDescriptionOf(row.lotSizes)
  const [description, setDescription] = useState(
    row.lotDescription === generatedDescription ? '' : row.lotDescription,
  )
  const sizes = [...new Set([...existingSizes.split('\n'), ...counts.keys(), ...readSizes(typed)])].filter(
    (size) => size !== '' && size.length <= 10,
  )
  const lotSizes = lotSizesIn(sizes, counts)
  const isKnown = lotSizes.length > 0
  const total = isKnown ? piecesIn(lotSizes) : pieces
  const apply = () => {
    if (typeof total === 'string' || [...counts.values()].some(isUnread)) return
    const lotDescription = description.trim() || (isKnown ? lotDescriptionOf(lotSizes) : '')
    setRows(store, [[row.key, { lotSizes, piecesPerLot: total, lotDescription }]])
    onClose()
  }
  return (
    <Dialog
      title={t('product.lot', { code: row.lotCode })}
      action={{ text: t('panel.product.take'), isOnEnter: true, onClick: apply }}
      onClose={onClose}
      size="lg"
    >
      <fieldset className={classes.lot}>
        <legend>{t('panel.product.piecesBySize')}</legend>
        <Pieces sizes={sizes} pieces={counts} onChange={setCounts} />
        <TextInput
          className={classes.lotCode}
          label={t('panel.product.otherSizes')}
          dir="ltr"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </fieldset>
      <Group gap="md" mt="sm" align="flex-end">
        <NumberField
          kind="whole"
          label={t('panel.product.piecesPerLot')}
          w={140}
          min={1}
          max={1_000_000}
          error={total === '' && t('field.required')}
          readOnly={isKnown}
          variant={isKnown ? 'filled' : 'default'}
          value={total}
          onChange={setPieces}
        />
        <TextInput
          flex={1}
          miw={180}
          label={t('panel.product.lotWords')}
          placeholder={isKnown ? lotDescriptionOf(lotSizes) : ''}
          maxLength={255}
          value={description}
          rightSection={<TextLanguages kind="lot" source={description || lotDescriptionOf(lotSizes)} />}
          onChange={(event) => setDescription(event.currentTarget.value)}
        />
      </Group>
      {!isKnown && <Hint mt="xs">{t('panel.product.lotUnknown')}</Hint>}
    </Dialog>
  )
}

/** By size. */
export type TypedPieces = ReadonlyMap<string, FieldNumber>

export const lotSizesIn = (sizes: string[], pieces: TypedPieces): LotSize[] =>
  sizes.flatMap((size) => {
    const count = pieces.get(size)
    return typeof count === 'number' && count > 0 ? [{ size, pieces: count }] : []
  })

type PiecesProps = {
  sizes: string[]
  pieces: TypedPieces
  onChange: (pieces: TypedPieces) => void
}

/** A lot's pieces of each size. */
export function Pieces({ sizes, pieces, onChange }: PiecesProps) {
  return sizes.map((size, index) => (
    <NumberField
      key={size}
      kind="whole"
      className={classes.count}
      label={<bdi>{size}</bdi>}
      aria-label={t('panel.product.piecesOf', { size })}
      data-autofocus={index === 0 || undefined}
      max={10_000}
      value={pieces.get(size)}
      onChange={(value) => onChange(new Map(pieces).set(size, value))}
    />
  ))
}
