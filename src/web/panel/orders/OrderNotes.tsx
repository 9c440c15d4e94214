import { Button, Text, Textarea, Title } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { v7 as uuidv7 } from 'uuid'
import { maxNoteLength, type OrderNote } from '#shared/officeOrders.ts'
import { api } from '#web/api.ts'
import { formatDateTime } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { notifyDone, notifyFailure } from '#web/notify.ts'
import { IconAction } from '../IconButton.tsx'
import { Loaded } from '../Loaded.tsx'
import { refetch } from '../refetch.ts'
import { useBusy } from '../useBusy.ts'
import { useCall } from '../useCall.ts'
import classes from './OrderPage.module.css'

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
      <Text size="sm" c="var(--ink-soft)" mb="xs">
        {t('panel.order.notesText')}
      </Text>
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
