import { z } from 'zod'
import { answer, endpoint, id } from '#shared/endpoint.ts'
import type { MessageKey } from '#shared/i18n/keys.ts'

/** What a user can be told of. */
export const newsKinds = [
  'orderReturned',
  'orderAccepted',
  'orderChanged',
  'orderCancelled',
  'orderRestored',
  'draftShared',
  'backInStock',
] as const
export type NewsKind = (typeof newsKinds)[number]

/** What users switch on and off together. */
export const newsGroups = ['orders', 'drafts', 'stock'] as const
export type NewsGroup = (typeof newsGroups)[number]

/** The newest are shown. */
export const maxNews = 100
/** A product has far fewer sizes. */
export const maxStockWaits = 500

const newsRow = z.object({
  /** Id of the order, draft or product. */
  subjectId: z.string(),
  kind: z.enum(newsKinds),
  notedAt: z.string(),
  isRead: z.boolean(),
  /** This and the next three: only for news of an order. */
  orderNumber: z.string().optional(),
  guidKey: z.string().optional(),
  currAccDescription: z.string().optional(),
  /** What the office wrote when it returned the order. */
  note: z.string().optional(),
  /** This and the next: only for news of a draft. */
  draftName: z.string().optional(),
  ownerName: z.string().optional(),
  /** This and all below: only for news of a product. */
  itemCode: z.string().optional(),
  itemDescription: z.string().optional(),
  colorCode: z.string().optional(),
  colorDescription: z.string().optional(),
  sizes: z.array(z.string()).optional(),
})
export type NewsRow = z.infer<typeof newsRow>
export type NewsFacts = Omit<NewsRow, 'subjectId' | 'notedAt' | 'isRead'>

/** What happened in words, such as `Order 1001 was changed`. */
export function newsText(
  news: NewsFacts,
  say: (key: MessageKey, values: Record<string, string>) => string,
): string {
  const { kind, orderNumber = '', draftName = '', ownerName = '', itemCode = '', sizes = [] } = news
  const product = [itemCode, news.itemDescription, news.colorDescription].filter(Boolean).join(' ')
  const values = { number: orderNumber, name: draftName, who: ownerName, product, sizes: sizes.join(', ') }
  if (kind === 'draftShared' && draftName === '') return say('news.unnamedDraft', values)
  return say(`news.kind.${kind}`, values)
}

/** The page of the shop that shows it. */
export function newsPath({ kind, guidKey, itemCode = '' }: NewsFacts): string {
  if (kind === 'draftShared') return '/shop/drafts'
  return kind === 'backInStock' ? `/shop/items/${encodeURIComponent(itemCode)}` : `/cart/${guidKey}`
}

export const getNews = endpoint({
  call: 'GET /api/Account/GetNews',
  summary:
    "What happened to the user's orders, shared drafts and awaited products; the latest of each, newest first",
  access: 'signedIn',
  isTranslated: true,
  reply: answer(z.array(newsRow)),
})

export const markNewsRead = endpoint({
  call: 'POST /api/Account/MarkNewsRead',
  summary: 'Marks news as read that are not newer than the given time',
  access: 'signedIn',
  input: z.object({ until: z.iso.datetime() }),
})

const groups = z.array(z.enum(newsGroups)).max(newsGroups.length)

export const getNewsSettings = endpoint({
  call: 'GET /api/Account/GetNewsSettings',
  summary:
    'Of which news the user wants mails and push messages. pushKey: the server’s public key, by which a browser subscribes (VAPID); isPushed: whether this session’s browser has',
  access: 'signedIn',
  reply: answer(
    z.object({
      mailed: groups,
      pushed: groups,
      /** '' for none: then no mails are sent. */
      email: z.string(),
      pushKey: z.string(),
      isPushed: z.boolean(),
    }),
  ),
})
export type NewsSettings = z.infer<typeof getNewsSettings.reply>['data']

export const setNewsSettings = endpoint({
  call: 'POST /api/Account/SetNewsSettings',
  summary: 'Sets of which news the user wants mails and push messages',
  access: 'signedIn',
  input: z.object({ mailed: groups, pushed: groups }),
})

export const addPushDevice = endpoint({
  call: 'POST /api/Account/AddPushDevice',
  summary:
    'Sends push messages to this browser, as long as its session lasts. address and keys are those of the browser’s subscription',
  access: 'signedIn',
  input: z.object({
    address: z.url({ protocol: /^https$/ }).max(2000),
    publicKey: z.base64url().length(87),
    authSecret: z.base64url().length(22),
  }),
  perMinute: { address: 30 },
})

export const removePushDevice = endpoint({
  call: 'POST /api/Account/RemovePushDevice',
  summary: 'Sends no push messages to this browser any more',
  access: 'signedIn',
})

export const getStockWaits = endpoint({
  call: 'GET /api/Shop/GetStockWaits',
  summary: 'The sizes and lots of an item that the user waits for',
  access: 'signedIn',
  input: z.object({ itemCode: z.string().min(1).max(50) }),
  reply: answer(z.array(id)),
})

export const setStockWaits = endpoint({
  call: 'POST /api/Shop/SetStockWaits',
  summary: 'Tells the user once when one of these sizes or lots is in stock again, or no longer',
  access: 'signedIn',
  input: z.object({ productIds: z.array(id).min(1).max(maxStockWaits), isWaiting: z.boolean() }),
  errors: ['notFound'],
})
