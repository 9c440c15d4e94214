import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconPlayerPause,
  IconPlugConnected,
} from '@tabler/icons-react'
import type { ErpState } from '#shared/erp.ts'
import { formatDateTime } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { ErpMessage } from './ErpMessage.tsx'
import classes from './ErpPage.module.css'
import { formatRelative } from './relative.ts'

type Condition = ErpState['condition'] | 'paused'
const appearances = {
  idle: { look: 'calm', Icon: IconPlugConnected },
  up: { look: 'good', Icon: IconCircleCheck },
  paused: { look: 'warning', Icon: IconPlayerPause },
  unknown: { look: 'warning', Icon: IconAlertTriangle },
  down: { look: 'bad', Icon: IconCircleX },
  auth: { look: 'bad', Icon: IconCircleX },
} as const satisfies Record<Condition, object>

type Props = { state: ErpState; isPaused: boolean; now: number }

export function StateLine({ state, isPaused, now }: Props) {
  const condition: Condition = isPaused ? 'paused' : state.condition
  const { look, Icon } = appearances[condition]
  const isFailing = condition === 'down' || condition === 'auth' || condition === 'unknown'
  const { failingSince, nextTryAt, error } = state
  return (
    <div className={classes.line} data-look={look} role="status">
      <Icon size={24} aria-hidden />
      <div>
        <p className={classes.heading}>{t(`panel.erp.condition.${condition}`)}</p>
        <p>{t(`panel.erp.condition.${condition}.text`)}</p>
        {isFailing && failingSince && (
          <p>
            {t('panel.erp.since', { when: formatDateTime(failingSince) })}{' '}
            {nextTryAt
              ? t('panel.erp.nextTry', { when: formatRelative(nextTryAt, now) })
              : t('panel.erp.noNextTry')}
          </p>
        )}
        {isFailing && <ErpMessage text={error} />}
      </div>
    </div>
  )
}
