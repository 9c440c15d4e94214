import type { OrderNews } from '#shared/orders/officeOrders.ts'
import { api, CallFailed } from './api.ts'
import { readToken, storeToken } from './credentials.ts'
import { useSession } from './session.ts'

type Position = Pick<OrderNews, 'version' | 'lastNumber'>
/** `isFirst`: the first answer of this window, which only tells the position. */
type Follower = { intervalMs: number; onNews: (news: OrderNews, isFirst: boolean) => void }

/** Shared by all followers of this window. */
let lastSeen: Position | undefined
const followers = new Set<Follower>()
let timer = 0
let isAsking = false
/** The token of a session that has ended. It is not used to ask again. */
let endedToken: string | undefined

async function poll(): Promise<void> {
  const token = readToken()
  if (document.hidden || isAsking || !token || token === endedToken) return
  const since = lastSeen
  isAsking = true
  // The next poll asks again.
  const answer = await api
    .post('/api/Shop/GetOrderNews', since ? { since } : {}, { isQuiet: true })
    .catch((error: unknown) => {
      if (error instanceof CallFailed && error.status === 401) leaveEnded(token)
    })
  isAsking = false
  if (!answer) return
  const { version, lastNumber } = answer.data
  lastSeen = { version, lastNumber }
  for (const { onNews } of followers) onNews(answer.data, since === undefined)
}

/** Puts the token back that the failed renewal dropped: then the user's next action shows the sign-in question. */
function leaveEnded(token: string): void {
  endedToken = token
  const isSignedOut = !useSession.getState().user
  if (!isSignedOut && !readToken()) storeToken(token)
}

const startPoll = () => void poll()

/** Asks what changed in the user's orders: at once, while the page is visible as often as any follower wants, and at focus. */
export function followOrderNews(follower: Follower): () => void {
  followers.add(follower)
  if (followers.size === 1) {
    document.addEventListener('visibilitychange', startPoll)
    window.addEventListener('focus', startPoll)
  }
  setTimer()
  startPoll()
  return () => {
    followers.delete(follower)
    setTimer()
    if (followers.size > 0) return
    document.removeEventListener('visibilitychange', startPoll)
    window.removeEventListener('focus', startPoll)
  }
}

function setTimer(): void {
  clearInterval(timer)
  if (followers.size === 0) return
  timer = window.setInterval(startPoll, Math.min(...[...followers].map(({ intervalMs }) => intervalMs)))
}
