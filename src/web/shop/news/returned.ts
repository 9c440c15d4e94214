import { create } from 'zustand'
import type { OrderNews } from '#shared/orders/officeOrders.ts'

/** `text` says the same in words: what asks brings it, as no page needs it at its start. */
type Returned = NonNullable<OrderNews['returned']> & { text: string }

/** Orders that wait for the answer of the user or their customers; undefined for none, and until it is known. */
export const useReturned = create<{ returned?: Returned | undefined }>(() => ({}))
