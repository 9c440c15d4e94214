import { create } from 'zustand'
import { setItemOrThrow } from '#web/trySetItem.ts'
import { ownKey } from '../ownStorage.ts'
import { type Cart } from './cart.ts'
import { fingerprint } from './draftCart.ts'

/** What this browser knows of an open or waiting draft; `fingerprint` is of the server's version. */
type Note = { id: string; fingerprint: string; isMine: boolean; ownerName: string }

const storageName = 'draft'
/** More than anybody has open; newest first. */
const maxNotes = 50

function read(): Note[] {
  try {
    // Old versions stored a single object.
    return [JSON.parse(localStorage.getItem(ownKey(storageName)) ?? '[]')].flat()
  } catch {
    return []
  }
}

/** Notes that storage refused, in this tab only. */
let memoryNotes: Note[] | undefined

const useNotes = create<{ notes: Note[] }>(() => ({ notes: read() }))

const findNote = (notes: Note[], id: string) => notes.find((note) => note.id === id)

export const noteOf = (id: string): Note | undefined => findNote(memoryNotes ?? read(), id)

/** Unknown drafts count as the user's own. */
export function useDraftOwner(id: string): Pick<Note, 'isMine' | 'ownerName'> {
  return useNotes(({ notes }) => findNote(notes, id)) ?? ownDraft
}

const ownDraft = { isMine: true, ownerName: '' }

/** Remembers that the server has this cart. */
export function noteSaved(cart: Cart, { isMine, ownerName }: Pick<Note, 'isMine' | 'ownerName'>): void {
  putNote({ id: cart.guidKey, fingerprint: fingerprint(cart), isMine, ownerName })
}

export function putNote(note: Note): void {
  const others = (memoryNotes ?? read()).filter(({ id }) => id !== note.id)
  const notes = [note, ...others].slice(0, maxNotes)
  try {
    setItemOrThrow(localStorage, ownKey(storageName), JSON.stringify(notes))
    memoryNotes = undefined
  } catch {
    // The next start saves again, which changes nothing.
    memoryNotes = notes
  }
  useNotes.setState({ notes })
}

/** Whether a draft has changes the server lacks. */
export const isUnsaved = (cart: Cart) => noteOf(cart.guidKey)?.fingerprint !== fingerprint(cart)

window.addEventListener('storage', ({ key }) => {
  if (key === ownKey(storageName)) useNotes.setState({ notes: read() })
})
