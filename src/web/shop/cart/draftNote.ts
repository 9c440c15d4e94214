import { create } from 'zustand'
import { keepOrThrow } from '#web/keepIfRoom.ts'
import { ownKey } from '../ownStorage.ts'
import { type Cart } from './cart.ts'
import { fingerprint } from './draftCart.ts'

/**
 * What this browser knows of a draft that is open, or waits for its customer: beside the carts in their store, and so the
 * same for all tabs. `fingerprint` is of what the server has.
 */
type Note = { id: string; fingerprint: string; isMine: boolean; ownerName: string }

const name = 'draft'
/** More drafts than anybody has open for one customer each; those written last come first. */
const most = 50

function read(): Note[] {
  try {
    // Before each customer had a cart of their own there was one.
    return [JSON.parse(localStorage.getItem(ownKey(name)) ?? '[]')].flat()
  } catch {
    return []
  }
}

/** What the browser has refused to store: known in this tab alone. */
let unkept: Note[] | undefined

const useNotes = create<{ notes: Note[] }>(() => ({ notes: read() }))

const ofId = (notes: Note[], id: string) => notes.find((note) => note.id === id)

/** What is known of the draft with this id. */
export const noteOf = (id: string): Note | undefined => ofId(unkept ?? read(), id)

/** Whether the draft that is open is the user's own. One that nothing is known of is. */
export function useDraftOwner(id: string): Pick<Note, 'isMine' | 'ownerName'> {
  return useNotes(({ notes }) => ofId(notes, id)) ?? mine
}

const mine = { isMine: true, ownerName: '' }

/** Remembers that the server has the cart as it is. */
export function noteSaved(cart: Cart, { isMine, ownerName }: Pick<Note, 'isMine' | 'ownerName'>): void {
  putNote({ id: cart.guidKey, fingerprint: fingerprint(cart), isMine, ownerName })
}

/** Remembers what was known before. */
export function putNote(note: Note): void {
  const others = (unkept ?? read()).filter(({ id }) => id !== note.id)
  const notes = [note, ...others].slice(0, most)
  try {
    keepOrThrow(localStorage, ownKey(name), JSON.stringify(notes))
    unkept = undefined
  } catch {
    // The next start then saves once more, and the server finds nothing new.
    unkept = notes
  }
  useNotes.setState({ notes })
}

/** Whether the server lacks something of a cart that is a draft. */
export const isUnsaved = (cart: Cart) => noteOf(cart.guidKey)?.fingerprint !== fingerprint(cart)

window.addEventListener('storage', ({ key }) => {
  if (key === ownKey(name)) useNotes.setState({ notes: read() })
})
