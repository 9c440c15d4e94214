import { openMailer } from '#server/mail/mailer.ts'
import { openLog } from '#server/process/log.ts'
import { secretsOf } from '#server/process/secrets.ts'

/** Mails go to a folder, jobs never run. */
export function quietServices(folder: string) {
  return {
    mailer: openMailer({ smtpUrl: undefined, mailFrom: 'test@localhost', dataDir: folder }, () => {}),
    jobs: { wake: () => {} },
    secrets: secretsOf('a key for tests that is long enough to be one'),
    publicUrl: undefined,
    deployment: { isEmbedded: true, publicUrl: undefined, backup: undefined },
    log: openLog('warn'),
  }
}
