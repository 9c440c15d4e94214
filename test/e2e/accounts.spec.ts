import { expect } from '@playwright/test'
import { addCustomer, ask, signedInClient } from './apiClient.ts'
import { fillCart } from './filledCart.ts'
import { openAs } from './openAs.ts'
import { addPerson } from './people.ts'
import {
  addressOf,
  button,
  download,
  expectNoSidewaysScroll,
  field,
  phone,
  test,
  texts,
  violations,
} from './shop.ts'

const t = texts.en

test('a credit limit that may mean two amounts is not saved before it is clear', async ({ page }) => {
  const admin = await signedInClient('default', 'admin')
  const { currAccCode } = await addCustomer(admin, 'Limited', 'CB')
  const tr = texts.tr
  await openAs(page, 'admin', 'default', `/customer/edit/${currAccCode}`, 'tr')
  const limit = field(page, tr['panel.customer.creditLimit'])
  const stored = async () =>
    (
      await ask<{ data: { creditLimit: number | null } }>(
        admin,
        `/api/Account/GetCustomerById?id=${currAccCode}`,
      )
    ).data.creditLimit
  await limit.fill('1.250')
  await page.keyboard.press('Control+s')
  const question = page.getByRole('group', { name: tr['field.ambiguous'] })
  await expect(question.getByRole('button')).toHaveText(['1.250,00', '1,25'])
  expect(await stored()).toBe(null)
  await limit.fill('١٬٢٥٠')
  await button(page, tr['panel.form.save']).click()
  await expect(page.getByText(tr['panel.form.saved'])).toBeVisible()
  expect(await stored()).toBe(1250)
  await limit.blur()
  await expect(limit).toHaveValue('1.250,00')
  // A digit changed in a stored number raises no question.
  await limit.focus()
  await page.keyboard.press('Home')
  await page.keyboard.type('2')
  await limit.blur()
  await expect(limit).toHaveValue('21.250,00')
  await limit.fill('')
  await page.keyboard.press('Control+s')
  await expect.poll(stored).toBe(null)
})

test('the office sets a limit and uploads what is owed; dealer, agent and office see it', async ({
  page,
}) => {
  const admin = await signedInClient('default', 'admin')
  const { currAccCode } = await addCustomer(admin, 'Owing', 'CB')
  const dealer = await addPerson('default', { roles: ['customer'], currAccCode })

  await openAs(page, 'admin', 'default', `/customer/edit/${currAccCode}`, 'en')
  await field(page, t['panel.customer.paymentTerms']).fill('60 days by cheque')
  await field(page, t['panel.customer.creditLimit']).fill('1000.50')
  await button(page, t['panel.form.save']).click()
  await expect(page.getByText(t['panel.form.saved'])).toBeVisible()

  await page.goto(addressOf('default', '/customer/index'))
  await button(page, t['panel.balances.upload']).click()
  const dialog = page.getByRole('dialog')
  const send = (text: string) =>
    dialog.locator('input[type=file]').setInputFiles({
      name: 'told.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(text),
    })
  await send(`Customer code;Balance\n${currAccCode};none\n`)
  await expect(dialog.getByRole('row').filter({ hasText: 'none' })).toContainText(t['credit.balance'])
  await expect(button(page, t['panel.balances.apply'])).toHaveCount(0)
  expect(await violations(page)).toEqual([])
  await send(`Customer code;Balance;Overdue\n${currAccCode};900,50;120,00\nnone;5;\nTOPLAM;905,50;\n`)
  await expect(dialog).toContainText('A total was left out: row 4')
  await expect(button(page, t['panel.balances.apply'])).toHaveCount(0)
  await expect(dialog.getByRole('region', { name: t['panel.balances.changes'] })).toContainText('₺900.50')
  await dialog.getByRole('checkbox', { name: /^Apply without the rows with errors \(1\)/ }).check()
  expect(await violations(page)).toEqual([])
  await button(page, t['panel.balances.apply']).click()
  await expect(dialog).toHaveCount(0)
  // Headings that are not known: the columns are chosen, and the file is undone from the list of files.
  await button(page, t['panel.balances.upload']).click()
  await send(`Ledger;Owner;Sum\n${currAccCode};Can;700\n`)
  await expect(dialog.getByRole('alert').first()).toContainText(
    `${t['panel.customer.code']} · ${t['credit.balance']}`,
  )
  await expect(button(page, t['panel.balances.apply'])).toHaveCount(0)
  await expect(dialog.getByRole('row').filter({ hasText: 'Ledger' })).toContainText(currAccCode)
  for (const [heading, what] of [
    ['Ledger', t['panel.customer.code']],
    ['Sum', t['credit.balance']],
  ] as const) {
    await dialog
      .getByRole('combobox', { name: t['panel.import.targetOf'].replace('{name}', heading) })
      .fill(what)
    await page.getByRole('option', { name: what, exact: true }).click()
  }
  expect(await violations(page)).toEqual([])
  await button(dialog, t['panel.import.readColumns']).click()
  await expect(dialog.getByRole('region', { name: t['panel.balances.changes'] })).toContainText('₺700.00')
  await button(page, t['panel.balances.apply']).click()
  await expect(dialog).toHaveCount(0)
  await button(page, t['panel.balances.upload']).click()
  // Other tests upload files of this name; the newest is first.
  await button(dialog, t['panel.import.undoName'].replace('{name}', 'told.csv')).first().click()
  await button(page.getByRole('dialog').last(), t['panel.import.undo']).click()
  await expect(page.getByText(/^Restored: 1, removed: 0/)).toBeVisible()
  await dialog.getByText(t['panel.balances.documents']).click()
  const heads = 'Customer code;Document type;Document number;Date;Due date;Amount;Open amount'
  await send(`${heads}\n${currAccCode};Invoice;F-77;2026-01-05;2026-02-05;900,50;120,00\n`)
  await button(page, t['panel.balances.apply']).click()
  await expect(dialog).toHaveCount(0)

  await page.goto(addressOf('default', `/customer/account/${currAccCode}`))
  await expect(page.getByRole('region', { name: t['credit.title'] })).toContainText('₺100.00')
  expect(await violations(page)).toEqual([])
  await page.getByRole('link', { name: t['statement.title'] }).click()
  await expect(page.getByText(t['statement.opening'])).toHaveCount(0)
  await field(page, t['orders.from']).fill('1/1/2026')
  await field(page, t['orders.from']).press('Enter')
  await expect(page.getByRole('row').filter({ hasText: 'F-77' })).toContainText('₺900.50')
  // Days that are refused can be corrected.
  const until = field(page, t['orders.to'])
  const today = await until.inputValue()
  await until.fill('1/1/2025')
  await expect(page.getByRole('alert')).toBeVisible()
  await until.fill(today)
  await expect(page.getByRole('row').filter({ hasText: 'F-77' })).toBeVisible()

  await page.context().clearCookies()
  await openAs(page, dealer, 'default', '/shop', 'en')
  await fillCart(page, 2, (line) => ({ ...line, qty: 2 }))
  const box = page.getByRole('region', { name: t['credit.title'] })
  await expect(box).toContainText('60 days by cheque')
  await expect(box).toContainText('-₺')
  await expect(box).toContainText(/over the limit: the office will have to approve/)
  await expect(box).toContainText('₺120.00 is overdue.')
  expect(await violations(page)).toEqual([])
  await page.setViewportSize(phone)
  await expectNoSidewaysScroll(page)
  await box.getByRole('link', { name: t['statement.title'] }).click()
  await expect(page.getByRole('heading', { level: 1, name: t['statement.title'] })).toBeVisible()
  await field(page, t['orders.from']).fill('1/1/2026')
  await field(page, t['orders.from']).press('Enter')
  const row = page.getByRole('row').filter({ hasText: 'F-77' })
  await expect(row).toContainText(t['statement.isOverdue'])
  await expectNoSidewaysScroll(page)
  expect(await violations(page)).toEqual([])
  const file = await download(page, button(page, 'PDF'))
  expect(file.name).toContain(currAccCode)

  await page.context().clearCookies()
  await openAs(page, 'agent', 'default', `/customer/statement/${currAccCode}`, 'en')
  await expect(page.getByText(t['statement.closing'])).toBeVisible()
})
