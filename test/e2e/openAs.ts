import type { Page } from '@playwright/test'
import { demoPassword } from '#shared/demo.ts'
import type { Language } from '#shared/tenancy.ts'
import { authenticate, type Person } from './people.ts'
import { open } from './shop.ts'

/** Opens a page as a user of the demo or another person, without the sign-in page, which has tests of its own. */
export async function openAs(
  page: Page,
  user: string | Pick<Person, 'username' | 'password'>,
  tenantKey: string,
  path: string,
  language: Language,
): Promise<void> {
  const { username, password } = typeof user === 'string' ? { username: user, password: demoPassword } : user
  const { token, refreshToken } = await authenticate(tenantKey, username, password)
  const domain = `${tenantKey}.localhost`
  await page.context().addCookies([
    { name: 'token', value: token, domain, path: '/', sameSite: 'Strict' },
    { name: 'urt', value: refreshToken, domain, path: '/api/Account', httpOnly: true, sameSite: 'Strict' },
  ])
  await open(page, tenantKey, path, language)
}
