import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Unmet } from '#shared/quantities.ts'
import { t } from '#web/i18n.ts'
import { notifyFailure } from '#web/notify.ts'
import { unmetText } from '#web/unmetWords.ts'
import { useViewedAccount } from '../account.ts'
import { useCart } from '../cart/cartStore.ts'
import classes from './UnmetList.module.css'

/** Each with a button that adds what is missing. */
export function UnmetList({ unmet }: { unmet: Unmet[] }) {
  const lines = useCart((cart) => cart.lines)
  const currAccCode = useViewedAccount()
  const [filling, setFilling] = useState<string>()
  const press = async (one: Unmet) => {
    if (filling) return
    setFilling(one.ruleId)
    await import('./later.ts').then(({ fill }) => fill(one, currAccCode)).catch(notifyFailure)
    setFilling(undefined)
  }
  return (
    <ul className={classes.list}>
      {unmet.map((one) => (
        <li key={one.ruleId}>
          <span>{unmetText(one, lines)}</span>
          {one.kind !== 'maximum' && (
            <Button
              size="xs"
              variant="default"
              loading={filling === one.ruleId}
              onClick={() => void press(one)}
            >
              {t('ordering.unmet.fill')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
