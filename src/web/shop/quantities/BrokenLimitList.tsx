import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { BrokenLimit, Wall } from '#shared/pricing/quantities.ts'
import { brokenLimitText } from '#web/brokenLimitWords.ts'
import { t } from '#web/i18n.ts'
import { notifyFailure } from '#web/notify.ts'
import { useViewedAccount } from '../account.ts'
import { useCart } from '../cart/stored/cartStore.ts'
import classes from './BrokenLimitList.module.css'

/** Each with a button that adds what is missing, if it can be added. */
export function BrokenLimitList({ brokenLimits }: { brokenLimits: BrokenLimit[] }) {
  const lines = useCart((cart) => cart.lines)
  const currAccCode = useViewedAccount()
  const walls = useStockWalls(brokenLimits, currAccCode)
  const [filling, setFilling] = useState<string>()
  const press = async (one: BrokenLimit) => {
    if (filling) return
    setFilling(one.ruleId)
    await import('./later.ts').then(({ fill }) => fill(one, currAccCode)).catch(notifyFailure)
    setFilling(undefined)
  }
  return (
    <ul className={classes.list}>
      {brokenLimits
        .map((one) => ({ wall: walls.get(one.ruleId), ...one }))
        .map((one) => (
          <li key={one.ruleId}>
            <span>{brokenLimitText(one, lines)}</span>
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
function useStockWalls(
  brokenLimits: BrokenLimit[],
  currAccCode: string | undefined,
): ReadonlyMap<string, Wall> {
  const [known, setKnown] = useState({ key: '', walls: noWalls })
  // The list is another one each time, for the same rules and counts.
  const key = brokenLimits.map(({ ruleId, counted }) => `${ruleId} ${counted}`).join()
  useEffect(() => {
    let isCurrent = true
    void import('./later.ts')
      .then(({ stockWalls }) => stockWalls(brokenLimits, currAccCode))
      // Offline, filling up says it.
      .then(
        (walls) => isCurrent && setKnown({ key, walls }),
        () => {},
      )
    return () => {
      isCurrent = false
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `key` stands for `brokenLimits`
  }, [key, currAccCode])
  return known.key === key ? known.walls : noWalls
}
