import { Button, Group, Skeleton, Text, TextInput, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { OrderMail } from '#shared/orderMails.ts'
import { api } from '#web/api.ts'
import { formatDateTime } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { notifyDone, notifyFailure } from '#web/notify.ts'
import { Failure } from '#web/ui/Failure.tsx'
import { refetch } from '../refetch.ts'
import classes from './OrderPage.module.css'

export function OrderMails({ orderId }: { orderId: string }) {
  const mails = useQuery({
    queryKey: ['orderMails', orderId],
    queryFn: async ({ signal }) =>
      (await api.get('/api/Shop/GetOrderMails', { id: orderId }, { signal })).data,
    refetchInterval: 30_000,
  })
  if (mails.data?.length === 0) return null
  return (
    <section className={classes.panel} aria-labelledby="order-mails">
      <Title order={2} size="h5" id="order-mails" mb="xs">
        {t('panel.order.mails')}
      </Title>
      {mails.error && <Failure error={mails.error} onRetry={() => void mails.refetch()} />}
      {mails.isPending && <Skeleton height={60} radius="md" />}
      <ul className={classes.list}>
        {mails.data?.map((mail) => (
          <Mail key={mail.id} mail={mail} orderId={orderId} />
        ))}
      </ul>
    </section>
  )
}

function Mail({ mail, orderId }: { mail: OrderMail; orderId: string }) {
  const { kind, recipient, state, attempts, error, at } = mail
  const isTriedAgain = state === 'pending' && attempts > 0 && error !== ''
  return (
    <li className={classes.entry}>
      <div className={classes.entryHead}>
        <bdi className={classes.who}>{recipient}</bdi>
        <time className={classes.soft} dateTime={at}>
          {formatDateTime(at)}
        </time>
      </div>
      <Text size="sm">
        {t(`panel.order.mail.kind.${kind}`)} ·{' '}
        <span className={state === 'dead' ? classes.failed : undefined}>
          {t(`panel.order.mail.state.${isTriedAgain ? 'retried' : state}`)}
        </span>
      </Text>
      {error && state !== 'replaced' && (
        <Text size="sm" c="var(--ink-soft)" dir="auto">
          <bdi>{error}</bdi>
        </Text>
      )}
      {(state === 'dead' || state === 'dropped') && (
        <MailActions key={recipient} mail={mail} orderId={orderId} />
      )}
    </li>
  )
}

/** Most mails bounce because the address is wrong. */
function MailActions({ mail: { id, recipient, state }, orderId }: { mail: OrderMail; orderId: string }) {
  const [address, setAddress] = useState(recipient)
  const [busy, setBusy] = useState<'send' | 'drop'>()
  const run = async (action: 'send' | 'drop', work: () => Promise<unknown>) => {
    if (busy) return
    setBusy(action)
    try {
      await work()
      if (action === 'send') notifyDone(t('panel.order.mail.sending'))
      await refetch(['orderMails', orderId], ['orderHistory', orderId], 'orders', 'dashboard')
    } catch (failure) {
      notifyFailure(failure)
    }
    setBusy(undefined)
  }
  const to = address.trim()
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (to)
          void run('send', () =>
            api.post('/api/Shop/SendOrderMail', { id, ...(to === recipient ? {} : { recipient: to }) }),
          )
      }}
    >
      <Group gap="xs" mt="xs" align="end">
        <TextInput
          type="email"
          dir="ltr"
          label={t('panel.order.mail.address')}
          value={address}
          onChange={(event) => setAddress(event.currentTarget.value)}
          style={{ flex: '1 1 200px' }}
        />
        <Button type="submit" variant="default" aria-busy={busy === 'send'} disabled={to === ''}>
          {t('panel.order.mail.sendAgain')}
        </Button>
        {state === 'dead' && (
          <Button
            variant="subtle"
            color="gray"
            aria-busy={busy === 'drop'}
            onClick={() => void run('drop', () => api.post('/api/Shop/DropOrderMail', { id }))}
          >
            {t('panel.order.mail.drop')}
          </Button>
        )}
      </Group>
    </form>
  )
}
