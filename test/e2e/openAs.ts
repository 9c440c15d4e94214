import type { Page } from '@playwright/test'
import { demoPassword } from '#shared/demo.ts'
import type { Language } from '#shared/tenancy.ts'
import { call } from './people.ts'
import { open } from './shop.ts'

/** Opens a page as a user of the demo, without the sign-in page, which has tests of its own. */
export async function openAs(
  page: Page,
  username: string,
  tenantKey: string,
  path: string,
  language: Language,
): Promise<void> {
  const { token, refreshToken } = await call<{ token: string; refreshToken: string }>(
    tenantKey,
    '/api/Account/authenticate',
    { username, password: demoPassword },
  )
  const domain = `${tenantKey}.localhost`
  await page.context().addCookies([
    { name: 'token', value: token, domain, path: '/', sameSite: 'Strict' },
    { name: 'urt', value: refreshToken, domain, path: '/api/Account', httpOnly: true, sameSite: 'Strict' },
  ])
  await open(page, tenantKey, path, language)
}
