import { Button, Skeleton, Text, Textarea, Title } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { v7 as uuidv7 } from 'uuid'
import { maxNoteLength, type OrderNote } from '#shared/officeOrders.ts'
import { api } from '#web/api.ts'
import { formatDateTime } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { notifyDone, notifyFailure } from '#web/notify.ts'
import { Failure } from '#web/ui/Failure.tsx'
import { IconAction } from '../IconButton.tsx'
import { refetch } from '../refetch.ts'
import classes from './OrderPage.module.css'

/** Customers never see these. */
export function OrderNotes({ orderId }: { orderId: string }) {
  const notes = useQuery({
    queryKey: ['orderNotes', orderId],
    queryFn: async ({ signal }) =>
      (await api.get('/api/Shop/GetOrderNotes', { id: orderId }, { signal })).data,
  })
  const refresh = () => refetch(['orderNotes', orderId], ['orderHistory', orderId])
  return (
    <section className={classes.panel} aria-labelledby="order-notes">
      <Title order={2} size="h5" id="order-notes">
        {t('panel.order.notes')}
      </Title>
      <Text size="sm" c="var(--ink-soft)" mb="xs">
        {t('panel.order.notesText')}
      </Text>
      <NewNote orderId={orderId} onAdded={refresh} />
      {notes.error && <Failure error={notes.error} onRetry={() => void notes.refetch()} />}
      {notes.isPending && <Skeleton height={60} radius="md" mt="sm" />}
      {notes.data && notes.data.length > 0 && (
        <ul className={classes.list} style={{ marginBlockStart: 12 }}>
          {notes.data.map((note) => (
            <Note key={note.id} note={note} onChanged={refresh} />
          ))}
        </ul>
      )}
    </section>
  )
}

function NewNote({ orderId, onAdded }: { orderId: string; onAdded: () => Promise<unknown> }) {
  const [text, setText] = useState('')
  const [isSaving, setIsSaving] = useState(false)
  // Kept until saved: a retry adds no second note.
  const id = useRef(uuidv7())
  const add = async () => {
    if (isSaving || text.trim() === '') return
    setIsSaving(true)
    try {
      await api.post('/api/Shop/AddOrderNote', { id: id.current, orderId, text })
      id.current = uuidv7()
      setText('')
      await onAdded()
    } catch (error) {
      notifyFailure(error)
    }
    setIsSaving(false)
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void add()
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
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void add()
        }}
      />
      <Button type="submit" variant="default" mt="xs" aria-busy={isSaving} disabled={text.trim() === ''}>
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
          <time className={classes.soft} dateTime={writtenAt}>
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
