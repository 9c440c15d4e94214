import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { addSalesPerson } from '#shared/customers/agents.ts'
import { addCustomer } from '#shared/customers/customers.ts'
import { addUser, updateUser } from '#shared/users/users.ts'
import { checkDraft, draftFrom, isRequired, isSameDraft, newDraft } from './draft.ts'

const line = z
  .string()
  .transform((text) => text.trim())
  .pipe(z.string().max(5))
const schema = z
  .object({
    name: line.pipe(z.string().min(1)),
    note: line.default(''),
    plain: z.string(),
    agent: z.uuid().optional(),
    day: z.iso.date().nullable(),
    kind: z.enum(['a', 'b']),
    roles: z.array(z.string()).min(1),
    tags: z.array(z.string()),
    count: z.int(),
    branches: z.array(z.object({ code: line.pipe(z.string().min(1)), city: line })).default([]),
    place: z.object({ city: z.string().min(1) }).optional(),
  })
  .superRefine(() => {})

test.each([
  ['name', true],
  ['note', false],
  ['plain', false],
  ['agent', false],
  ['day', false],
  ['kind', true],
  ['roles', true],
  ['tags', false],
  ['count', true],
  ['branches', false],
  ['branches.0.code', true],
  ['branches.12.city', false],
  ['place.city', true],
  ['unknown', false],
  ['name.first', false],
])('whether %s is required: %s', (path, required) => {
  expect(isRequired(schema, path)).toBe(required)
})

const draft = {
  name: 'Ada',
  note: '',
  plain: '',
  agent: '',
  day: '',
  kind: 'a',
  roles: ['sp'],
  tags: [],
  count: 0,
  branches: [],
  place: undefined,
}

test('refuses a text in a number, even one that JavaScript would read', () => {
  const { problems = {} } = checkDraft(schema, { ...draft, count: '1.250' })
  expect(problems).toEqual({ count: { key: 'field.invalid', values: {} } })
})

test('sends an empty field in the form the schema accepts', () => {
  expect(checkDraft(schema, draft)).toEqual({
    values: {
      name: 'Ada',
      note: '',
      plain: '',
      day: null,
      kind: 'a',
      roles: ['sp'],
      tags: [],
      count: 0,
      branches: [],
    },
  })
  expect(checkDraft(schema, { ...draft, note: null }).values).not.toHaveProperty('note')
})

test('reports empty required fields and invalid values', () => {
  const bad = { ...draft, name: ' ', kind: null, roles: [], count: '', note: 'too long', agent: 'x' }
  const { problems = {} } = checkDraft(schema, { ...bad, branches: [{ code: '', city: '' }] })
  expect(Object.fromEntries(Object.entries(problems).map(([path, { key }]) => [path, key]))).toEqual({
    name: 'field.required',
    note: 'field.tooLong',
    agent: 'field.invalid',
    kind: 'field.required',
    roles: 'field.required',
    count: 'field.required',
    'branches.0.code': 'field.required',
  })
})

test('a new record has the defaults of its input', () => {
  expect(newDraft(addSalesPerson.input)).toEqual({
    salesPersonCode: '',
    firstLastName: '',
    email: '',
    phone: '',
    isActive: true,
    maxDiscount: 0,
  })
  expect(newDraft(addCustomer.input)).toMatchObject({
    currAccCode: '',
    creditLimit: null,
    whenOverdue: 'warn',
    isBlocked: false,
    subCurrAccs: [],
  })
  expect(newDraft(addUser.input)).toMatchObject({ auths: [], emailVerification: false, isActive: true })
})

test('a stored record is edited without what its input does not have', () => {
  const user = { id: 'u', version: 3, username: 'ada', roles: ['sp'], isActive: false, hasTotp: true }
  const edited = draftFrom(updateUser.input, user)
  expect(edited).toMatchObject({
    id: 'u',
    username: 'ada',
    isActive: false,
    salesPersonCode: '',
    password: '',
  })
  expect(edited.version).toBeUndefined()
  expect(edited).not.toHaveProperty('hasTotp')
})

describe('drafts are the same', () => {
  test.each([
    ['empty and missing', { a: '', b: null }, {}, true],
    ['different texts', { a: 'x' }, { a: 'y' }, false],
    ['an added list item', { a: [] }, { a: [{}] }, false],
    ['false and missing', { a: false }, {}, false],
  ])('%s', (_, one, other, same) => {
    expect(isSameDraft(one, other)).toBe(same)
  })
})
