import { Button } from '@mantine/core'
import { IconAlertTriangle, IconX } from '@tabler/icons-react'
import { type SyntheticEvent, useState } from 'react'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import type { JudgedLine, Offer } from './checkedLines.ts'
import classes from './LineList.module.css'
import type { ReadLine } from './orderLine.ts'
import { codeFromAbove, problemText } from './problemText.ts'
import { qtyReadings } from './quantity.ts'
import { chooseProduct, editLine, removeLines } from './quickStore.ts'

const fields = ['code', 'colorCode', 'size', 'qty'] as const
const roleOfField = { code: 'code', colorCode: 'color', size: 'size', qty: 'qty' } as const

/** A line that cannot be ordered as it stands: as it was written, what is wrong, and the means to put it right. */
export function ProblemRow({ line }: { line: JudgedLine }) {
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
          {offer && <p className={classes.small}>{nameOf(offer)}</p>}
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

const nameOf = ({ product, item }: Offer) =>
  `${product.itemDescription} · ${product.colorDescription} · ${item.itemDim1Code || item.lotCode}`

function Candidates({ line }: { line: JudgedLine }) {
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
          {nameOf(offer)} ({t('product.stock', { count: formatCount(offer.item.inventory) })})
        </option>
      ))}
    </select>
  )
}

/** Code, colour, size and quantity; checked again with Enter, with the button, or by going on to another line. */
function EditForm({ line }: { line: JudgedLine }) {
  const [draft, setDraft] = useState<Pick<ReadLine, (typeof fields)[number]>>(line)
  const isChanged = fields.some((field) => draft[field] !== line[field])
  const settle = (event: SyntheticEvent) => {
    event.preventDefault()
    if (!isChanged) return
    const changed = fields.filter((field) => draft[field] !== line[field])
    editLine(line.id, Object.fromEntries(changed.map((field) => [field, draft[field]])))
  }
  return (
    <form className={classes.edit} onSubmit={settle}>
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
              if (!event.currentTarget.form?.contains(event.relatedTarget)) settle(event)
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
