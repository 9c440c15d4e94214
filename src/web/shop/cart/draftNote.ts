import { create } from 'zustand'
import { ownKey } from '../ownStorage.ts'
import { type Cart } from './cart.ts'
import { fingerprint } from './draftCart.ts'

/**
 * What this browser knows of the draft that is open: beside the cart in its store, and so the same for all tabs.
 * `fingerprint` is of what the server has.
 */
type Note = { id: string; fingerprint: string; isMine: boolean; ownerName: string }

const name = 'draft'

function read(): Note | undefined {
  try {
    return JSON.parse(localStorage.getItem(ownKey(name)) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** What the browser has refused to store: known in this tab alone. */
let unkept: Note | undefined

const useNote = create<{ note: Note | undefined }>(() => ({ note: read() }))

/** What is known of the draft with this id. */
export function noteOf(id: string): Note | undefined {
  const note = unkept ?? read()
  return note?.id === id ? note : undefined
}

/** Whether the draft that is open is the user's own. One that nothing is known of is. */
export function useDraftOwner(id: string): Pick<Note, 'isMine' | 'ownerName'> {
  const note = useNote((state) => state.note)
  return note?.id === id ? note : { isMine: true, ownerName: '' }
}

/** Remembers that the server has the cart as it is. */
export function noteSaved(cart: Cart, { isMine, ownerName }: Pick<Note, 'isMine' | 'ownerName'>): void {
  putNote({ id: cart.guidKey, fingerprint: fingerprint(cart), isMine, ownerName })
}

/** Remembers what was known before. */
export function putNote(note: Note): void {
  try {
    localStorage.setItem(ownKey(name), JSON.stringify(note))
    unkept = undefined
  } catch {
    // The next start then saves once more, and the server finds nothing new.
    unkept = note
  }
  useNote.setState({ note })
}

/** Whether the server lacks something of a cart that is a draft. */
export const isUnsaved = (cart: Cart) => noteOf(cart.guidKey)?.fingerprint !== fingerprint(cart)

window.addEventListener('storage', ({ key }) => {
  if (key === ownKey(name)) useNote.setState({ note: read() })
})
