import type { Page } from '@playwright/test'
import type { Language } from '#shared/tenancy.ts'
import { authenticate } from './people.ts'
import { open } from './shop.ts'

/** Opens a page as a user of the demo, without the sign-in page, which has tests of its own. */
export async function openAs(
  page: Page,
  username: string,
  tenantKey: string,
  path: string,
  language: Language,
): Promise<void> {
  const { token, refreshToken } = await authenticate(tenantKey, username)
  const domain = `${tenantKey}.localhost`
  await page.context().addCookies([
    { name: 'token', value: token, domain, path: '/', sameSite: 'Strict' },
    { name: 'urt', value: refreshToken, domain, path: '/api/Account', httpOnly: true, sameSite: 'Strict' },
  ])
  await open(page, tenantKey, path, language)
}
