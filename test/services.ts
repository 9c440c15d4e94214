import type { CatalogueImports } from '#server/catalogue/imports/imports.ts'
import { openLog } from '#server/log.ts'
import { openMailer } from '#server/mail/mailer.ts'
import { secretsOf } from '#server/secrets.ts'

/** What a server needs of the outside where nobody looks at it: mails go to a folder, secrets have a test's key. */
export function quietServices(folder: string) {
  return {
    mailer: openMailer({ smtpUrl: undefined, mailFrom: 'test@localhost', dataDir: folder }, () => {}),
    orderMails: { ring: () => {} },
    photoWork: { ring: () => {} },
    dispatcher: { ring: () => {} },
    syncs: { ring: () => {} },
    erpCare: { ring: () => {} },
    imports: noImports,
    secrets: secretsOf('a key for tests that is long enough to be one'),
    publicUrl: undefined,
    log: openLog('warn'),
  }
}

const nobodyImports = () => Promise.reject(new Error('Nobody imports here'))
const noImports: CatalogueImports = {
  openFolder: nobodyImports,
  folderOf: () => '',
  dropFolder: nobodyImports,
  begin: () => {},
  stop: async () => {},
}
