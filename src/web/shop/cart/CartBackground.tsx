import { Button } from '@mantine/core'
import { IconDevices } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { StoredCart } from '#shared/orders/carts.ts'
import { t } from '#web/i18n.ts'
import { notifyDone, notifyFailure } from '#web/notify.ts'
import classes from './CartBackground.module.css'
import { startAutosave } from './saving/draftSaving.ts'
import { formatWhen } from './saving/formatWhen.ts'
import { addStoredLines, openStoredCart, type TakeOverResult, useLiveCart } from './saving/liveCart.ts'
import { useCart } from './stored/cartStore.ts'
import { WaitingOrders } from './WaitingOrders.tsx'

/** The live cart, offers of carts from other devices, draft saving, and orders to be sent, on every shop page. */
export function CartBackground() {
  const { found, settle } = useLiveCart()
  useEffect(startAutosave, [])
  return (
    <>
      <WaitingOrders />
      {found && <Offer found={found} settle={settle} />}
    </>
  )
}

/** A banner offering a cart from another device. */
function Offer({ found, settle }: { found: StoredCart; settle: () => void }) {
  const isEmpty = useCart((cart) => cart.lines.length === 0)
  const [running, setRunning] = useState<typeof openStoredCart>()
  const run = async (takeOver: typeof openStoredCart) => {
    if (running) return
    setRunning(() => takeOver)
    try {
      notifyOutcome(await takeOver(found))
      settle()
    } catch (error) {
      notifyFailure(error)
    }
    setRunning(undefined)
  }
  const lines = found.lines.length
  const units = found.lines.reduce((sum, { qty }) => sum + qty, 0)
  const size = t('ordering.drafts.size', { lines, units })
  return (
    <section className={classes.banner} aria-label={t('ordering.found.label')}>
      <IconDevices className={classes.icon} size={24} stroke={1.6} aria-hidden />
      <p className={classes.text} role="status">
        {t('ordering.found.text', { size, when: formatWhen(found.changedAt) })}
      </p>
      <div className={classes.actions}>
        <Button
          size="sm"
          px="sm"
          loading={running === openStoredCart}
          onClick={() => void run(openStoredCart)}
        >
          {t('ordering.found.continue')}
        </Button>
        {!isEmpty && (
          <Button
            size="sm"
            variant="default"
            px="sm"
            loading={running === addStoredLines}
            onClick={() => void run(addStoredLines)}
          >
            {t('ordering.found.add')}
          </Button>
        )}
        <Button size="sm" variant="subtle" px="sm" onClick={settle}>
          {t('ordering.found.notNow')}
        </Button>
      </div>
    </section>
  )
}

function notifyOutcome({ missing, isKept }: TakeOverResult): void {
  if (isKept) notifyDone(t('ordering.found.keptMine'))
  if (missing > 0) notifyFailure(t('ordering.found.missing', { count: missing }))
}
