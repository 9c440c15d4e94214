import { Button, Loader, VisuallyHidden } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { notifyDone } from '#web/notify.ts'
import type { JudgedLine } from './checkedLines.ts'
import { GoodRow } from './GoodRow.tsx'
import classes from './LineList.module.css'
import { ProblemRow } from './ProblemRow.tsx'
import { saveProblems } from './problemsCsv.ts'
import { qtyReadings } from './quantity.ts'
import { readUnclear, removeLines, restoreList, useQuickList } from './quickStore.ts'

type Filter = 'all' | 'problems' | 'good'

/** How many rows are made at first, and with every scroll to the end. */
const step = 100

/** All lines, or those with something wrong, with sums that add up. */
export function LineList({ lines, isChecking }: { lines: JudgedLine[]; isChecking: boolean }) {
  const [chosen, setChosen] = useState<Filter>()
  const withoutQty = useQuickList((list) => list.withoutQty)
  const isProblem = (line: JudgedLine) => line.problem !== undefined && line.problem !== 'unchecked'
  const problems = lines.filter(isProblem)
  const good = lines.filter((line) => !line.problem)
  // What needs a hand comes first, until somebody looks at something else.
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
        <p className={classes.small}>{t('ordering.quick.withoutQty', { count: withoutQty })}</p>
      )}
      <UnclearQuantities lines={problems} />
      <Rows key={filter} lines={shown} />
      <div className={classes.tools}>
        {problems.length > 0 && (
          <Button
            variant="default"
            size="sm"
            leftSection={<IconDownload size={18} aria-hidden />}
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

/** A whole list of them comes from one program: what one of them means all do. */
function UnclearQuantities({ lines }: { lines: JudgedLine[] }) {
  const unclear = lines.filter(({ problem, qty }) => problem === 'unclearQty' && qtyReadings(qty).length > 1)
  const [first] = unclear
  if (!first || unclear.length < 2) return null
  const [small, large] = qtyReadings(first.qty)
  return (
    <div className={classes.unclear} role="group" aria-label={t('ordering.quick.why.unclearQty')}>
      <p className={classes.small}>
        {t('ordering.quick.unclearAll', { count: unclear.length, sample: `\u2068${first.qty}\u2069` })}
      </p>
      <Button size="compact-md" variant="light" onClick={() => readUnclear('decimals')}>
        {t('ordering.quick.itMeans', { qty: String(small) })}
      </Button>
      <Button size="compact-md" variant="light" onClick={() => readUnclear('thousands')}>
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

/** Rows as far as somebody has scrolled. */
function Rows({ lines }: { lines: JudgedLine[] }) {
  const [count, setCount] = useState(step)
  const list = useRef<HTMLUListElement>(null)
  useKeptFocus(list, lines.length)
  const watchEnd = (end: HTMLDivElement) => {
    const observer = new IntersectionObserver(
      (moments) => moments.at(-1)?.isIntersecting && setCount((before) => before + step),
      { rootMargin: '1200px' },
    )
    observer.observe(end)
    return () => observer.disconnect()
  }
  return (
    <>
      <ul ref={list} className={classes.rows}>
        {lines
          .slice(0, count)
          .map((line) =>
            line.problem && line.problem !== 'unchecked' ? (
              <ProblemRow key={line.id} line={line} />
            ) : (
              <GoodRow key={line.id} line={line} />
            ),
          )}
      </ul>
      {/* A new one after every step: an end that stays in view would say nothing of itself. */}
      {lines.length > count && <div key={count} ref={watchEnd} />}
    </>
  )
}

/** When the row with the focus goes, because it was put right, the focus goes on to the next. */
function useKeptFocus(list: RefObject<HTMLElement | null>, length: number): void {
  const last = useRef({ length, hadFocus: false })
  useEffect(() => {
    const { hadFocus, length: before } = last.current
    if (hadFocus && length < before && document.activeElement === document.body) {
      list.current?.querySelector<HTMLElement>('input, select')?.focus({ preventScroll: true })
    }
    last.current = { length, hadFocus }
  }, [list, length])
  useEffect(() => {
    const follow = () => {
      last.current.hadFocus = list.current?.contains(document.activeElement) ?? false
    }
    document.addEventListener('focusin', follow)
    return () => document.removeEventListener('focusin', follow)
  }, [list])
}
