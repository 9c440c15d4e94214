import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { DraftRow } from '#shared/orders/carts.ts'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { notifyDone } from '#web/notify.ts'
import { useSession } from '#web/session.ts'
import { Totals } from '#web/ui/Totals.tsx'
import { formatWhen } from '../cart/saving/formatWhen.ts'
import { useCart } from '../cart/stored/cartStore.ts'
import { useAsyncAction } from '../drafts/useAsyncAction.ts'
import classes from './Continue.module.css'
import home from './HomePage.module.css'

const shownDrafts = 3

/** Carts that somebody else prepared and shared, to look through and order. `account`: the customer whom an agent orders for. */
export function SharedDrafts({ account }: { account: string | undefined }) {
  const userId = useSession((session) => session.user?.id)
  const openId = useCart((cart) => cart.guidKey)
  const { data = [] } = useQuery({
    queryKey: ['drafts', 'shared', userId, account],
    queryFn: async ({ signal }) => {
      const input = { currAccCode: account, isMine: false, limit: shownDrafts + 1 }
      return (await api.post('/api/Shop/GetDrafts', input, { signal })).data.items
    },
  })
  // One more is read, as one may be the open cart.
  const shared = data.filter(({ id }) => id !== openId).slice(0, shownDrafts)
  if (shared.length === 0) return null
  return (
    <section className={home.shelf}>
      <h2 className={home.title}>{t('home.shared')}</h2>
      <ul className={classes.list}>
        {shared.map((draft) => (
          <li key={draft.id}>
            <SharedDraft draft={draft} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function SharedDraft({ draft }: { draft: DraftRow }) {
  const { id, ownerName, updatedAt, lineCount: lines, qty: units, totals } = draft
  const navigate = useNavigate()
  const { run, isRunning } = useAsyncAction()
  const open = async () => {
    const { openDraftById } = await import('../cart/saving/drafts.ts')
    if (await openDraftById(id)) notifyDone(t('ordering.found.keptMine'))
    await navigate({ to: '/cart' })
  }
  return (
    <button type="button" className={classes.card} aria-busy={isRunning} onClick={() => run(open)}>
      <span className={classes.what}>
        <strong>{draft.name || t('ordering.drafts.unnamed')}</strong>
        <span className={classes.small}>
          {t('ordering.drafts.sharedBy', { name: ownerName })} · {formatWhen(updatedAt)}
        </span>
        <span className={classes.small}>{t('ordering.drafts.size', { lines, units })}</span>
      </span>
      <span className={classes.sum}>
        <Totals totals={totals} />
      </span>
    </button>
  )
}
