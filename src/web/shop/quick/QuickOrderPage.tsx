import { Button, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { maxOrderLines } from '#shared/orderRules.ts'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { notifyDone } from '#web/notify.ts'
import { Failure } from '#web/ui/Failure.tsx'
import { Totals } from '#web/ui/Totals.tsx'
import { lineOf, subtractLines, totalQty, totalsOf } from '../cart/cart.ts'
import { addManyToCart, changeLines, useCart } from '../cart/cartStore.ts'
import { withinLineLimit } from '../cart/lineLimit.ts'
import { undoInCart } from '../cart/undoInCart.ts'
import { type JudgedLine, judge, wantedOf } from './checkedLines.ts'
import { LineList } from './LineList.tsx'
import { QuickInput } from './QuickInput.tsx'
import classes from './QuickOrderPage.module.css'
import { claimQuickList, removeLines, restoreList, useQuickList } from './quickStore.ts'
import { useAnswers } from './useAnswers.ts'

/** Ordering by a list: typed, pasted or from a file of the customer's own, checked line by line, added at once. */
export function QuickOrderPage() {
  useState(claimQuickList)
  const lines = useQuickList((list) => list.lines)
  const { answers, isChecking, error, retry } = useAnswers(lines)
  const cartLines = useCart((cart) => cart.lines)
  const inCart = new Map(cartLines.map(({ productId, qty }) => [productId, qty]))
  const judged = judge(lines, answers, inCart)
  return (
    <>
      <Title order={1} size="h3" mb="xs">
        {t('ordering.quick.title')}
      </Title>
      <p className={classes.lead}>{t('ordering.quick.lead')}</p>
      <QuickInput hasLines={lines.length > 0} />
      {error && (
        <>
          <Failure error={error} />
          <Button variant="default" mt="xs" onClick={retry}>
            {t('action.retry')}
          </Button>
        </>
      )}
      {lines.length > 0 && (
        <>
          <LineList lines={judged} isChecking={isChecking} />
          <AddBar lines={judged} isChecking={isChecking} />
        </>
      )}
    </>
  )
}

/** What the good lines come to, and the button that puts them into the cart. */
function AddBar({ lines, isChecking }: { lines: JudgedLine[]; isChecking: boolean }) {
  const cart = useCart()
  const all = lines.filter((line) => !line.problem)
  const good = withinLineLimit(all, ({ offer }) => offer?.item.productId ?? '', cart.lines)
  const wanted = wantedOf(good)
  const priced = wanted.flatMap(({ product, item, qty }) =>
    item.unitPrice === undefined || item.currencyCode === undefined
      ? []
      : [{ ...lineOf(cart, product, item, item.unitPrice, item.currencyCode), qty }],
  )
  const add = () => {
    const before = useQuickList.getState()
    if (good.length === 0 || !addManyToCart(wanted)) return
    removeLines(new Set(good.map(({ id }) => id)))
    notifyDone(
      t('ordering.quick.added', { count: good.length, lines: formatCount(good.length) }),
      undoInCart(() => {
        takeBack(wanted)
        restoreList(before)
      }),
    )
  }
  return (
    <div className={classes.bar}>
      {good.length < all.length && (
        <p className={classes.full} role="status">
          {t('ordering.cart.tooMany', { most: maxOrderLines })}{' '}
          {t('ordering.quick.restStays', { count: all.length - good.length })}
        </p>
      )}
      <dl className={classes.sum}>
        <dt>{t('ordering.scan.units', { count: totalQty(priced) })}</dt>
        <dd>
          <Totals totals={totalsOf(priced)} />
        </dd>
      </dl>
      <Link to="/cart" className={classes.toCart}>
        {t('cart.title')}
      </Link>
      <Button size="md" loading={isChecking} disabled={good.length === 0} onClick={add}>
        {t('ordering.quick.add', { count: good.length, lines: formatCount(good.length) })}
      </Button>
    </div>
  )
}

/** Takes out of the cart what has just been put into it, and nothing else. */
function takeBack(wanted: ReturnType<typeof wantedOf>): void {
  const taken = wanted.map(({ item: { productId }, qty }) => ({ productId, qty }))
  changeLines(({ lines }) => ({ lines: subtractLines(lines, taken) }))
}
