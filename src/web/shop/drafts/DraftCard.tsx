import { Badge, Button } from '@mantine/core'
import { IconCopy, IconDots, IconPencil, IconShare, IconShareOff, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import type { DraftRow } from '#shared/orders/carts.ts'
import { t } from '#web/i18n.ts'
import { notifyDone } from '#web/notify.ts'
import { DropMenu, DropMenuItem } from '#web/ui/DropMenu.tsx'
import { Totals } from '#web/ui/Totals.tsx'
import { useOrdersForOthers } from '../account.ts'
import { deleteDraft, duplicateDraft, openDraftById, updateDraftDetails } from '../cart/saving/drafts.ts'
import { formatWhen } from '../cart/saving/formatWhen.ts'
import { useCart } from '../cart/stored/cartStore.ts'
import classes from './DraftCard.module.css'
import { draftsKey } from './draftsKey.ts'
import { NameForm } from './nameForm.ts'
import { useAsyncAction } from './useAsyncAction.ts'

export function DraftCard({ draft }: { draft: DraftRow }) {
  const isForOthers = useOrdersForOthers()
  const isOpen = useCart((cart) => cart.draftVersion > 0 && cart.guidKey === draft.id)
  const [isNaming, setIsNaming] = useState(false)
  const refresh = useRefresh()
  const { name, orderType, currAccCode, currAccDescription, lineCount: lines, qty: units, totals } = draft
  return (
    <li className={classes.card} data-open={isOpen || undefined}>
      <div className={classes.what}>
        {isNaming ? (
          <Suspense>
            <NameForm
              name={name}
              onSave={(given) => updateDraftDetails(draft.id, { name: given }).then(refresh)}
              onClose={() => setIsNaming(false)}
            />
          </Suspense>
        ) : (
          <h2 className={classes.name}>
            {name || t('ordering.drafts.unnamed')}
            {isOpen && <Badge variant="light">{t('ordering.drafts.current')}</Badge>}
          </h2>
        )}
        {isForOthers && (
          <p className={classes.account}>
            {currAccCode ? (
              <>
                {currAccDescription} <bdi className={classes.soft}>{currAccCode}</bdi>
              </>
            ) : (
              t('ordering.drafts.noCustomer')
            )}
          </p>
        )}
        <p className={classes.soft}>
          {t('ordering.drafts.size', { lines, units })} · {t(`orderType.${orderType}`)}
        </p>
        <Changed draft={draft} />
        <Sharing draft={draft} isForOthers={isForOthers} />
      </div>
      <div className={classes.totals}>
        <Totals totals={totals} />
      </div>
      <div className={classes.actions}>
        <Open draft={draft} isOpen={isOpen} />
        <More draft={draft} onRename={() => setIsNaming(true)} />
      </div>
    </li>
  )
}

/** Names the editor where it may be somebody else. */
function Changed({ draft }: { draft: DraftRow }) {
  const when = formatWhen(draft.updatedAt)
  const isPrivate = draft.isMine && !draft.isShared
  return (
    <p className={classes.soft}>
      {isPrivate ? t('ordering.drafts.changed', { when }) : `${draft.updatedBy} · ${when}`}
    </p>
  )
}

function Sharing({ draft, isForOthers }: { draft: DraftRow; isForOthers: boolean }) {
  if (!draft.isShared) return null
  const seenBy = isForOthers ? t('ordering.drafts.sharedDealer') : t('ordering.drafts.sharedAgent')
  return (
    <p className={classes.shared}>
      <IconShare size={16} stroke={1.6} aria-hidden />
      {draft.isMine ? seenBy : t('ordering.drafts.sharedBy', { name: draft.ownerName })}
    </p>
  )
}

function Open({ draft, isOpen }: { draft: DraftRow; isOpen: boolean }) {
  const navigate = useNavigate()
  const { run, isRunning } = useAsyncAction()
  if (isOpen) {
    return (
      <Button size="sm" variant="default" renderRoot={(props) => <Link to="/cart" {...props} />}>
        {t('ordering.drafts.toCart')}
      </Button>
    )
  }
  const open = async () => {
    if (await openDraftById(draft.id)) notifyDone(t('ordering.found.keptMine'))
    await navigate({ to: '/cart' })
  }
  return (
    <Button
      size="sm"
      loading={isRunning}
      aria-label={t('ordering.drafts.openLabel', { name: draftName(draft) })}
      onClick={() => run(open)}
    >
      {t('ordering.drafts.open')}
    </Button>
  )
}

const draftName = (draft: DraftRow) => draft.name || t('ordering.drafts.unnamed')

function More({ draft, onRename }: { draft: DraftRow; onRename: () => void }) {
  const isForOthers = useOrdersForOthers()
  const refresh = useRefresh()
  const { run } = useAsyncAction()
  const copy = async () => {
    await duplicateDraft(draft.id)
    notifyDone(t('ordering.drafts.duplicated'))
  }
  const remove = async () => {
    const restore = await deleteDraft(draft.id)
    notifyDone(t('ordering.drafts.deleted', { name: draftName(draft) }), {
      undo: () => restore().then(refresh),
    })
  }
  const share = () => updateDraftDetails(draft.id, { isShared: !draft.isShared })
  const withRefresh = (action: () => Promise<unknown>) => () => run(() => action().then(refresh))
  return (
    <DropMenu
      label={t('ordering.drafts.actions', { name: draftName(draft) })}
      button={<IconDots size={22} aria-hidden />}
    >
      <DropMenuItem icon={<IconCopy size={18} aria-hidden />} onClick={withRefresh(copy)}>
        {t('ordering.drafts.duplicate')}
      </DropMenuItem>
      {draft.isMine && (
        <>
          <DropMenuItem icon={<IconPencil size={18} aria-hidden />} onClick={onRename}>
            {t('ordering.drafts.rename')}
          </DropMenuItem>
          {draft.currAccCode && (
            <DropMenuItem
              icon={
                draft.isShared ? <IconShareOff size={18} aria-hidden /> : <IconShare size={18} aria-hidden />
              }
              onClick={withRefresh(share)}
            >
              {draft.isShared ? t('ordering.drafts.unshare') : shareText(isForOthers)}
            </DropMenuItem>
          )}
          <DropMenuItem icon={<IconTrash size={18} aria-hidden />} onClick={withRefresh(remove)}>
            {t('ordering.drafts.delete')}
          </DropMenuItem>
        </>
      )}
    </DropMenu>
  )
}

const shareText = (isForOthers: boolean) =>
  isForOthers ? t('ordering.drafts.shareDealer') : t('ordering.drafts.shareAgent')

function useRefresh() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: draftsKey })
}
