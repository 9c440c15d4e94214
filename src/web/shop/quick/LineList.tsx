import { Button, Loader, VisuallyHidden } from '@mantine/core'
import { IconFileDownload } from '@tabler/icons-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { notifyDone } from '#web/notify.ts'
import rows from '../lines/Lines.module.css'
import classes from './LineList.module.css'
import { GoodRow, ProblemRow } from './LineRows.tsx'
import { saveProblems } from './problems.ts'
import { qtyReadings } from './quantity.ts'
import { decideUnclear, removeLines, restoreList, useQuickList } from './quickStore.ts'
import type { ResolvedLine } from './resolvedLines.ts'

type Filter = 'all' | 'problems' | 'good'

const rowBatchSize = 100

type Prices = ReadonlyMap<string, number> | undefined
type Props = { lines: ResolvedLine[]; isChecking: boolean; prices: Prices }

/** `prices`: of one unit by product id, once the lines are in the cart; undefined while not known. */
export function LineList({ lines, isChecking, prices }: Props) {
  const [chosen, setChosen] = useState<Filter>()
  const withoutQty = useQuickList((list) => list.withoutQty)
  const isProblem = (line: ResolvedLine) => line.problem !== undefined && line.problem !== 'unchecked'
  const problems = lines.filter(isProblem)
  const good = lines.filter((line) => !line.problem)
  // Problems first, until the user chooses.
  const filter = chosen ?? (problems.length > 0 && !isChecking ? 'problems' : 'all')
  const shown = filter === 'all' ? lines : filter === 'problems' ? problems : good
  const counts: [Filter, number][] = [
    ['all', lines.length],
    ['good', good.length],
    ['problems', problems.length],
  ]
  return (
    <section className={classes.section} aria-label={t('ordering.quick.lines')}>
      <div className={classes.filters} role="group" aria-label={t('ordering.quick.show')}>
        {counts.map(([one, count]) => (
          <button
            key={one}
            type="button"
            className={classes.filter}
            data-problems={(one === 'problems' && count > 0) || undefined}
            aria-pressed={filter === one}
            onClick={() => setChosen(one)}
          >
            {t(`ordering.quick.show.${one}`)} <strong>{formatCount(count)}</strong>
          </button>
        ))}
        {isChecking && <Loader size={18} aria-label={t('ordering.quick.checking')} />}
      </div>
      <VisuallyHidden role="status">
        {isChecking
          ? t('ordering.quick.checking')
          : t('ordering.quick.summary', {
              all: formatCount(lines.length),
              good: formatCount(good.length),
              problems: formatCount(problems.length),
            })}
      </VisuallyHidden>
      {withoutQty > 0 && (
        <p className={rows.small}>{t('ordering.quick.withoutQty', { count: withoutQty })}</p>
      )}
      <UnclearQuantities lines={problems} />
      <Rows key={filter} lines={shown} prices={prices} />
      <div className={classes.tools}>
        {problems.length > 0 && (
          <Button
            variant="default"
            size="sm"
            leftSection={<IconFileDownload size={18} aria-hidden />}
            onClick={() => saveProblems(problems)}
          >
            {t('ordering.quick.saveProblems')}
          </Button>
        )}
        <Button variant="default" size="sm" onClick={clear}>
          {t('ordering.quick.clear')}
        </Button>
      </div>
    </section>
  )
}

/** One program wrote the list, so one answer fits all. */
function UnclearQuantities({ lines }: { lines: ResolvedLine[] }) {
  const unclear = lines.filter(({ problem, qty }) => problem === 'unclearQty' && qtyReadings(qty).length > 1)
  const [first] = unclear
  if (!first || unclear.length < 2) return null
  const [small, large] = qtyReadings(first.qty)
  return (
    <div className={classes.unclear} role="group" aria-label={t('ordering.quick.why.unclearQty')}>
      <p className={rows.small}>
        {t('ordering.quick.unclearAll', { count: unclear.length, sample: `\u2068${first.qty}\u2069` })}
      </p>
      <Button size="compact-md" variant="light" onClick={() => decideUnclear('decimals')}>
        {t('ordering.quick.itMeans', { qty: String(small) })}
      </Button>
      <Button size="compact-md" variant="light" onClick={() => decideUnclear('thousands')}>
        {t('ordering.quick.itMeans', { qty: String(large) })}
      </Button>
    </div>
  )
}

function clear(): void {
  const before = useQuickList.getState()
  removeLines(new Set(before.lines.map(({ id }) => id)))
  notifyDone(t('ordering.quick.cleared'), { undo: async () => restoreList(before) })
}

/** Only rows scrolled to. */
function Rows({ lines, prices }: Omit<Props, 'isChecking'>) {
  const [count, setCount] = useState(rowBatchSize)
  const list = useRef<HTMLUListElement>(null)
  useFocusNextRow(list, lines.length)
  const watchEnd = (end: HTMLDivElement) => {
    const observer = new IntersectionObserver(
      (entries) => entries.at(-1)?.isIntersecting && setCount((before) => before + rowBatchSize),
      { rootMargin: '1200px' },
    )
    observer.observe(end)
    return () => observer.disconnect()
  }
  return (
    <>
      <ul ref={list} className={rows.rows}>
        {lines
          .slice(0, count)
          .map((line) =>
            line.problem && line.problem !== 'unchecked' ? (
              <ProblemRow key={line.id} line={line} />
            ) : (
              <GoodRow key={line.id} line={line} price={prices && priceOf(line, prices)} />
            ),
          )}
      </ul>
      {/* A new element per step, because one still in view would not report. */}
      {lines.length > count && <div key={count} ref={watchEnd} />}
    </>
  )
}

/** The list price of lines beyond what an order can have. */
const priceOf = ({ offer }: ResolvedLine, prices: ReadonlyMap<string, number>) =>
  offer && (prices.get(offer.item.productId) ?? offer.item.unitPrice)

/** After a fix removed the focused row. */
function useFocusNextRow(list: RefObject<HTMLElement | null>, length: number): void {
  const last = useRef({ length, hadFocus: false })
  useEffect(() => {
    const { hadFocus, length: before } = last.current
    if (hadFocus && length < before && document.activeElement === document.body) {
      list.current?.querySelector<HTMLElement>('input, select')?.focus({ preventScroll: true })
    }
    last.current = { length, hadFocus }
  }, [list, length])
  useEffect(() => {
    const trackFocus = () => {
      last.current.hadFocus = list.current?.contains(document.activeElement) ?? false
    }
    document.addEventListener('focusin', trackFocus)
    return () => document.removeEventListener('focusin', trackFocus)
  }, [list])
}
