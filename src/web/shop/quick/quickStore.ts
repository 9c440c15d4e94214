import { create } from 'zustand'
import { keepIfRoom } from '#web/keepIfRoom.ts'
import { useSession } from '#web/session.ts'
import { useCart } from '../cart/cartStore.ts'
import { fingerprintOf } from '../cart/fingerprint.ts'
import type { ListLine } from './checkedLines.ts'
import type { ReadLine } from './orderLine.ts'
import { qtyReadings } from './quantity.ts'

/** The list as it was read, until its lines are in the cart; what they stand for is asked for anew. */
type QuickList = {
  userId: string
  lines: ListLine[]
  /** Rows of files and tables that named something without ordering any of it. */
  withoutQty: number
  lastId: number
  /** Fingerprints of the lists that were read for the cart that is open. */
  read: string[]
}

const storageKey = 'quickOrder'
const textKey = 'quickOrderText'
const none: QuickList = { userId: '', lines: [], withoutQty: 0, lastId: 0, read: [] }

function kept(): QuickList {
  try {
    return { ...none, ...JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') }
  } catch {
    return none
  }
}

/** The list of this tab: reload and Back find it as it was. */
export const useQuickList = create<QuickList>()(kept)

/** Empties the list where somebody else has signed in since. */
export function claimQuickList(): void {
  const userId = useSession.getState().user?.id ?? ''
  if (useQuickList.getState().userId === userId) return
  const isForeign = useQuickList.getState().userId !== ''
  useQuickList.setState(isForeign ? { ...none, userId } : { userId })
  if (isForeign) keepText('')
}

let saving = 0
useQuickList.subscribe((list) => {
  clearTimeout(saving)
  // Not at every keystroke in a list of thousands.
  saving = window.setTimeout(() => save(list), 300)
})
addEventListener('pagehide', () => save(useQuickList.getState()))

function save(list: QuickList): void {
  // What is too large for the store stays on the screen.
  keepIfRoom(sessionStorage, storageKey, JSON.stringify(list))
}

const mostRead = 50

/** Adds what was read. Answers its ids where the very same list was read before for the same cart: all counts twice then. */
export function addLines(read: ReadLine[], withoutQty = 0): Set<number> | undefined {
  const before = useQuickList.getState()
  const { guidKey } = useCart.getState()
  const wanted = read.map(({ code, colorCode, size, qty }) => [code, colorCode, size, qty])
  const print = `${guidKey} ${fingerprintOf(wanted)}`
  const isAgain = read.length > 1 && before.read.includes(print)
  useQuickList.setState((list) => ({
    lines: [...list.lines, ...read.map((line, index) => ({ ...line, id: list.lastId + index + 1 }))],
    lastId: list.lastId + read.length,
    withoutQty: list.withoutQty + withoutQty,
    read: [...list.read.filter((one) => one !== print), print].slice(-mostRead),
  }))
  return isAgain ? new Set(read.map((_, index) => before.lastId + index + 1)) : undefined
}

/** Changes what a line says; what was chosen for its former code is forgotten. */
export function editLine(id: number, values: Partial<ReadLine>): void {
  const keepsCode = values.code === undefined && values.size === undefined && values.colorCode === undefined
  useQuickList.setState(({ lines }) => ({
    lines: lines.map((line) => {
      if (line.id !== id) return line
      const { productId, isCodeFromAbove, ...rest } = line
      return {
        ...rest,
        ...values,
        ...(keepsCode && productId ? { productId } : {}),
        // What somebody has typed is from nowhere else.
        ...(values.code === undefined && isCodeFromAbove ? { isCodeFromAbove } : {}),
      }
    }),
  }))
}

/** Says of all quantities that may mean two numbers which of them is meant, where both are whole; of others nothing. */
export function readUnclear(as: 'thousands' | 'decimals'): void {
  useQuickList.setState(({ lines }) => ({
    lines: lines.map((line) => {
      const [small, large] = qtyReadings(line.qty)
      if (small === undefined || large === undefined) return line
      return { ...line, qty: String(as === 'thousands' ? large : small) }
    }),
  }))
}

export function chooseProduct(id: number, productId: string): void {
  useQuickList.setState(({ lines }) => ({
    lines: lines.map((line) => (line.id === id ? { ...line, productId } : line)),
  }))
}

export function removeLines(ids: Set<number>): void {
  useQuickList.setState(({ lines, withoutQty }) => {
    const left = lines.filter((line) => !ids.has(line.id))
    return { lines: left, withoutQty: left.length > 0 ? withoutQty : 0 }
  })
}

/** Puts lines back that have gone from the list since; what was read or put right meanwhile stays as it is. */
export function restoreList(before: Pick<QuickList, 'lines' | 'withoutQty'>): void {
  useQuickList.setState(({ lines, withoutQty }) => {
    const all = new Map([...before.lines, ...lines].map((line) => [line.id, line]))
    return {
      lines: [...all.values()].toSorted((one, other) => one.id - other.id),
      withoutQty: Math.max(withoutQty, before.withoutQty),
    }
  })
}

export const keptText = () => sessionStorage.getItem(textKey) ?? ''
export function keepText(text: string): void {
  keepIfRoom(sessionStorage, textKey, text)
}
