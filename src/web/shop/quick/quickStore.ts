import { create } from 'zustand'
import { useSession } from '#web/session.ts'
import { trySetItem } from '#web/trySetItem.ts'
import { fingerprintOf } from '../cart/saving/fingerprint.ts'
import { useCart } from '../cart/stored/cartStore.ts'
import type { ReadLine } from './orderLine.ts'
import { qtyReadings } from './quantity.ts'
import type { ListLine } from './resolvedLines.ts'

/** Lines not yet in the cart; answers are not stored. */
type QuickList = {
  userId: string
  lines: ListLine[]
  /** Rows without a quantity. */
  withoutQty: number
  lastId: number
  /** Fingerprints of lists read for the open cart. */
  read: string[]
}

const storageKey = 'quickOrder'
const textKey = 'quickOrderText'
const emptyList: QuickList = { userId: '', lines: [], withoutQty: 0, lastId: 0, read: [] }

function readStored(): QuickList {
  try {
    return { ...emptyList, ...JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') }
  } catch {
    return emptyList
  }
}

/** Per tab; survives reload and Back. */
export const useQuickList = create<QuickList>()(readStored)

export function resetForOtherUser(): void {
  const userId = useSession.getState().user?.id ?? ''
  if (useQuickList.getState().userId === userId) return
  const isOtherUser = useQuickList.getState().userId !== ''
  useQuickList.setState(isOtherUser ? { ...emptyList, userId } : { userId })
  if (isOtherUser) saveText('')
}

let saveTimer = 0
useQuickList.subscribe((list) => {
  clearTimeout(saveTimer)
  // Long lists take a moment to write.
  saveTimer = window.setTimeout(() => save(list), 300)
})
addEventListener('pagehide', () => save(useQuickList.getState()))

function save(list: QuickList): void {
  // Too large to store: stays on the screen.
  trySetItem(sessionStorage, storageKey, JSON.stringify(list))
}

const maxReadFingerprints = 50

/** Returns the new ids if the same list was read for this cart before: it now counts twice. */
export function addLines(read: ReadLine[], withoutQty = 0): Set<number> | undefined {
  const before = useQuickList.getState()
  const { guidKey } = useCart.getState()
  const content = read.map(({ code, colorCode, size, qty }) => [code, colorCode, size, qty])
  const fingerprint = `${guidKey} ${fingerprintOf(content)}`
  const isRepeat = read.length > 1 && before.read.includes(fingerprint)
  useQuickList.setState((list) => ({
    lines: [...list.lines, ...read.map((line, index) => ({ ...line, id: list.lastId + index + 1 }))],
    lastId: list.lastId + read.length,
    withoutQty: list.withoutQty + withoutQty,
    read: [...list.read.filter((one) => one !== fingerprint), fingerprint].slice(-maxReadFingerprints),
  }))
  return isRepeat ? new Set(read.map((_, index) => before.lastId + index + 1)) : undefined
}

/** A changed code drops the product chosen for it, and the reading of the whole text. */
export function editLine(id: number, values: Partial<ReadLine>): void {
  const keepsCode = values.code === undefined && values.size === undefined && values.colorCode === undefined
  useQuickList.setState(({ lines }) => ({
    lines: lines.map((line) => {
      if (line.id !== id) return line
      const { productId, isCodeFromAbove, whole, ...rest } = line
      return {
        ...rest,
        ...values,
        ...(keepsCode && productId ? { productId } : {}),
        ...(keepsCode && whole ? { whole: { ...whole, qty: values.qty ?? whole.qty } } : {}),
        // A typed code is no longer from above.
        ...(values.code === undefined && isCodeFromAbove ? { isCodeFromAbove } : {}),
      }
    }),
  }))
}

/** Where both readings are whole numbers. */
export function decideUnclear(as: 'thousands' | 'decimals'): void {
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

/** Restores removed lines; later lines and edits stay. */
export function restoreList(before: Pick<QuickList, 'lines' | 'withoutQty'>): void {
  useQuickList.setState(({ lines, withoutQty }) => {
    const all = new Map([...before.lines, ...lines].map((line) => [line.id, line]))
    return {
      lines: [...all.values()].toSorted((one, other) => one.id - other.id),
      withoutQty: Math.max(withoutQty, before.withoutQty),
    }
  })
}

export const savedText = () => sessionStorage.getItem(textKey) ?? ''
export function saveText(text: string): void {
  trySetItem(sessionStorage, textKey, text)
}
