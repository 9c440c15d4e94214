import { Button, Group, Text, Textarea, TextInput, Title } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { v7 as uuidv7 } from 'uuid'
import { fieldsOf } from '#shared/changes/changeWords.ts'
import { maxNoteLength, type OrderChange, type OrderNote } from '#shared/orders/officeOrders.ts'
import type { OrderMail } from '#shared/orders/orderMails.ts'
import { api } from '#web/api.ts'
import { formatDateTime } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { notifyDone, notifyFailure } from '#web/notify.ts'
import { fieldName, readable } from '../changes/changeWords.ts'
import { Hint } from '../Hint.tsx'
import { IconAction } from '../IconButton.tsx'
import { Loaded } from '../Loaded.tsx'
import { refetch } from '../refetch.ts'
import { useBusy } from '../useBusy.ts'
import { useCall } from '../useCall.ts'
import classes from './OrderPage.module.css'

const maxCollapsedLines = 8

export function OrderHistory({ orderId }: { orderId: string }) {
  const history = useCall(['orderHistory', orderId], (options) =>
    api.get('/api/Shop/GetOrderHistory', { id: orderId }, options),
  )
  return (
    <section className="box" aria-labelledby="order-history">
      <Title order={2} size="h5" id="order-history" mb="xs">
        {t('panel.order.history')}
      </Title>
      <Loaded query={history} height={60}>
        {(changes) => (
          <ol className="plain">
            {changes.map((change) => (
              <Entry key={`${change.id} ${change.action}`} change={change} />
            ))}
          </ol>
        )}
      </Loaded>
    </section>
  )
}

function Entry({ change }: { change: OrderChange }) {
  const { action, userName, at } = change
  return (
    <li className={classes.entry}>
      <div className={classes.entryHead}>
        <span>
          <strong>{t(`panel.changes.action.${action}`)}</strong>
          {userName && (
            <>
              {' · '}
              <bdi>{userName}</bdi>
            </>
          )}
        </span>
        <time className="soft" dateTime={at}>
          {formatDateTime(at)}
        </time>
      </div>
      <Differences change={change} />
    </li>
  )
}

function Differences({ change }: { change: OrderChange }) {
  const [isExpanded, setIsExpanded] = useState(false)
  const { before, after } = change
  const lines = readable('order', 'lines', after?.lines)
  const fields = fieldsOf({ subject: 'order', before, after }).filter((name) => name !== 'lines')
  const shown = isExpanded ? lines : lines.slice(0, maxCollapsedLines)
  if (lines.length + fields.length === 0) return null
  return (
    <ul className={classes.changes}>
      {shown.map((line) => (
        <li key={line}>
          <bdi>{line}</bdi>
        </li>
      ))}
      {lines.length > shown.length && (
        <li>
          <Button variant="subtle" size="compact-sm" onClick={() => setIsExpanded(true)}>
            {t('panel.order.moreLines', { count: lines.length - shown.length })}
          </Button>
        </li>
      )}
      {fields.map((name) => {
        const was = readable('order', name, before?.[name]).join(', ')
        const is = readable('order', name, after?.[name]).join(', ')
        return (
          <li key={name}>
            <span className={classes.name}>{fieldName('order', name)}:</span>{' '}
            {was && (
              <>
                <del>
                  <bdi>{was}</bdi>
                </del>{' '}
              </>
            )}
            {is &&
              (before ? (
                <ins>
                  <bdi>{is}</bdi>
                </ins>
              ) : (
                <bdi>{is}</bdi>
              ))}
          </li>
        )
      })}
    </ul>
  )
}

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
        <Hint dir="auto">
          <bdi>{error}</bdi>
        </Hint>
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

/** Customers never see these. */
export function OrderNotes({ orderId }: { orderId: string }) {
  const notes = useCall(['orderNotes', orderId], (options) =>
    api.get('/api/Shop/GetOrderNotes', { id: orderId }, options),
  )
  const refresh = () => refetch(['orderNotes', orderId], ['orderHistory', orderId])
  return (
    <section className="box" aria-labelledby="order-notes">
      <Title order={2} size="h5" id="order-notes">
        {t('panel.order.notes')}
      </Title>
      <Hint mb="xs">{t('panel.order.notesText')}</Hint>
      <NewNote orderId={orderId} onAdded={refresh} />
      <Loaded query={notes} height={60}>
        {(all) => (
          <ul className="plain">
            {all.map((note) => (
              <Note key={note.id} note={note} onChanged={refresh} />
            ))}
          </ul>
        )}
      </Loaded>
    </section>
  )
}

function NewNote({ orderId, onAdded }: { orderId: string; onAdded: () => Promise<unknown> }) {
  const [text, setText] = useState('')
  const { isBusy, run } = useBusy()
  // Kept until saved: a retry adds no second note.
  const id = useRef(uuidv7())
  const add = () => {
    if (text.trim() === '') return
    run(async () => {
      await api.post('/api/Shop/AddOrderNote', { id: id.current, orderId, text })
      id.current = uuidv7()
      setText('')
      await onAdded()
    })
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        add()
      }}
    >
      <Textarea
        aria-label={t('panel.order.newNote')}
        placeholder={t('panel.order.newNote')}
        rows={2}
        maxLength={maxNoteLength}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) add()
        }}
      />
      <Button type="submit" variant="default" mt="xs" aria-busy={isBusy} disabled={text.trim() === ''}>
        {t('panel.order.addNote')}
      </Button>
    </form>
  )
}

function Note({ note, onChanged }: { note: OrderNote; onChanged: () => Promise<unknown> }) {
  const { id, author, writtenAt, text, mayDelete } = note
  const restore = async () => {
    await api.get('/api/Shop/RestoreOrderNote', { id })
    await onChanged()
  }
  const remove = async () => {
    await api.get('/api/Shop/DeleteOrderNote', { id })
    notifyDone(t('panel.order.noteDeleted'), { undo: restore })
    await onChanged()
  }
  return (
    <li className={classes.entry}>
      <div className={classes.entryHead}>
        <span>
          <bdi className={classes.who}>{author}</bdi>{' '}
          <time className="soft" dateTime={writtenAt}>
            {formatDateTime(writtenAt)}
          </time>
        </span>
        {mayDelete && (
          <IconAction
            Icon={IconTrash}
            size={36}
            label={t('panel.order.deleteNote', { author })}
            onClick={() => void remove().catch(notifyFailure)}
          />
        )}
      </div>
      <p className={classes.text} dir="auto">
        {text}
      </p>
    </li>
  )
}
