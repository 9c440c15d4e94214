/**
 * Why a mail was not sent. `by` server: it takes no mail at present; refusal: it works, but did not take this one; self:
 * the mail could not be made. `isFinal`: the recipient does not exist. `reason`: plain English, without addresses, which
 * mail servers repeat.
 */
export type MailFailure = { by: 'server' | 'refusal' | 'self'; isFinal: boolean; reason: string }

/** `originalCode`: the system's error code. */
type SmtpError = Error & { code?: string; originalCode?: string; command?: string; response?: string }

const wordsByCode: Record<string, string> = {
  EABORT: 'It did not answer in time',
  ECONNECTION: 'It closed the connection',
  EDNS: 'Its name is not known',
  EPROTOCOL: 'What answers there is no mail server',
  ESOCKET: 'It cannot be reached',
  ETIMEDOUT: 'It did not answer in time',
  ETLS: 'No encrypted connection can be made',
}

/** The failure in what a {@link import('./mailer.ts').Mailer} throws. */
export function mailFailureOf(error: unknown): MailFailure {
  const { code = '', originalCode, command = '', message, response = '' } = error as SmtpError
  const failure = (by: MailFailure['by'], reason: string, isFinal = false) => ({ by, isFinal, reason })
  const reply = withoutAddresses(response)
  if (command === 'RCPT TO') {
    // By policy: relay denied, sign-in required. That is for the operator to fix, so all mails wait.
    if (/^\d{3}[ -]5\.7\./.test(response)) return failure('server', `It passes on no mails: ${reply}`)
    return failure('refusal', `The recipient was refused: ${codesOf(response)}`, /^55[013]/.test(response))
  }
  if (command === 'DATA') return failure('refusal', `The message was refused: ${codesOf(response)}`)
  if (command === 'MAIL FROM') return failure('server', `The sender was refused: ${reply}`)
  if (code === 'EAUTH')
    return failure('server', `The sign-in was refused: ${reply || withoutAddresses(message)}`)
  if (originalCode === 'ECONNREFUSED') return failure('server', 'No server answers there (ECONNREFUSED)')
  const words = wordsByCode[code]
  if (!words) return failure('self', withoutAddresses(message))
  const detail = reply || (originalCode ? withoutAddresses(message) : '')
  return failure('server', detail ? `${words} (${detail})` : words)
}

/** `550 5.1.1`: what follows may name people. */
const codesOf = (response: string) =>
  /^\d{3}(?:[ -]\d\.\d{1,3}\.\d{1,3})?/.exec(response)?.[0] ?? 'no reason given'

const withoutAddresses = (text: string) =>
  text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\S+@\S+/g, '…')
    .slice(0, 200)
    .trim()
