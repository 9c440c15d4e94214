import { importFolders } from '#server/catalogue/import/runs/importFolders.ts'
import { openLog } from '#server/log.ts'
import { openMailer } from '#server/mail/mailer.ts'
import { secretsOf } from '#server/secrets.ts'

/** What a server needs of the outside where nobody looks at it: mails go to a folder, no job runs, secrets have a test's key. */
export function quietServices(folder: string) {
  return {
    mailer: openMailer({ smtpUrl: undefined, mailFrom: 'test@localhost', dataDir: folder }, () => {}),
    jobs: { wake: () => {} },
    importFolders: importFolders(folder),
    secrets: secretsOf('a key for tests that is long enough to be one'),
    publicUrl: undefined,
    log: openLog('warn'),
  }
}
