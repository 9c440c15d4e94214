import { ask } from './ask.mjs'
import { signatureHeaders } from './signature.mjs'

/** The paths of docs/erp-http.md. A dot or %2e in an id could lead to another path. */
const allowedRequests = [
  ['GET', /^\/health$/],
  ['GET', /^\/orders\?[^#]*$/],
  ['GET', /^\/orders\/[\w-]+$/],
  ['PUT', /^\/orders\/[\w-]+$/],
  ['GET', /^\/(customers|products|prices|stock)\?[^#]*$/],
]

/** Toptan answers a Next call within this time, with or without a request. */
const waitSeconds = 25
const extraTimeoutMs = 15_000
const erpTimeoutMs = 120_000
const maxAnswerBytes = 6_000_000
/** What Toptan accepts, as JSON. */
const maxAcceptedBytes = 8_000_000
const maxConcurrentRequests = 4
const minRetryDelayMs = 1000
const maxRetryDelayMs = 30_000

/**
 * Forwards requests from Toptan to the ERP until `signal` aborts, then finishes those in flight.
 * @param {{ toptanUrl: string, toptanToken: string, erpUrl: string, erpKey: string }} settings
 * @param {{ signal: AbortSignal, say: (line: string) => void }} options
 */
export async function runAgent(settings, { signal, say }) {
  const running = new Set()
  let retryDelayMs = minRetryDelayMs
  while (!signal.aborted) {
    try {
      const { request } = (await callToptan(settings, 'Next', { wait: waitSeconds }, signal)).data
      retryDelayMs = minRetryDelayMs
      if (!request) continue
      const sending = forward(settings, request, say).finally(() => running.delete(sending))
      running.add(sending)
      if (running.size >= maxConcurrentRequests) await Promise.race(running)
    } catch (error) {
      if (signal.aborted) break
      say(`Toptan: ${error.message}; trying again in ${retryDelayMs / 1000} s`)
      await sleep(retryDelayMs, signal)
      retryDelayMs = Math.min(retryDelayMs * 2, maxRetryDelayMs)
    }
  }
  await Promise.all(running)
}

async function forward(settings, { id, method, path, body }, say) {
  const began = Date.now()
  const answer = await callErp(settings, method, path, body)
  const took = () => `${Date.now() - began} ms`
  say(`${method} ${path.split('?')[0]} ${answer.status ?? answer.failure} ${took()}`)
  let retryDelayMs = minRetryDelayMs
  for (;;) {
    try {
      await callToptan(settings, 'Answer', { id, ...answer })
      return
    } catch (error) {
      // Toptan has given up waiting. It will look the order up by its key.
      if (Date.now() - began > erpTimeoutMs || error.isRefused) {
        say(`${method} ${path.split('?')[0]} could not be answered: ${error.message}`)
        return
      }
      await sleep(retryDelayMs)
      retryDelayMs = Math.min(retryDelayMs * 2, maxRetryDelayMs)
    }
  }
}

async function callErp({ erpUrl, erpKey }, method, path, body) {
  if (!allowedRequests.some(([known, pattern]) => known === method && pattern.test(path)))
    return { failure: 'unreachable', body: 'The agent asks only for the paths of the HTTP interface.' }
  const address = new URL(`${erpUrl.replace(/\/+$/, '')}${path}`)
  const signed = { method, path: `${address.pathname}${address.search}`, body, now: new Date() }
  const headers = {
    accept: 'application/json',
    ...signatureHeaders(erpKey, signed),
    ...(body ? { 'content-type': 'application/json' } : {}),
  }
  const signal = AbortSignal.timeout(erpTimeoutMs)
  try {
    const answer = await ask(address.href, {
      method,
      headers,
      signal,
      maxBytes: maxAnswerBytes,
      ...(body ? { body } : {}),
    })
    // Leaves room for the JSON around it.
    if (Buffer.byteLength(JSON.stringify(answer)) < maxAcceptedBytes - 1000) return answer
    return { failure: 'lost', body: `the answer is longer than ${maxAcceptedBytes} bytes of JSON` }
  } catch (error) {
    return { failure: error.wasSent ? 'lost' : 'unreachable', body: error.message }
  }
}

async function callToptan({ toptanUrl, toptanToken }, call, input, outerSignal) {
  const { signal, stop } = timeoutSignal(waitSeconds * 1000 + extraTimeoutMs, outerSignal)
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
      maxBytes: maxAnswerBytes,
    })
    if (status === 200) return JSON.parse(body)
    const error = new Error(`${refusalText(body)} (HTTP ${status})`)
    error.isRefused = status >= 400 && status < 500 && status !== 429
    throw error
  } finally {
    stop()
  }
}

function refusalText(body) {
  try {
    return String(JSON.parse(body).Message ?? 'refused')
  } catch {
    return 'no answer from Toptan'
  }
}

/** Aborts after a time or with another signal. Node 18 has no AbortSignal.any. */
function timeoutSignal(timeoutMs, other) {
  const controller = new AbortController()
  const abort = () => controller.abort()
  const timer = setTimeout(abort, timeoutMs)
  other?.addEventListener('abort', abort)
  return {
    signal: controller.signal,
    stop: () => {
      clearTimeout(timer)
      other?.removeEventListener('abort', abort)
    },
  }
}

function sleep(durationMs, signal) {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, durationMs)
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
