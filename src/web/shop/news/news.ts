import { create } from 'zustand'
import type { OrderNews } from '#shared/orders/officeOrders.ts'

/** `text` says the same in words: what asks brings it, as no page needs it at its start. */
type Returned = NonNullable<OrderNews['returned']> & { text: string }

/**
 * `returned`: orders that wait for the answer of the user or their customers; undefined for none, and until it is known.
 * `unread`: how much news the user has not seen; `unreadText`: in words, absent for none.
 */
type News = { returned?: Returned | undefined; unread: number; unreadText?: string | undefined }

export const useNews = create<News>(() => ({ unread: 0 }))

export const newsKey = ['news'] as const
