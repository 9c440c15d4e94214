import type { Call } from '#server/http/http.ts'
import { translate } from '#server/i18n.ts'
import { mailFailureOf } from '#server/mail/mailFailure.ts'

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
    .catch((error: unknown) => logUnsent(call, error, 'a notice was not sent'))
}

/** Unless the mail server takes none at all, which the log says once. */
export function logUnsent({ request }: Pick<Call, 'request'>, error: unknown, what: string): void {
  const { by, reason } = mailFailureOf(error)
  if (by !== 'server') request.log.error({ reason }, what)
}
