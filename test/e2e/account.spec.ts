import { expect, type Page } from '@playwright/test'
import { addPerson, enter, mailTo } from './people.ts'
import { addressOf, button, open, test, texts, violations } from './shop.ts'

const t = texts.en

const code = (page: Page) => page.getByLabel(t['login.code.label'])
const codeIn = (mail: string) => /\d{6}/.exec(mail)?.[0] ?? ''
const newPassword = (page: Page) => page.getByLabel(new RegExp(`^${t['login.reset.newPassword']}( \\*)?$`))
const repeatPassword = (page: Page) => page.getByLabel(t['login.reset.again'])

test('a mailed code is requested, checked beside its field, and submitted when pasted', async ({ page }) => {
  const person = await addPerson('default', { emailVerification: true })
  await enter(page, person, '/login?redirect=/shop')
  const masked = `p•••${person.username.at(-1)}@example.com`
  await expect(
    page.getByText(`The verification code has been sent to ${masked}; enter it within 180 seconds.`),
  ).toBeVisible()
  // The server of these tests has no mail server.
  await expect(page.getByText(t['login.code.kept'])).toBeVisible()
  await expect(code(page)).toBeFocused()
  expect(await violations(page)).toEqual([])
  await expect(page.getByRole('timer')).toHaveText(/Time left: 2:5\d/)
  const right = codeIn(await mailTo(person.email))
  await code(page).fill(right === '000000' ? '000001' : '000000')
  await expect(page.getByRole('alert')).toHaveText(t['error.session.badCode'])
  await expect(code(page)).toBeFocused()
  await code(page).fill(`Code: ${right.slice(0, 3)} ${right.slice(3)}`)
  await expect(page).toHaveURL(addressOf('default', '/shop'))
})

test('an expired code can be replaced by a new one', async ({ page }) => {
  const person = await addPerson('default', { emailVerification: true })
  await page.clock.install()
  await enter(page, person)
  await expect(button(page, 'Resend (0:20)')).toBeDisabled()
  await page.clock.fastForward(21_000)
  await expect(button(page, t['login.code.resend'])).toBeEnabled()
  await page.clock.fastForward(160_000)
  await expect(page.getByRole('alert')).toHaveText(t['login.code.over'])
  await expect(button(page, t['login.code.new'])).toBeFocused()
  expect(await violations(page)).toEqual([])
  await button(page, t['login.code.new']).click()
  await expect(code(page)).toBeFocused()
  await code(page).fill(codeIn(await mailTo(person.email)))
  await expect(page).toHaveURL(/\/panel\/index/)
})

test('after too many tries the button is disabled until the wait is over', async ({ page }) => {
  const person = await addPerson('default')
  await page.clock.install()
  await enter(page, { ...person, password: 'wrong' })
  const submit = button(page, t['login.submit'])
  for (let tries = 0; tries < 5; tries += 1) {
    await expect(page.getByRole('alert')).toHaveText(t['error.session.badCredentials'])
    const answered = page.waitForResponse('**/api/Account/authenticate')
    await submit.click()
    await answered
  }
  await expect(page.getByText(/^Too many tries\. Try again in 0:(30|29)\.$/)).toBeVisible()
  await expect(submit).toBeDisabled()
  expect(await violations(page)).toEqual([])
  await page.clock.fastForward(31_000)
  await expect(page.getByText(t['login.waitOver']).last()).toBeVisible()
  await expect(submit).toBeEnabled()
})

test('a forgotten password: the same answer for every name, and a link that works once', async ({ page }) => {
  const person = await addPerson('default')
  await open(page, 'default', '/login', 'en')
  await page.getByRole('link', { name: t['login.forgot'] }).click()
  const ask = async (name: string) => {
    await page.getByLabel(t['login.link.username']).fill(name)
    expect(await violations(page)).toEqual([])
    await button(page, t['login.link.submit']).click()
    await expect(page.getByText(t['login.link.kept'])).toBeVisible()
    await expect(page.getByText(t['login.link.sent'])).toBeHidden()
  }
  await ask('nobody of this name')
  await page.goto(addressOf('default', '/login/forgot'))
  await ask(person.email)
  const link = /http\S+\/reset#\S+/.exec(await mailTo(person.email))?.[0] ?? ''
  await page.goto(link)
  await expect(page).toHaveURL(addressOf('default', '/reset'))
  await newPassword(page).fill('password1')
  await repeatPassword(page).fill('password2')
  await button(page, t['login.reset.submit']).click()
  await expect(page.getByRole('alert')).toHaveText(t['field.passwordsDiffer'])
  await repeatPassword(page).fill('password1')
  await button(page, t['login.reset.submit']).click()
  await expect(page.getByRole('alert')).toHaveText(t['password.tooCommon'])
  expect(await violations(page)).toEqual([])
  await newPassword(page).fill('Quiet-Harbour-7')
  await repeatPassword(page).fill('Quiet-Harbour-7')
  await button(page, t['login.reset.submit']).click()
  await expect(page.getByRole('heading', { name: t['login.reset.doneTitle'] })).toBeVisible()
  // A used link looks like one that never existed.
  await page.goto(`${link}x`)
  await newPassword(page).fill('Quiet-Harbour-8')
  await repeatPassword(page).fill('Quiet-Harbour-8')
  await button(page, t['login.reset.submit']).click()
  await expect(page.getByRole('heading', { name: t['login.reset.spentTitle'] })).toBeVisible()
  await page.getByRole('link', { name: t['login.reset.askNew'] }).click()
  await expect(page).toHaveURL(addressOf('default', '/login/forgot'))
  await enter(page, { ...person, password: 'Quiet-Harbour-7' })
  await expect(page).toHaveURL(/\/panel\/index/)
})

test('401, redirect and auth-redirect lead to their targets, but never to other sites', async ({ page }) => {
  const person = await addPerson('default')
  await open(page, 'default', '/401', 'en')
  await expect(page.getByRole('heading', { name: t['notAllowed.title'] })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.goto(addressOf('default', '/auth-redirect?redirect=%2Fsiparisler%2Findex'))
  await expect(page).toHaveURL(/\/login\?redirect=(%2F|\/)siparisler(%2F|\/)index/)
  await enter(page, person)
  await expect(page).toHaveURL(/\/panel\/index/)
  const leads = async (from: string, to: string | RegExp) => {
    await page.goto(addressOf('default', from))
    await expect(page).toHaveURL(typeof to === 'string' ? addressOf('default', to) : to)
    await expect(page.getByRole('heading').first()).toBeVisible()
  }
  await leads('/auth-redirect?redirect=%2Fuser%2Fprofile', '/user/profile')
  await leads('/auth-redirect?redirect=%2F%2Fexample.com', '/panel/index')
  await leads('/redirect/siparisler/index?text=1', /\/siparisler\/index\?text=/)
  await leads('/redirect/shop', '/shop')
  // Such paths of this site do not exist.
  await leads('/redirect//example.com/', '/404')
  await leads('/redirect/%2F%2Fexample.com', '/404')
  await leads('/redirect/https:%2F%2Fexample.com', '/404')
})
