import { Button } from '@mantine/core'
import { memo, type SyntheticEvent, useState } from 'react'
import { amountOfLine } from '#shared/numbers/money.ts'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { variantLabel } from '#web/sizes.ts'
import { Money } from '#web/ui/Money.tsx'
import { useNumericField } from '#web/ui/useNumericField.ts'
import rows from '../lines/Lines.module.css'
import { LineName, lineLabel, ProblemHead, RemoveButton } from '../lines/Lines.tsx'
import classes from './LineList.module.css'
import type { ReadLine } from './orderLine.ts'
import { codeFromAbove, problemText } from './problems.ts'
import { qtyReadings } from './quantity.ts'
import { chooseProduct, editLine, removeLines } from './quickStore.ts'
import type { Offer, ResolvedLine } from './resolvedLines.ts'

export const GoodRow = memo(
  function GoodRow({ line, price }: { line: ResolvedLine; price: number | undefined }) {
    const { offer, count } = line
    const { product, item } = offer ?? {}
    const label = product && item ? lineLabel(product, item) : line.code
    return (
      <li className={classes.good}>
        <LineName name={product?.itemDescription ?? line.code} {...(item ? { item } : {})}>
          <p className={rows.small}>
            {product?.colorDescription}
            {product && ' · '}
            <bdi>{line.original}</bdi>
            {line.isCodeFromAbove && <> · {codeFromAbove(line)}</>}
            {item?.lotCode && <> · {t('product.pieces', { count: count * item.piecesPerLot })}</>}
          </p>
        </LineName>
        <QtyField line={line} label={label} />
        <span className={classes.amount}>
          {price !== undefined && item?.currencyCode && (
            <Money amount={amountOfLine({ qty: count, unitPrice: price })} currency={item.currencyCode} />
          )}
        </span>
        <RemoveButton
          label={t('cart.removeLabel', { product: label })}
          onClick={() => removeLines(new Set([line.id]))}
        />
      </li>
    )
  },
  // Rechecks rarely change a line.
  ({ line: one, price }, { line: other, price: otherPrice }) =>
    price === otherPrice &&
    one.id === other.id &&
    one.qty === other.qty &&
    one.offer === other.offer &&
    one.problem === other.problem &&
    one.code === other.code,
)

function QtyField({ line, label }: { line: ResolvedLine; label: string }) {
  const { field } = useNumericField({
    text: line.qty,
    onCommit: (qty) => {
      if (qty !== line.qty) editLine(line.id, { qty })
    },
  })
  return (
    <input className={classes.qty} aria-label={t('ordering.quick.qtyOf', { product: label })} {...field} />
  )
}

export function ProblemRow({ line }: { line: ResolvedLine }) {
  const { problem, offer, candidates, left } = line
  return (
    <li className={classes.problem} data-testid="problem">
      <ProblemHead
        title={<bdi>{line.original}</bdi>}
        removeLabel={t('cart.removeLabel', { product: line.original })}
        onRemove={() => removeLines(new Set([line.id]))}
      >
        {line.isCodeFromAbove && <p className={rows.small}>{codeFromAbove(line)}</p>}
        <p className={rows.reason}>{problemText(line)}</p>
        {offer && <p className={rows.small}>{offerName(offer)}</p>}
      </ProblemHead>
      {(problem === 'ambiguous' || problem === 'notInItem') && candidates.length > 0 && (
        <Candidates line={line} />
      )}
      {problem === 'short' && left > 0 && (
        <Button size="compact-md" variant="light" onClick={() => editLine(line.id, { qty: String(left) })}>
          {t('cart.takeLeft', { count: left })}
        </Button>
      )}
      {problem === 'unclearQty' &&
        qtyReadings(line.qty).map((qty) => (
          <Button
            key={qty}
            size="compact-md"
            variant="light"
            onClick={() => editLine(line.id, { qty: String(qty) })}
          >
            {t('ordering.quick.itMeans', { qty: String(qty) })}
          </Button>
        ))}
      <EditForm key={`${line.code} ${line.colorCode} ${line.size} ${line.qty}`} line={line} />
    </li>
  )
}

const offerName = ({ product, item }: Offer) =>
  `${product.itemDescription} · ${product.colorDescription} · ${variantLabel(item)}`

function Candidates({ line }: { line: ResolvedLine }) {
  return (
    <select
      className={classes.select}
      aria-label={t('ordering.quick.chooseFor', { line: line.original })}
      value=""
      onChange={(event) => chooseProduct(line.id, event.currentTarget.value)}
    >
      <option value="" disabled>
        {t('ordering.quick.choose')}
      </option>
      {line.candidates.map((offer) => (
        <option key={offer.item.productId} value={offer.item.productId}>
          {offerName(offer)} ({t('product.stock', { count: formatCount(offer.item.inventory) })})
        </option>
      ))}
    </select>
  )
}

const fields = ['code', 'colorCode', 'size', 'qty'] as const
const roleOfField = { code: 'code', colorCode: 'color', size: 'size', qty: 'qty' } as const

/** Checks on Enter, the button, or leaving the line. */
function EditForm({ line }: { line: ResolvedLine }) {
  const [draft, setDraft] = useState<Pick<ReadLine, (typeof fields)[number]>>(line)
  const isChanged = fields.some((field) => draft[field] !== line[field])
  const commit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (!isChanged) return
    const changed = fields.filter((field) => draft[field] !== line[field])
    editLine(line.id, Object.fromEntries(changed.map((field) => [field, draft[field]])))
  }
  return (
    <form className={classes.edit} onSubmit={commit}>
      {fields.map((field) => (
        <label key={field} className={classes.label} data-field={field}>
          {t(`ordering.quick.role.${roleOfField[field]}`)}
          <input
            className={classes.input}
            inputMode={field === 'qty' ? 'numeric' : 'text'}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={field === 'code' ? 100 : 30}
            value={draft[field]}
            onBlur={(event) => {
              if (!event.currentTarget.form?.contains(event.relatedTarget)) commit(event)
            }}
            onChange={(event) => {
              const { value } = event.currentTarget
              setDraft((before) => ({ ...before, [field]: value }))
            }}
          />
        </label>
      ))}
      <Button type="submit" variant="default" size="compact-md" disabled={!isChanged}>
        {t('ordering.quick.checkAgain')}
      </Button>
    </form>
  )
}
