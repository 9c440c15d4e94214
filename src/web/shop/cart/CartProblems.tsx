import { Alert, Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { t } from '#web/i18n.ts'
import { Failure } from '#web/ui/Failure.tsx'
import { Totals } from '#web/ui/Totals.tsx'
import { useCustomer } from '../account.ts'
import classes from './CartProblems.module.css'
import { type CartLine, totalsOf } from './cart.ts'
import { useCart } from './cartStore.ts'
import { useCalmLines } from './deferredLines.ts'
import { settleLines } from './lineChanges.ts'
import { type Judge, type Kind, kindsOf, withSettled } from './offers.ts'
import { useJudge, type useOfferCheck } from './useOffers.ts'

/** Scroll and focus target. */
export const problemsId = 'cart-problems'

const all: Kind[] = ['prices', 'lots', 'stock', 'gone']
const fixes = {
  prices: 'ordering.cart.takePrices',
  lots: 'ordering.cart.takeLots',
  stock: 'ordering.cart.takeAllLeft',
  gone: 'ordering.cart.removeGone',
} as const

/** What changed since the lines were added. */
export function CartProblems({ checked }: { checked: ReturnType<typeof useOfferCheck> }) {
  const judge = useJudge()
  const lines = useCalmLines()
  const notice = useRef<HTMLDivElement>(null)
  const isOtherAccount = useCart(({ pricedFor }) => pricedFor !== '' && pricedFor !== checked.buyer)
  const account = useCustomer(checked.account).data?.currAccDescription ?? checked.account
  const counts = countKinds(lines, judge)
  const kinds = all.filter((kind) => counts[kind] > 0)
  const hasPrices = counts.prices > 0
  useEffect(() => {
    // The customer field may be far below.
    if (hasPrices && isOtherAccount) notice.current?.scrollIntoView({ block: 'center' })
  }, [hasPrices, isOtherAccount])
  if (checked.error && kinds.length === 0) return <Failure error={checked.error} />
  if (kinds.length === 0) return null
  const say = {
    prices:
      isOtherAccount && account
        ? t('ordering.cart.pricesFor', { count: counts.prices, customer: account })
        : t('cart.pricesChanged', { count: counts.prices }),
    lots: t('ordering.cart.lotsChanged', { count: counts.lots }),
    stock: t('ordering.cart.stockShort', { count: counts.stock }),
    gone: t('ordering.cart.linesGone', { count: counts.gone }),
  }
  return (
    <Alert
      ref={notice}
      id={problemsId}
      tabIndex={-1}
      role="status"
      color="yellow"
      variant="light"
      className={classes.notice}
      title={t('ordering.cart.problems')}
    >
      <ul className={classes.kinds}>
        {kinds.map((kind) => (
          <li key={kind} className={classes.kind}>
            <span>
              {say[kind]}
              {kind === 'gone' && <Brands lines={lines} judge={judge} account={account} />}
            </span>
            <Button size="xs" variant="default" onClick={() => settleLines([kind])}>
              {t(fixes[kind])}
            </Button>
          </li>
        ))}
      </ul>
      <div className={classes.outcome}>
        <Outcome lines={lines} judge={judge} />
        {kinds.length > 1 && (
          <Button size="sm" onClick={() => settleLines(all)}>
            {t('ordering.cart.fixAll')}
          </Button>
        )}
      </div>
    </Alert>
  )
}

function countKinds(lines: CartLine[], judge: Judge): Record<Kind, number> {
  const counts = { prices: 0, lots: 0, stock: 0, gone: 0 }
  for (const line of lines) {
    for (const kind of kindsOf(judge(line))) counts[kind] += 1
  }
  return counts
}

/** Brands the account may not buy. */
function Brands({ lines, judge, account }: { lines: CartLine[]; judge: Judge; account: string }) {
  const brands = new Set(
    lines.filter((line) => judge(line)?.gone === 'brandExcluded').map((line) => line.brandName),
  )
  if (brands.size === 0) return null
  return (
    <> {t('ordering.cart.brandsExcluded', { brands: [...brands].join(', '), customer: account || '–' })}</>
  )
}

/** Totals before and after fixing everything. */
function Outcome({ lines, judge }: { lines: CartLine[]; judge: Judge }) {
  return (
    <dl className={classes.totals}>
      <div>
        <dt>{t('ordering.cart.totalBefore')}</dt>
        <dd>
          <Totals totals={totalsOf(lines)} />
        </dd>
      </div>
      <div>
        <dt>{t('ordering.cart.totalAfter')}</dt>
        <dd>
          <Totals totals={totalsOf(withSettled(lines, judge, all))} />
        </dd>
      </div>
    </dl>
  )
}
