import { Button, Group, Text, TextInput, Title } from '@mantine/core'
import { useState } from 'react'
import type { OrderMail } from '#shared/orderMails.ts'
import { api } from '#web/api.ts'
import { formatDateTime } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { notifyDone } from '#web/notify.ts'
import { Loaded } from '../Loaded.tsx'
import { refetch } from '../refetch.ts'
import { useBusy } from '../useBusy.ts'
import { useCall } from '../useCall.ts'
import classes from './OrderPage.module.css'

export function OrderMails({ orderId }: { orderId: string }) {
  const mails = useCall(
    ['orderMails', orderId],
    (options) => api.get('/api/Shop/GetOrderMails', { id: orderId }, options),
    {
      refetchInterval: 30_000,
    },
  )
  if (mails.data?.length === 0) return null
  return (
    <section className="box" aria-labelledby="order-mails">
      <Title order={2} size="h5" id="order-mails" mb="xs">
        {t('panel.order.mails')}
      </Title>
      <Loaded query={mails} height={60}>
        {(sent) => (
          <ul className="plain">
            {sent.map((mail) => (
              <Mail key={mail.id} mail={mail} orderId={orderId} />
            ))}
          </ul>
        )}
      </Loaded>
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
        <time className="soft" dateTime={at}>
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
  const { button } = useBusy()
  const refresh = () => refetch(['orderMails', orderId], ['orderHistory', orderId], 'orders', 'dashboard')
  const to = address.trim()
  const send = button('send', async () => {
    if (!to) return
    await api.post('/api/Shop/SendOrderMail', { id, ...(to === recipient ? {} : { recipient: to }) })
    notifyDone(t('panel.order.mail.sending'))
    await refresh()
  })
  const drop = button('drop', async () => {
    await api.post('/api/Shop/DropOrderMail', { id })
    await refresh()
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        send.onClick()
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
        <Button type="submit" variant="default" aria-busy={send['aria-busy']} disabled={to === ''}>
          {t('panel.order.mail.sendAgain')}
        </Button>
        {state === 'dead' && (
          <Button variant="subtle" color="gray" {...drop}>
            {t('panel.order.mail.drop')}
          </Button>
        )}
      </Group>
    </form>
  )
}
