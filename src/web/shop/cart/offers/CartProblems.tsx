import { Button } from '@mantine/core'
import { Suspense, useEffect, useRef } from 'react'
import { t } from '#web/i18n.ts'
import { Failure } from '#web/ui/Failure.tsx'
import { Note } from '#web/ui/Note.tsx'
import { Totals } from '#web/ui/Totals.tsx'
import { useCustomer } from '../../account.ts'
import { usePricedLines } from '../../pricing/pricedLines.ts'
import { useBrokenLimits } from '../../pricing/pricing.ts'
import { OverrideReason } from '../../seller/seller.ts'
import { useDeferredLines } from '../lines/deferredLines.ts'
import { type CartLine } from '../stored/cart.ts'
import { useCart } from '../stored/cartStore.ts'
import { totalsOf } from '../totals/totals.ts'
import classes from './CartProblems.module.css'
import { fixLines } from './lineChanges.ts'
import { allKinds, type FindProblem, kindsOf, type ProblemKind, problemKinds, withFixed } from './offers.ts'
import { type useOfferCheck, useProblemFinder } from './useOffers.ts'

/** Scroll and focus target. */
export const problemsId = 'cart-problems'

/** What changed since the lines were added. */
export function CartProblems({ checked }: { checked: ReturnType<typeof useOfferCheck> }) {
  const findProblem = useProblemFinder()
  const lines = useDeferredLines()
  const notice = useRef<HTMLDivElement>(null)
  const isOtherAccount = useCart(({ pricedFor }) => pricedFor !== '' && pricedFor !== checked.buyer)
  const account = useCustomer(checked.account).data?.currAccDescription ?? checked.account
  const counts = countKinds(lines, findProblem)
  const hasBrokenLimits = useBrokenLimits().length > 0
  const kinds = allKinds.filter((kind) => counts[kind] > 0)
  const hasPrices = counts.prices > 0
  useEffect(() => {
    // The customer field may be far below.
    if (hasPrices && isOtherAccount) notice.current?.scrollIntoView({ block: 'center' })
  }, [hasPrices, isOtherAccount])
  if (checked.error && kinds.length === 0) return <Failure error={checked.error} />
  if (kinds.length === 0) return null
  const messageOf = (kind: ProblemKind) =>
    kind === 'prices' && isOtherAccount && account
      ? t('ordering.cart.pricesFor', { count: counts.prices, customer: account })
      : t(problemKinds[kind].found, { count: counts[kind] })
  return (
    <Note
      ref={notice}
      id={problemsId}
      tabIndex={-1}
      role="status"
      color="yellow"
      className={classes.notice}
      title={t('ordering.cart.problems')}
    >
      <ul className={classes.kinds}>
        {kinds.map((kind) => (
          <li key={kind} className={classes.kind}>
            <span>
              {messageOf(kind)}
              {kind === 'gone' && <Brands lines={lines} findProblem={findProblem} account={account} />}
            </span>
            <Button size="xs" variant="default" onClick={() => fixLines([kind])}>
              {t(problemKinds[kind].fix)}
            </Button>
          </li>
        ))}
      </ul>
      {counts.minimum > 0 && !hasBrokenLimits && (
        <Suspense>
          <OverrideReason maySettle={false} />
        </Suspense>
      )}
      <div className={classes.outcome}>
        <Outcome lines={lines} findProblem={findProblem} />
        {kinds.length > 1 && (
          <Button size="sm" onClick={() => fixLines(allKinds)}>
            {t('ordering.cart.fixAll')}
          </Button>
        )}
      </div>
    </Note>
  )
}

function countKinds(lines: CartLine[], findProblem: FindProblem): Record<ProblemKind, number> {
  const counts = Object.fromEntries(allKinds.map((kind) => [kind, 0])) as Record<ProblemKind, number>
  for (const line of lines) {
    for (const kind of kindsOf(findProblem(line))) counts[kind] += 1
  }
  return counts
}

/** Brands the account may not buy. */
function Brands({
  lines,
  findProblem,
  account,
}: {
  lines: CartLine[]
  findProblem: FindProblem
  account: string
}) {
  const brands = new Set(
    lines.filter((line) => findProblem(line)?.gone === 'brandExcluded').map((line) => line.brandName),
  )
  if (brands.size === 0) return null
  return (
    <> {t('ordering.cart.brandsExcluded', { brands: [...brands].join(', '), customer: account || '–' })}</>
  )
}

/** Totals before and after fixing everything. */
function Outcome({ lines, findProblem }: { lines: CartLine[]; findProblem: FindProblem }) {
  const before = usePricedLines(lines)
  const after = usePricedLines(withFixed(lines, findProblem, allKinds))
  return (
    <dl className={classes.totals}>
      <div>
        <dt>
          {t('ordering.cart.totalBefore')} · {t('tax.without')}
        </dt>
        <dd>
          <Totals totals={totalsOf(before)} />
        </dd>
      </div>
      <div>
        <dt>
          {t('ordering.cart.totalAfter')} · {t('tax.without')}
        </dt>
        <dd>
          <Totals totals={totalsOf(after)} />
        </dd>
      </div>
    </dl>
  )
}
