import { Button, Skeleton, TextInput, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { notifyDone } from '#web/notify.ts'
import { useSession } from '#web/session.ts'
import { Empty } from '#web/ui/Empty.tsx'
import { Failure } from '#web/ui/Failure.tsx'
import { LineIcon } from '#web/ui/LineIcon.tsx'
import { useOrdersForOthers } from '../account.ts'
import { CartName } from '../cart/saving/CartName.tsx'
import { startEmptyCart } from '../cart/saving/drafts.ts'
import { useCart } from '../cart/stored/cartStore.ts'
import { DraftCard } from './DraftCard.tsx'
import classes from './DraftsPage.module.css'
import { draftsKey } from './draftsKey.ts'
import { useAsyncAction } from './useAsyncAction.ts'
import { WaitingCarts } from './WaitingCarts.tsx'

const pageSize = 20
/** Longer lists get a search. */
const searchAboveDrafts = 8

/** The user's own drafts and those shared with them. */
export function DraftsPage() {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), 250)
  const isForOthers = useOrdersForOthers()
  const drafts = useDrafts(search)
  const rows = drafts.data?.pages.flatMap((page) => page.items) ?? []
  const total = drafts.data?.pages[0]?.total ?? 0
  return (
    <>
      <div className={classes.head}>
        <Title order={1} size="h3">
          {t('ordering.drafts.title')}
        </Title>
        <NewCart />
      </div>
      <OpenCart />
      <WaitingCarts />
      {(total > searchAboveDrafts || typed) && (
        <TextInput
          type="search"
          mb="md"
          label={t('ordering.drafts.search')}
          leftSection={<IconSearch size={18} aria-hidden />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      {drafts.error && <Failure error={drafts.error} onRetry={() => void drafts.refetch()} />}
      {drafts.isPending && <Skeleton height={260} radius="lg" />}
      {drafts.isSuccess && rows.length === 0 && (
        <Empty title={search ? t('ordering.drafts.noMatch') : t('ordering.drafts.emptyTitle')}>
          {!search && (
            <p>{isForOthers ? t('ordering.drafts.emptyAgent') : t('ordering.drafts.emptyDealer')}</p>
          )}
        </Empty>
      )}
      {rows.length > 0 && <p className={classes.note}>{t('tax.amountsWithout')}</p>}
      <ul className={classes.list}>
        {rows.map((draft) => (
          <DraftCard key={draft.id} draft={draft} />
        ))}
      </ul>
      {drafts.hasNextPage && (
        <Button
          variant="default"
          fullWidth
          loading={drafts.isFetchingNextPage}
          onClick={() => void drafts.fetchNextPage()}
        >
          {t('ordering.drafts.more')}
        </Button>
      )}
    </>
  )
}

function useDrafts(search: string) {
  const userId = useSession((session) => session.user?.id)
  // Reloads: a saved draft moves to the front.
  const version = useCart((cart) => `${cart.guidKey} ${cart.draftVersion}`)
  return useInfiniteQuery({
    queryKey: [...draftsKey, userId, search, version],
    queryFn: async ({ pageParam, signal }) =>
      (await api.post('/api/Shop/GetDrafts', { page: pageParam, limit: pageSize, search }, { signal })).data,
    initialPageParam: 1,
    getNextPageParam: (last, all) => (all.length * pageSize < last.total ? all.length + 1 : undefined),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

/** The open cart, while it is not a draft. */
function OpenCart() {
  const isNoDraft = useCart((cart) => cart.draftVersion === 0 && cart.lines.length > 0)
  return isNoDraft && <CartName isOnDrafts />
}

function NewCart() {
  const navigate = useNavigate()
  const { run, isRunning } = useAsyncAction()
  const start = async () => {
    if (await startEmptyCart()) notifyDone(t('ordering.drafts.started'))
    await navigate({ to: '/shop' })
  }
  return (
    <Button
      variant="light"
      leftSection={<LineIcon name="plus" size={18} />}
      loading={isRunning}
      onClick={() => run(start)}
    >
      {t('ordering.drafts.new')}
    </Button>
  )
}
