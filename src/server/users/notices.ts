import type { Call } from '#server/http.ts'
import { translate } from '#server/i18n.ts'

type Notice = 'mail.passwordChanged' | 'mail.emailChanged' | 'mail.twoFactorOff'

/** Warns of changed sign-in data. Failures are only logged. */
export async function notify(
  call: Pick<Call, 'tenant' | 'services' | 'language' | 'request'>,
  to: string,
  notice: Notice,
): Promise<void> {
  if (!to) return
  const company = call.tenant.displayName
  const mail = {
    to,
    fromName: company,
    subject: translate(call.language, 'mail.notice.subject', { company }),
    text: `${translate(call.language, notice, { company })}\n\n${translate(call.language, 'mail.notice.notYou')}`,
  }
  await call.services.mailer
    .send(mail)
    .catch((error: unknown) => call.request.log.error(mailProblem(error), 'a notice was not sent'))
}

/** Without addresses, which servers repeat. */
export function mailProblem(error: unknown): { code: string; response: number | string } {
  const { code = '', responseCode = '', message } = error as Error & { code?: string; responseCode?: number }
  return { code: code || message.replace(/\S+@\S+/g, '…').slice(0, 200), response: responseCode }
}
