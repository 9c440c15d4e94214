import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { Unmet, Wall } from '#shared/pricing/quantities.ts'
import { t } from '#web/i18n.ts'
import { notifyFailure } from '#web/notify.ts'
import { unmetText } from '#web/unmetWords.ts'
import { useViewedAccount } from '../account.ts'
import { useCart } from '../cart/stored/cartStore.ts'
import classes from './UnmetList.module.css'

/** Each with a button that adds what is missing, if it can be added. */
export function UnmetList({ unmet }: { unmet: Unmet[] }) {
  const lines = useCart((cart) => cart.lines)
  const currAccCode = useViewedAccount()
  const walls = useStockWalls(unmet, currAccCode)
  const [filling, setFilling] = useState<string>()
  const press = async (one: Unmet) => {
    if (filling) return
    setFilling(one.ruleId)
    await import('./later.ts').then(({ fill }) => fill(one, currAccCode)).catch(notifyFailure)
    setFilling(undefined)
  }
  return (
    <ul className={classes.list}>
      {unmet
        .map((one) => ({ wall: walls.get(one.ruleId), ...one }))
        .map((one) => (
          <li key={one.ruleId}>
            <span>{unmetText(one, lines)}</span>
            {one.kind !== 'maximum' && !one.wall && (
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

const noWalls: ReadonlyMap<string, Wall> = new Map()

/** By rule: what the stock does not allow to add. */
function useStockWalls(unmet: Unmet[], currAccCode: string | undefined): ReadonlyMap<string, Wall> {
  const [known, setKnown] = useState({ key: '', walls: noWalls })
  // The list is another one each time, for the same rules and counts.
  const key = unmet.map(({ ruleId, counted }) => `${ruleId} ${counted}`).join()
  useEffect(() => {
    let isCurrent = true
    void import('./later.ts')
      .then(({ stockWalls }) => stockWalls(unmet, currAccCode))
      // Offline, filling up says it.
      .then(
        (walls) => isCurrent && setKnown({ key, walls }),
        () => {},
      )
    return () => {
      isCurrent = false
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `key` stands for `unmet`
  }, [key, currAccCode])
  return known.key === key ? known.walls : noWalls
}
