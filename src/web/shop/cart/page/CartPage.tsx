import { Button, Skeleton, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { t } from '#web/i18n.ts'
import { useSession } from '#web/session.ts'
import { confirm } from '#web/ui/confirm.ts'
import { Empty } from '#web/ui/Empty.tsx'
import { useOrdersForOthers, useViewedAccount } from '../../account.ts'
import { lazyPart } from '../../lazy.ts'
import { BrokenLimitNotice } from '../../quantities/BrokenLimitNotice.tsx'
import { CartBackground } from '../CartBackgroundPart.tsx'
import { OrderForm } from '../form/OrderForm.tsx'
import { CartProblems } from '../offers/CartProblems.tsx'
import { ChangedPricesNotice } from '../offers/ChangedPrices.tsx'
import { useOfferCheck } from '../offers/useOffers.ts'
import { PlaceBar, useOrdering } from '../placing/PlaceBar.tsx'
import { PlacingNotice } from '../placing/PlacingNotice.tsx'
import { TooManyLines } from '../placing/TooManyLines.tsx'
import { useIsBeingOrdered } from '../placing/useIsBeingOrdered.ts'
import { CartName } from '../saving/CartName.tsx'
import { clearLines, useCart } from '../stored/cartStore.ts'
import { OrderSummary } from '../totals/OrderSummary.tsx'
import { CartLines } from './CartLines.tsx'
import classes from './CartPage.module.css'
import { CartPaper } from './CartPaper.tsx'
import { CartTools, searchAboveLines } from './CartTools.tsx'
import { EditingBar } from './EditingBar.tsx'
import { RemovedLines } from './RemovedLines.tsx'

const OrderAgain = lazyPart(async () => (await import('../../home/OrderAgain.tsx')).OrderAgain)
const CartCredit = lazyPart(async () => (await import('../totals/CartCredit.tsx')).CartCredit)
// It shows orders that wait, perhaps for the connection.
if (navigator.onLine) void CartBackground.preload().catch(() => {})

export function CartPage() {
  const isEmpty = useCart((cart) => cart.lines.length === 0)
  const isEditing = useCart((cart) => cart.editing !== null)
  const ordering = useOrdering()
  if (ordering.placing.step === 'placed') return <Skeleton height={320} radius="lg" />
  if (isEmpty && !isEditing) return <EmptyCart />
  return (
    <>
      <EditingBar />
      <CartHead />
      <CartPaper />
      <CartName />
      {isEmpty ? (
        <Empty title={t('cart.emptyTitle')}>
          <p>{t('ordering.cart.noLinesLeft')}</p>
          <RemovedLines />
        </Empty>
      ) : (
        <FilledCart ordering={ordering} />
      )}
    </>
  )
}

function EmptyCart() {
  const user = useSession((session) => session.user)
  const ordersForOthers = useOrdersForOthers()
  const account = useViewedAccount()
  return (
    <>
      <Title order={1} size="h3">
        {t('cart.title')}
      </Title>
      <CartName />
      {/* An order still being sent can be stopped here too. */}
      <PlacingNotice />
      <Empty title={t('cart.emptyTitle')}>
        <p>{t('cart.emptyText')}</p>
        <Button renderRoot={(props) => <Link to="/shop" {...props} />}>{t('cart.toShop')}</Button>
      </Empty>
      {user && (account || !ordersForOthers) && (
        <Suspense>
          <OrderAgain account={account} />
        </Suspense>
      )}
    </>
  )
}

function CartHead() {
  const isEditing = useCart((cart) => cart.editing !== null)
  return (
    <div className={classes.head}>
      <Title order={1} size="h3">
        {t('cart.title')}
      </Title>
      {!isEditing && <ClearCart />}
    </div>
  )
}

/** Disabled while sending: the order would be placed from a cleared cart. */
function ClearCart() {
  const isBeingOrdered = useIsBeingOrdered()
  const confirmClear = async () => {
    const action = t('cart.clear')
    if (await confirm({ title: action, text: t('cart.clearText'), action, isDangerous: true })) clearLines()
  }
  return (
    <Button
      className="screen-only"
      variant="subtle"
      color="red"
      disabled={isBeingOrdered}
      onClick={() => void confirmClear()}
    >
      {t('cart.clear')}
    </Button>
  )
}

function FilledCart({ ordering }: { ordering: ReturnType<typeof useOrdering> }) {
  const checked = useOfferCheck()
  const [text, setText] = useState('')
  const [onlyProblems, setOnlyProblems] = useState(false)
  const isLong = useCart((cart) => cart.lines.length > searchAboveLines)
  return (
    <div className={classes.columns}>
      <div className={classes.lines}>
        <TooManyLines />
        <CartProblems checked={checked} />
        <BrokenLimitNotice />
        {isLong && (
          <CartTools
            text={text}
            onText={setText}
            onlyProblems={onlyProblems}
            onOnlyProblems={setOnlyProblems}
          />
        )}
        <CartLines text={isLong ? text : ''} onlyProblems={isLong && onlyProblems} />
        <RemovedLines />
      </div>
      <aside className={classes.side} aria-label={t('cart.summary')}>
        <OrderForm isChecked={ordering.isChecked} />
        {/* Above the totals: on phones, notices cover the page's end. */}
        <PlacingNotice />
        <ChangedPricesNotice />
        <OrderSummary />
        <div className={classes.credit}>
          <Suspense>
            <CartCredit />
          </Suspense>
        </div>
        <PlaceBar ordering={ordering} />
      </aside>
    </div>
  )
}
