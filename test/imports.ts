import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import type { ImportChange, ImportValue } from '#shared/imports/imports.ts'
import type { Answer, TestApp } from './app.ts'
import type { Wholesaler } from './factories.ts'
import { type Shown, shopOf } from './importShop.ts'
import { upload as sendTo } from './upload.ts'

/** Each step waits until it is done. */
export type ImportClient = {
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look at answers freely
  post: (name: string, body: object) => Promise<any>
  send: (content: string | Buffer, name?: string) => Promise<Answer>
  /** Returns the run's id. */
  upload: (content: string | Buffer, name?: string) => Promise<string>
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look at answers freely
  read: (id: string) => Promise<any>
  /** Uses the recognized columns by default. */
  check: (id: string, more?: object) => Promise<void>
  checked: (content: string | Buffer, more?: object) => Promise<string>
  apply: (id: string, more?: object) => Promise<void>
  undo: (id: string) => Promise<void>
  /** As `variant A1 01 S: inventory 20→25`. */
  changes: (id: string, filter: object) => Promise<string[]>
  variant: (itemCode: string, size: string) => Promise<Omit<Shown, 'name'> | undefined>
  /** Without timestamps. */
  catalogue: () => Promise<unknown>
  quiet: () => Promise<void>
}

/** `shop` may be filled later; see shopPerTest. */
export function importClient(app: TestApp, shop: Wholesaler): ImportClient {
  const variants = () => shopOf(app.database, shop.tenantId, '').variants()
  const post: ImportClient['post'] = async (name, body) => {
    const answer = await shop.admin.post(`/api/Shop/${name}`, body)
    expect([answer.status, answer.body]).toEqual([200, expect.anything()])
    return answer.body
  }
  const read = async (id: string) => {
    const answer = await shop.admin.get('/api/Shop/GetImport', { id })
    expect(answer.status).toBe(200)
    return answer.body.data
  }
  const untilIdle = async (id: string) => {
    for (let tries = 0; tries < 600; tries += 1) {
      const { state } = await read(id)
      if (!['checking', 'applying', 'undoing'].includes(state)) return
      await sleep(20)
    }
    throw new Error('The import does not end')
  }
  const sendFile: ImportClient['send'] = (content, name = 'liste.csv') =>
    sendTo(shop.admin, '/api/Shop/PostImportFile', Buffer.from(content), name)
  const upload: ImportClient['upload'] = async (content, name) => {
    const answer = await sendFile(content, name)
    expect([answer.status, answer.body]).toEqual([200, expect.anything()])
    return (answer.body as { data: { id: string } }).data.id
  }
  const check: ImportClient['check'] = async (id, more = {}) => {
    const { file } = await read(id)
    const targets = file.columns.map(({ target }: { target: string }) => target)
    await post('CheckImport', { id, targets, ...more })
    await untilIdle(id)
  }
  const step =
    (name: string) =>
    async (id: string, more: object = {}) => {
      await post(name, { id, ...more })
      await untilIdle(id)
    }
  const applied = step('ApplyImport')
  return {
    post,
    read,
    send: sendFile,
    upload,
    check,
    checked: async (content, more) => {
      const id = await upload(content)
      await check(id, more)
      expect(await read(id)).toMatchObject({ state: 'checked' })
      return id
    },
    apply: async (id, more) => {
      await applied(id, more)
      await shop.readIds()
    },
    undo: step('UndoImport'),
    changes: async (id, filter) => {
      const { data } = await post('GetImportChanges', { id, limit: 200, ...filter })
      expect(data.total).toBe(data.items.length)
      return data.items.map(describeChange)
    },
    variant: async (itemCode, size) => {
      const all = await variants()
      const found = all.find(({ name }) => name.startsWith(`${itemCode}/`) && name.endsWith(`/${size}`))
      return found && { ...found, prices: found.prices.map(plainPrice) }
    },
    catalogue: async () =>
      Promise.all([
        variants(),
        shop.query(
          'select id, item_code, brand_id, category_id, attributes, is_active from products where tenant_id = $1 order by id',
        ),
        shop.query('select id, sort_order, is_active from variants where tenant_id = $1 order by id'),
        shop.query('select id, name from brands where tenant_id = $1 order by id'),
        shop.query('select id, full_name, path from categories where tenant_id = $1 order by id'),
      ]),
    quiet: () => sleep(1500),
  }
}

const plainPrice = (text: string) => {
  const [group, amount] = text.split(' ')
  return `${group} ${Number(amount)}`
}

function describeChange({
  entity,
  itemCode,
  colorCode,
  size,
  name,
  fields,
  bad,
  line,
}: ImportChange): string {
  const what = itemCode ? [itemCode, colorCode, size].filter(Boolean).join(' ') : name
  const details = bad
    ? `${line} ${bad.column} ${bad.reason} ${bad.value}`
    : fields.map((field) => `${field.name} ${shown(field.before)}→${shown(field.after)}`).join(', ')
  return `${entity} ${what}: ${details}`.trim()
}

function shown(value: ImportValue | undefined): string {
  if (value === undefined) return '–'
  if (typeof value === 'object' && 'amount' in value) return `${value.amount} ${value.currency}`
  return String(value)
}
