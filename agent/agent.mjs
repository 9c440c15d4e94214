import { ask } from './ask.mjs'
import { signatureHeaders } from './signature.mjs'

/** The paths of docs/erp-http.md: nothing else is asked of the ERP, whoever wants it. A dot in one, or %2e, would lead elsewhere. */
const documented = [
  ['GET', /^\/health$/],
  ['GET', /^\/orders\?[^#]*$/],
  ['GET', /^\/orders\/[\w-]+$/],
  ['PUT', /^\/orders\/[\w-]+$/],
  ['GET', /^\/(customers|products|prices|stock)\?[^#]*$/],
]

/** How long Toptan keeps us waiting for a request, in seconds, and what may come on top, in milliseconds. */
const wait = 25
const patience = 15_000
/** How long the ERP may take over a request, in milliseconds. */
const erpPatience = 120_000
/** What an answer of the ERP's may have, in bytes, and what Toptan takes of it as JSON. */
const mostBytes = 6_000_000
const mostTaken = 8_000_000
/** Requests that are made of the ERP at once. */
const mostAtOnce = 4
const shortestPause = 1000
const longestPause = 30_000

/**
 * Fetches requests from Toptan, makes them of the ERP and sends the answers back, until `signal` ends it; what is under way
 * then is finished.
 * @param {{ toptanUrl: string, toptanToken: string, erpUrl: string, erpKey: string }} settings
 * @param {{ signal: AbortSignal, say: (line: string) => void }} manner
 */
export async function runAgent(settings, { signal, say }) {
  const working = new Set()
  let pause = shortestPause
  while (!signal.aborted) {
    try {
      const { request } = (await toToptan(settings, 'Next', { wait }, signal)).data
      pause = shortestPause
      if (!request) continue
      const work = carry(settings, request, say).finally(() => working.delete(work))
      working.add(work)
      if (working.size >= mostAtOnce) await Promise.race(working)
    } catch (error) {
      if (signal.aborted) break
      say(`Toptan: ${error.message}; trying again in ${pause / 1000} s`)
      await rest(pause, signal)
      pause = Math.min(pause * 2, longestPause)
    }
  }
  await Promise.all(working)
}

/** Makes one request of the ERP, and answers what came of it. */
async function carry(settings, { id, method, path, body }, say) {
  const began = Date.now()
  const answer = await toErp(settings, method, path, body)
  const took = () => `${Date.now() - began} ms`
  say(`${method} ${path.split('?')[0]} ${answer.status ?? answer.failure} ${took()}`)
  let pause = shortestPause
  for (;;) {
    try {
      await toToptan(settings, 'Answer', { id, ...answer })
      return
    } catch (error) {
      // Nobody waits for it any longer; Toptan looks the order up by its key.
      if (Date.now() - began > erpPatience || error.isRefused) {
        say(`${method} ${path.split('?')[0]} could not be answered: ${error.message}`)
        return
      }
      await rest(pause)
      pause = Math.min(pause * 2, longestPause)
    }
  }
}

async function toErp({ erpUrl, erpKey }, method, path, body) {
  if (!documented.some(([known, pattern]) => known === method && pattern.test(path)))
    return { failure: 'unreachable', body: 'The agent asks only for the paths of the HTTP interface.' }
  const address = new URL(`${erpUrl.replace(/\/+$/, '')}${path}`)
  const signed = { method, path: `${address.pathname}${address.search}`, body, now: new Date() }
  const headers = {
    accept: 'application/json',
    ...signatureHeaders(erpKey, signed),
    ...(body ? { 'content-type': 'application/json' } : {}),
  }
  const signal = AbortSignal.timeout(erpPatience)
  try {
    const answer = await ask(address.href, { method, headers, signal, mostBytes, ...(body ? { body } : {}) })
    // A little is left for what stands around it.
    if (Buffer.byteLength(JSON.stringify(answer)) < mostTaken - 1000) return answer
    return { failure: 'lost', body: `the answer is longer than ${mostTaken} bytes of JSON` }
  } catch (error) {
    return { failure: error.wasSent ? 'lost' : 'unreachable', body: error.message }
  }
}

/** A call of Toptan, which refuses what is not the tenant's agent. */
async function toToptan({ toptanUrl, toptanToken }, call, input, ending) {
  const { signal, stop } = inTime(wait * 1000 + patience, ending)
  try {
    const { status, body } = await ask(`${toptanUrl.replace(/\/+$/, '')}/api/ErpAgent/${call}`, {
      method: 'POST',
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        authorization: `Bearer ${toptanToken}`,
      },
      body: JSON.stringify(input),
      signal,
      mostBytes,
    })
    if (status === 200) return JSON.parse(body)
    const error = new Error(`${reasonOf(body)} (HTTP ${status})`)
    error.isRefused = status >= 400 && status < 500 && status !== 429
    throw error
  } finally {
    stop()
  }
}

function reasonOf(body) {
  try {
    return String(JSON.parse(body).Message ?? 'refused')
  } catch {
    return 'no answer from Toptan'
  }
}

/** A signal that comes after a while, or with another one. Node 18 has no AbortSignal.any. */
function inTime(milliseconds, other) {
  const ending = new AbortController()
  const end = () => ending.abort()
  const timer = setTimeout(end, milliseconds)
  other?.addEventListener('abort', end)
  return {
    signal: ending.signal,
    stop: () => {
      clearTimeout(timer)
      other?.removeEventListener('abort', end)
    },
  }
}

function rest(milliseconds, signal) {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    signal?.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        resolve()
      },
      { once: true },
    )
  })
}
