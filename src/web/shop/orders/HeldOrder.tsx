import { Button, Group } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Hold } from '#shared/orders/holds.ts'
import type { OrderDetail } from '#shared/orders/orders.ts'
import { api } from '#web/api.ts'
import { formatDateTime } from '#web/format.ts'
import { holdText } from '#web/holdWords.ts'
import { t } from '#web/i18n.ts'
import { notifyDone, notifyFailure } from '#web/notify.ts'
import { isCustomer, useSession } from '#web/session.ts'
import { confirm } from '#web/ui/confirm.ts'
import { Note } from '#web/ui/Note.tsx'
import { OfferedChanges } from '#web/ui/OfferedChanges.tsx'
import classes from './HeldOrder.module.css'

type Props = { order: OrderDetail; hold: Hold }

/** What a held order waits for, and what whoever ordered can do. */
export function HeldOrder({ order, hold }: Props) {
  const { state, lines } = order
  const user = useSession((session) => session.user)
  const { reasons, note, keepsUntil, before } = hold
  const isReturned = state === 'returned'
  // The office does not agree with itself.
  const mayAnswer = isReturned && user !== undefined && !user.roles.includes('admin')
  return (
    <Note
      style={{ marginBlockEnd: 16 }}
      color="yellow"
      className={classes.notice}
      role="status"
      title={t(isReturned ? 'hold.returnedTitle' : 'hold.reviewTitle')}
    >
      <ul className={classes.reasons}>
        {reasons.map((reason) => (
          <li key={reason.kind}>{holdText(reason)}</li>
        ))}
      </ul>
      {isReturned && note && <HoldNote author={t('hold.noteOfCompany')} text={note} />}
      {isReturned && order.description && (
        <HoldNote
          author={t(isCustomer(user) ? 'hold.noteOwn' : 'hold.noteOfCustomer')}
          text={order.description}
        />
      )}
      {before && (
        <>
          <p>{t('hold.offered')}</p>
          <OfferedChanges before={before} lines={lines} />
        </>
      )}
      {mayAnswer && <p>{t(before ? 'hold.answerOffer' : 'hold.answerReturned')}</p>}
      <p>{t(mayAnswer ? 'hold.answerBy' : 'hold.keepsUntil', { when: formatDateTime(keepsUntil) })}</p>
      {user && <Answers order={order} mayAccept={mayAnswer && before !== undefined} />}
    </Note>
  )
}

function HoldNote({ author, text }: { author: string; text: string }) {
  return (
    <figure className={classes.note}>
      <figcaption className={classes.author}>{author}</figcaption>
      <blockquote className={classes.text}>
        <bdi>{text}</bdi>
      </blockquote>
    </figure>
  )
}

function Answers({ order, mayAccept }: { order: OrderDetail; mayAccept: boolean }) {
  const { guidKey, version, orderNumber: number } = order
  const queryClient = useQueryClient()
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (answer: 'accept' | 'withdraw') =>
      api.post('/api/Shop/AnswerReturnedOrder', { guidKey, version, answer }),
    onSuccess: (_reply, answer) =>
      notifyDone(t(answer === 'accept' ? 'hold.acceptedOffer' : 'hold.withdrawn', { number })),
    onError: notifyFailure,
    onSettled: () => {
      for (const queryKey of [['order', guidKey], ['orders'], ['products']])
        void queryClient.invalidateQueries({ queryKey })
    },
  })
  const withdraw = async () => {
    const action = t('hold.withdraw')
    if (await confirm({ title: action, text: t('hold.withdrawText', { number }), action, isDangerous: true }))
      mutate('withdraw')
  }
  return (
    <Group gap="sm" mt="sm" className="screen-only">
      {mayAccept && (
        <Button loading={isPending && variables === 'accept'} onClick={() => mutate('accept')}>
          {t('hold.acceptOffer')}
        </Button>
      )}
      <Button
        variant="default"
        loading={isPending && variables === 'withdraw'}
        onClick={() => void withdraw()}
      >
        {t('hold.withdraw')}
      </Button>
    </Group>
  )
}
