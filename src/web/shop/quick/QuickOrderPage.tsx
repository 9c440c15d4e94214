import { Button, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { maxOrderLines } from '#shared/orders/orderRules.ts'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { notifyDone } from '#web/notify.ts'
import { Failure } from '#web/ui/Failure.tsx'
import { Totals } from '#web/ui/Totals.tsx'
import { addManyToCart } from '../cart/lines/changeManyLines.ts'
import { withinLineLimit } from '../cart/lines/lineLimit.ts'
import { lineOf, totalQty } from '../cart/stored/cart.ts'
import { changeLines, useCart } from '../cart/stored/cartStore.ts'
import { subtractLines } from '../cart/stored/movedLines.ts'
import { undoInCart } from '../cart/stored/undoInCart.ts'
import { totalsOf } from '../cart/totals/totals.ts'
import { usePricedBeside } from '../pricing/pricedLines.ts'
import { LineList } from './LineList.tsx'
import { QuickInput } from './QuickInput.tsx'
import classes from './QuickOrderPage.module.css'
import { removeLines, resetForOtherUser, restoreList, useQuickList } from './quickStore.ts'
import { cartItemsOf, type ResolvedLine, resolveLines } from './resolvedLines.ts'
import { useAnswers } from './useAnswers.ts'

export function QuickOrderPage() {
  useState(resetForOtherUser)
  const lines = useQuickList((list) => list.lines)
  const { answers, isChecking, error, retry } = useAnswers(lines)
  const cartLines = useCart((cart) => cart.lines)
  const inCart = new Map(cartLines.map(({ productId, qty }) => [productId, qty]))
  const resolved = resolveLines(lines, answers, inCart)
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
      {lines.length > 0 && <ReadList lines={resolved} isChecking={isChecking} />}
    </>
  )
}

/** What was read, and what adds it to the cart. */
function ReadList({ lines, isChecking }: { lines: ResolvedLine[]; isChecking: boolean }) {
  const cart = useCart()
  const all = lines.filter((line) => !line.problem)
  const good = withinLineLimit(all, ({ offer }) => offer?.item.productId ?? '', cart.lines)
  const cartItems = cartItemsOf(good)
  const cartLines = cartItems.flatMap(({ product, item, qty }) =>
    item.unitPrice === undefined || item.currencyCode === undefined
      ? []
      : [{ ...lineOf(cart, product, item, item.unitPrice, item.currencyCode), qty }],
  )
  const priced = usePricedBeside(cartLines)
  const prices = priced && new Map(priced.map(({ productId, unitPrice }) => [productId, unitPrice]))
  const add = () => {
    const before = useQuickList.getState()
    if (good.length === 0 || !addManyToCart(cartItems)) return
    removeLines(new Set(good.map(({ id }) => id)))
    notifyDone(
      t('ordering.quick.added', { count: good.length, lines: formatCount(good.length) }),
      undoInCart(() => {
        removeFromCart(cartItems)
        restoreList(before)
      }),
    )
  }
  return (
    <>
      <LineList lines={lines} isChecking={isChecking} prices={prices} />
      <div className={classes.bar}>
        {good.length < all.length && (
          <p className={classes.full} role="status">
            {t('ordering.cart.tooMany', { most: maxOrderLines })}{' '}
            {t('ordering.quick.restStays', { count: all.length - good.length })}
          </p>
        )}
        <dl className={classes.sum}>
          <dt>
            {t('ordering.scan.units', { count: totalQty(cartLines) })} · {t('tax.without')}
          </dt>
          <dd>
            <Totals totals={totalsOf(priced ?? [])} />
          </dd>
        </dl>
        <Link to="/cart" className={classes.toCart}>
          {t('cart.title')}
        </Link>
        <Button size="md" loading={isChecking} disabled={good.length === 0} onClick={add}>
          {t('ordering.quick.add', { count: good.length, lines: formatCount(good.length) })}
        </Button>
      </div>
    </>
  )
}

/** Removes exactly what was just added. */
function removeFromCart(items: ReturnType<typeof cartItemsOf>): void {
  const taken = items.map(({ item: { productId }, qty }) => ({ productId, qty }))
  changeLines(({ lines }) => ({ lines: subtractLines(lines, taken) }))
}
