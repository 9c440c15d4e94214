import { Button } from '@mantine/core'
import {
  IconCloudCheck,
  IconCloudOff,
  IconDeviceDesktop,
  IconDots,
  IconFiles,
  IconPencil,
  IconRefresh,
  IconShare,
  IconShareOff,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { t } from '#web/i18n.ts'
import { useSession } from '#web/session.ts'
import { DropMenu, DropMenuItem } from '#web/ui/DropMenu.tsx'
import { useOrdersForOthers } from '../../account.ts'
import { NameForm } from '../../drafts/nameForm.ts'
import { useAsyncAction } from '../../drafts/useAsyncAction.ts'
import type { Cart } from '../stored/cart.ts'
import { useCart } from '../stored/cartStore.ts'
import classes from './CartName.module.css'
import { keepMine, takeTheirs, useSaving } from './draftSaving.ts'
import { keepAsDraft } from './drafts.ts'
import { formatWhen } from './formatWhen.ts'

/** Naming a cart makes it a draft, which saves itself and can be shared. */
export function CartName({ isOnDrafts = false }: { isOnDrafts?: boolean }) {
  const user = useSession((session) => session.user)
  const isEditing = useCart((cart) => cart.editing !== null)
  const isNothing = useCart((cart) => cart.lines.length === 0 && cart.draftVersion === 0)
  const name = useCart((cart) => cart.name)
  const [isNaming, setIsNaming] = useState(false)
  if (!user || isEditing) return null
  return (
    <div className={`${classes.bar} screen-only`}>
      {isNaming ? (
        <Suspense>
          <NameForm
            name={name}
            onSave={(given) => keepAsDraft({ name: given })}
            onClose={() => setIsNaming(false)}
          />
        </Suspense>
      ) : (
        <>
          {isNothing ? <span /> : <Name />}
          <div className={classes.actions}>
            {!isNothing && <Actions onName={() => setIsNaming(true)} />}
            {!isOnDrafts && (
              <Button
                size="sm"
                px="sm"
                variant="subtle"
                leftSection={<IconFiles size={18} aria-hidden />}
                renderRoot={(props) => <Link to="/shop/drafts" {...props} />}
              >
                {t('ordering.drafts.title')}
              </Button>
            )}
          </div>
        </>
      )}
      <Conflict />
    </div>
  )
}

/** Unknown drafts count as the user's own. */
const isOwn = ({ saved }: Cart) => saved?.isMine ?? true

function Name() {
  const isForOthers = useOrdersForOthers()
  const name = useCart((cart) => cart.name)
  const isDraft = useCart((cart) => cart.draftVersion > 0)
  const isShared = useCart((cart) => cart.isShared)
  const isMine = useCart(isOwn)
  const ownerName = useCart((cart) => cart.saved?.ownerName ?? '')
  const seenBy = isForOthers ? t('ordering.drafts.sharedDealer') : t('ordering.drafts.sharedAgent')
  return (
    <div className={classes.name}>
      {isDraft && <strong className={classes.title}>{name || t('ordering.drafts.unnamed')}</strong>}
      <SaveState />
      {isDraft && isShared && (
        <span className={classes.state}>
          <IconShare size={16} stroke={1.6} aria-hidden />
          {isMine ? seenBy : t('ordering.drafts.sharedBy', { name: ownerName })}
        </span>
      )}
    </div>
  )
}

function SaveState() {
  const isDraft = useCart((cart) => cart.draftVersion > 0)
  const saving = useSaving()
  const [Icon, text] = isDraft ? draftState(saving) : unsavedState(saving)
  return (
    <span className={classes.state} role="status">
      <Icon size={18} stroke={1.6} aria-hidden />
      {text}
    </span>
  )
}

type Saving = ReturnType<typeof useSaving.getState>

function draftState({ step, theirs, failure }: Saving) {
  if (failure) return [IconCloudOff, failure.message] as const
  if (theirs) return [IconCloudOff, t('ordering.drafts.notSaved')] as const
  if (step === 'saving') return [IconRefresh, t('ordering.drafts.saving')] as const
  if (step === 'unsaved') return [IconCloudOff, t('ordering.drafts.unsaved')] as const
  return [IconCloudCheck, t('ordering.drafts.saved')] as const
}

function unsavedState({ step }: Saving) {
  const text = step === 'gone' ? t('ordering.drafts.gone') : t('ordering.drafts.onlyHere')
  return [IconDeviceDesktop, text] as const
}

/** Only the owner may rename or share. */
function Actions({ onName }: { onName: () => void }) {
  const isDraft = useCart((cart) => cart.draftVersion > 0)
  const isMine = useCart(isOwn)
  if (!isDraft) {
    return (
      <Button
        size="sm"
        px="sm"
        variant="light"
        leftSection={<IconPencil size={18} aria-hidden />}
        onClick={onName}
      >
        {t('ordering.drafts.keep')}
      </Button>
    )
  }
  return (
    isMine && (
      <DropMenu label={t('ordering.drafts.cartActions')} button={<IconDots size={22} aria-hidden />}>
        <DropMenuItem icon={<IconPencil size={18} aria-hidden />} onClick={onName}>
          {t('ordering.drafts.rename')}
        </DropMenuItem>
        <Sharing />
      </DropMenu>
    )
  )
}

/** Between a dealer and their agent. */
function Sharing() {
  const isForOthers = useOrdersForOthers()
  const isShared = useCart((cart) => cart.isShared)
  const hasAccount = useCart((cart) => cart.currAccCode !== '') || !isForOthers
  const { run } = useAsyncAction()
  if (!hasAccount) return <p className={classes.hint}>{t('ordering.drafts.customerFirst')}</p>
  const share = isForOthers ? t('ordering.drafts.shareDealer') : t('ordering.drafts.shareAgent')
  const Icon = isShared ? IconShareOff : IconShare
  return (
    <DropMenuItem
      icon={<Icon size={18} aria-hidden />}
      onClick={() => run(() => keepAsDraft({ isShared: !isShared }))}
    >
      {isShared ? t('ordering.drafts.unshare') : share}
    </DropMenuItem>
  )
}

/** Somebody else changed the draft too. */
function Conflict() {
  const theirs = useSaving((saving) => saving.theirs)
  if (!theirs) return null
  const { updatedBy: name, updatedAt } = theirs
  return (
    <div className={classes.conflict} role="alert">
      <p className={classes.text}>{t('ordering.drafts.conflict', { name, when: formatWhen(updatedAt) })}</p>
      <Button size="sm" variant="default" onClick={takeTheirs}>
        {t('ordering.drafts.takeTheirs')}
      </Button>
      <Button size="sm" variant="default" onClick={keepMine}>
        {t('ordering.drafts.keepMine')}
      </Button>
    </div>
  )
}
