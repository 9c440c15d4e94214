import { expect, test } from 'vitest'
import type { UserInfo } from '#shared/users/account.ts'
import { editingOf } from '../stored/editing.ts'
import { agentOf } from './agentOf.ts'

const agents = [
  { salesPersonCode: 'P1', firstLastName: 'Selin' },
  { salesPersonCode: 'P2', firstLastName: 'Murat' },
]
const dealer = {} as UserInfo
const chose = (salesPersonCode: string) => ({ salesPersonCode, editing: null })

test('an order’s agent is the chosen one, else the user’s own, else the customer’s first', () => {
  const context = { user: dealer, account: '120.01', agents }
  expect(agentOf(chose('P2'), context)).toBe('P2')
  expect(agentOf(chose(''), context)).toBe('P1')
  expect(agentOf(chose('gone'), context)).toBe('P1')
  expect(agentOf(chose(''), { ...context, user: { salesPersonCode: 'P2' } as UserInfo })).toBe('P2')
})

test('none is proposed without a customer, and none is replaced before the agents are known', () => {
  expect(agentOf(chose(''), { user: dealer, account: '', agents })).toBe('')
  expect(agentOf(chose('P9'), { user: dealer, account: '120.01', agents: undefined })).toBe('P9')
})

test('an amended order keeps an agent who can no longer be chosen', () => {
  const order = { lines: [], salesPersonCode: 'P9', description: '' } as unknown as Parameters<
    typeof editingOf
  >[0]
  const amended = { salesPersonCode: 'P9', editing: editingOf(order, null) }
  expect(agentOf(amended, { user: dealer, account: '120.01', agents })).toBe('P9')
  expect(agentOf({ ...amended, salesPersonCode: 'P8' }, { user: dealer, account: '120.01', agents })).toBe(
    'P1',
  )
})
