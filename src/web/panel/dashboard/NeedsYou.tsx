import type { Dashboard } from '#shared/analysis/analysis.ts'
import { pages } from '#shared/pages.ts'
import { t } from '#web/i18n.ts'
import { isCustomer, useSession } from '#web/session.ts'
import { useMayOpen } from '../access.ts'
import classes from './NeedsYou.module.css'
import { MissingRates } from './RateNotes.tsx'
import { useMissingRates } from './rates.ts'
import { Warning } from './Warning.tsx'

/** What waits for somebody, before any figure; nothing if nothing waits. */
export function NeedsYou({ day, currencies }: { day: Dashboard; currencies: string[] }) {
  const { held, failedTransfers, undelivered } = day
  const mayDecide = useMayOpen(pages.heldOrders)
  const isDealer = useSession(({ user }) => isCustomer(user))
  const missing = useMissingRates(currencies)
  if (held + failedTransfers + undelivered + missing.length === 0) return null
  return (
    <section className={`box ${classes.needs}`} aria-label={t('panel.dashboard.needsYou')}>
      {held > 0 && (
        <Warning
          link={
            mayDecide ? { to: '/siparisler/onay' } : ordersWith({ state: isDealer ? 'returned' : 'review' })
          }
          text={t(isDealer ? 'panel.dashboard.returned' : 'panel.dashboard.held', { count: held })}
        />
      )}
      {failedTransfers > 0 && (
        <Warning
          link={ordersWith({ transfer: 'dead' })}
          text={t('panel.dashboard.failedTransfers', { count: failedTransfers })}
        />
      )}
      {undelivered > 0 && (
        <Warning
          link={ordersWith({ mails: 'undelivered' })}
          text={t('panel.dashboard.undelivered', { count: undelivered })}
        />
      )}
      <MissingRates missing={missing} />
    </section>
  )
}

const ordersWith = (search: object) => ({ to: '/siparisler/index' as const, search: search as never })
