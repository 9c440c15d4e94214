import { Button } from '@mantine/core'
import { IconAlertTriangle, IconX } from '@tabler/icons-react'
import { type SyntheticEvent, useState } from 'react'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import classes from './LineList.module.css'
import type { ReadLine } from './orderLine.ts'
import { codeFromAbove, problemText } from './problemText.ts'
import { qtyReadings } from './quantity.ts'
import { chooseProduct, editLine, removeLines } from './quickStore.ts'
import type { Offer, ResolvedLine } from './resolvedLines.ts'

const fields = ['code', 'colorCode', 'size', 'qty'] as const
const roleOfField = { code: 'code', colorCode: 'color', size: 'size', qty: 'qty' } as const

export function ProblemRow({ line }: { line: ResolvedLine }) {
  const { problem, offer, candidates, left } = line
  return (
    <li className={classes.problem} data-testid="problem">
      <div className={classes.problemHead}>
        <IconAlertTriangle size={20} aria-hidden className={classes.warning} />
        <div className={classes.what}>
          <p className={classes.name}>
            <bdi>{line.original}</bdi>
          </p>
          {line.isCodeFromAbove && <p className={classes.small}>{codeFromAbove(line)}</p>}
          <p className={classes.reason}>{problemText(line)}</p>
          {offer && <p className={classes.small}>{offerName(offer)}</p>}
        </div>
        <button
          type="button"
          className={classes.icon}
          aria-label={t('cart.removeLabel', { product: line.original })}
          onClick={() => removeLines(new Set([line.id]))}
        >
          <IconX size={18} aria-hidden />
        </button>
      </div>
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
  `${product.itemDescription} · ${product.colorDescription} · ${item.itemDim1Code || item.lotCode}`

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
