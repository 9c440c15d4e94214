import { describe, expect, test, vi } from 'vitest'
import { adjustRange, dashboardRange, readDashboardSearch } from './dashboardSearch.ts'

vi.mock('#web/settings.ts', () => ({ settings: {} }))

describe('the address of the dashboard', () => {
  test('holds a period or days; days win', () => {
    expect(readDashboardSearch({ period: '7days' })).toEqual({ period: '7days' })
    expect(readDashboardSearch({ from: '2026-01-05', to: '2026-01-09', period: '7days' })).toEqual({
      from: '2026-01-05',
      to: '2026-01-09',
    })
  })

  test.each([
    { period: '30days' },
    { period: 'century' },
    { from: '2026-01-05' },
    { from: '2026-01-05', to: '2026-01-04' },
    { from: '2001-01-05', to: '2026-01-04' },
    { from: 'x', to: 'y' },
    { other: 1 },
  ])('drops %o', (search) => {
    expect(readDashboardSearch(search)).toEqual({})
  })

  test('defaults to thirty days up to today', () => {
    expect(dashboardRange({}, '2026-03-01')).toEqual({ from: '2026-01-31', to: '2026-03-01' })
  })
})

test('the end that was not changed moves', () => {
  const may = { from: '2026-05-01', to: '2026-05-31' }
  expect(adjustRange(may, { from: '2026-05-10' })).toEqual({ from: '2026-05-10', to: '2026-05-31' })
  expect(adjustRange(may, { from: '2026-06-10' })).toEqual({ from: '2026-06-10', to: '2026-06-10' })
  expect(adjustRange(may, { to: '2026-04-10' })).toEqual({ from: '2026-04-10', to: '2026-04-10' })
  expect(adjustRange(may, { from: '2010-01-01' })).toEqual({ from: '2010-01-01', to: '2013-01-04' })
  expect(adjustRange(may, { to: '2099-01-01' })).toEqual({ from: '2095-12-29', to: '2099-01-01' })
})
