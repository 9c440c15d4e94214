import type { Database } from '#server/db/tenant.ts'
import { durationText } from '#server/durationText.ts'
import type { Mailer } from './mailer.ts'
import { mailFailureOf } from './mailFailure.ts'

/*
 * Whether the mail server takes mails, as all processes of the deployment see it: a row while it does not. Mails in the
 * outbox are not tried one by one then; one process at a time tries with one mail.
 */

type Global = Pick<Database, 'global'>

const secondMs = 1000
/** After failed tries in a row; the last one repeats. */
const retryDelaysMs = [5, 15, 30, 60, 120, 300].map((seconds) => seconds * secondMs)
const firstRetryMs = 5 * secondMs
/** A single one may be a restart, or a limit of the minute. */
const failuresBeforeLine = 2

const add = `
  insert into mail_servers as s (host, failing_since, reason, next_try_at) values ($1, $2, $3, $4)
  on conflict (host) do update set reason = excluded.reason, failures = s.failures + 1,
    next_try_at = $2::timestamptz + interval '1 ms' * ($5::float8[])[least(s.failures + 1, cardinality($5::float8[]))]
  returning failures`
const remove = `
  delete from mail_servers where host = $1 returning failing_since as "failingSince", failures`

/** Longer than one try takes. */
const tryMs = 60 * secondMs

const claim = `
  update mail_servers set next_try_at = $2::timestamptz + interval '1 ms' * $3::float8
  where host = $1 and next_try_at <= $2 returning host`
const read = `select next_try_at as "nextTryAt" from mail_servers where host = $1`

/** `mayTry`: it fails, and only the caller tries it now. */
type State = { state: 'works' | 'mayTry' } | { state: 'fails'; nextTryAt: Date }

/** Tells who sends from the outbox whether the mail server takes mails. */
export type WatchedMailer = Mailer & { askState(): Promise<State> }

type Watch = { database: Global; say: (line: string) => void; now?: () => Date }

/**
 * Notes for all processes whether the server takes mails. `say`: one line when it no longer does and one when it does
 * again, by the process that finds out.
 */
export function watchMailServer(
  mailer: Mailer,
  { database: { global }, say, now = () => new Date() }: Watch,
): WatchedMailer {
  const { host } = mailer
  if (!host) return { ...mailer, askState: async () => ({ state: 'works' }) }
  const noteFailure = async (reason: string) => {
    const at = now()
    const firstRetryAt = new Date(at.getTime() + firstRetryMs)
    const [noted] = await global<{ failures: number }>(add, [host, at, reason, firstRetryAt, retryDelaysMs])
    if (noted?.failures === failuresBeforeLine)
      say(`The mail server ${host} takes no mails: ${reason}. Mails wait until it does.`)
  }
  const noteSuccess = async () => {
    const [was] = await global<{ failingSince: Date; failures: number }>(remove, [host])
    if (!was || was.failures < failuresBeforeLine) return
    const seconds = (now().getTime() - was.failingSince.getTime()) / 1000
    say(`The mail server ${host} takes mails again, after ${durationText(seconds)}.`)
  }
  return {
    ...mailer,
    send: async (mail) => {
      try {
        await mailer.send(mail)
      } catch (error) {
        const { by, reason } = mailFailureOf(error)
        // A database that is away must not hide why the mail failed.
        if (by !== 'self') await (by === 'server' ? noteFailure(reason) : noteSuccess()).catch(() => {})
        throw error
      }
      await noteSuccess().catch(() => {})
    },
    askState: async () => {
      const at = now()
      const [found] = await global<{ nextTryAt: Date }>(read, [host])
      if (!found) return { state: 'works' }
      if (found.nextTryAt > at) return { state: 'fails', nextTryAt: found.nextTryAt }
      const isClaimed = (await global(claim, [host, at, tryMs])).length > 0
      if (isClaimed) return { state: 'mayTry' }
      return { state: 'fails', nextTryAt: new Date(at.getTime() + firstRetryMs) }
    },
  }
}

/** Servers that are no longer in the settings can neither fail nor work again. */
export async function forgetOtherMailServers({ global }: Global, host: string): Promise<void> {
  await global('delete from mail_servers where host <> $1', [host])
}
