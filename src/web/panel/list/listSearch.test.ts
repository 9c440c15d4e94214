import { describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  asDay,
  asFlag,
  asText,
  defineList,
  isFiltered,
  oneOf,
  readListSearch,
  toInstants,
  toListRequest,
} from './listSearch.ts'

vi.mock('#web/settings.ts', () => ({ settings: { timeZone: 'Europe/Rome' } }))

const list = defineList({
  sorts: ['name', 'date'],
  defaultSort: { sort: 'date', order: 'desc' },
  filters: { role: oneOf(['admin', 'sp']), isOpen: asFlag, from: asDay, agent: asText },
})
const read = (search: Record<string, unknown>) => readListSearch(search, list)

test('reads what is valid', () => {
  const search = {
    page: 3,
    limit: 50,
    sort: 'name',
    order: 'asc',
    text: 'ada',
    role: 'sp',
    isOpen: false,
    from: '2026-05-31',
    agent: 'A1',
  }
  expect(read(search)).toEqual(search)
  expect(toListRequest(read(search), list)).toEqual(search)
})

test('leaves defaults out of the URL and adds them to the request', () => {
  const search = read({ page: 1, limit: 20, sort: 'date', order: 'desc', text: '' })
  expect(search).toEqual({})
  expect(toListRequest(search, list)).toEqual({ page: 1, limit: 20, sort: 'date', order: 'desc' })
})

describe('drops what is not valid', () => {
  const invalid: Record<string, unknown>[] = [
    { page: 0 },
    { page: -1 },
    { page: 1.5 },
    { page: 'x' },
    { page: 1e9 },
    { limit: 30 },
    { limit: 1000 },
    { sort: 'size' },
    { order: 'up' },
    { text: true },
    { text: {} },
    { role: 'root' },
    { isOpen: 'true' },
    { from: '1999-01-01' },
    { from: '2026-13-01' },
    { from: 20260531 },
    { other: 1 },
    { constructor: 'x' },
  ]
  test.each(invalid)('%o', (search) => {
    expect(read(search)).toEqual({})
  })
})

test('reads numbers as text and cuts long text', () => {
  expect(read({ text: 1024, agent: 7 })).toEqual({ text: '1024', agent: '7' })
  expect(read({ text: 'a'.repeat(300) }).text).toHaveLength(100)
})

test('counts text and filters as filtering, but not order and page', () => {
  expect(isFiltered(read({ page: 2, sort: 'name', limit: 50 }), list)).toBe(false)
  expect(isFiltered(read({ text: 'a' }), list)).toBe(true)
  expect(isFiltered(read({ isOpen: false }), list)).toBe(true)
})

test('days are of the tenant’s time zone and include the last one', () => {
  expect(toInstants({ from: '2026-05-31', to: '2026-05-31' })).toEqual({
    dateFrom: '2026-05-30T22:00:00.000Z',
    dateTo: '2026-05-31T22:00:00.000Z',
  })
  // A day of 23 hours.
  expect(toInstants({ from: '2026-03-29', to: '2026-03-29' })).toEqual({
    dateFrom: '2026-03-28T23:00:00.000Z',
    dateTo: '2026-03-29T22:00:00.000Z',
  })
  expect(toInstants({})).toEqual({ dateFrom: undefined, dateTo: undefined })
})

test('today is the tenant’s', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-01-14T22:30:00Z') })
  onTestFinished(() => void vi.useRealTimers())
  expect(toInstants({ period: 'today' })).toEqual({
    dateFrom: '2026-01-13T23:00:00.000Z',
    dateTo: '2026-01-14T23:00:00.000Z',
  })
})
