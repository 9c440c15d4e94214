import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { fieldProblems } from './fieldProblems.ts'

const problemsOf = (schema: z.ZodType, value: unknown, options?: { reportInput: boolean }) => {
  const { error } = schema.safeParse(value, options)
  return error ? fieldProblems(error) : {}
}
/** As found by the server, and by a form. */
const both = (field: z.ZodType, value: unknown) => {
  const schema = z.object({ field })
  return [
    problemsOf(schema, { field: value }).field,
    problemsOf(schema, { field: value }, { reportInput: true }).field,
  ]
}

const required = { key: 'field.required', values: {} }
const invalid = { key: 'field.invalid', values: {} }

test.each([
  ['an empty text', z.string().min(1), '', required],
  ['a text of blanks', z.string().trim().min(1), '  ', required],
  ['a missing text', z.string(), undefined, required],
  ['no number', z.number(), null, required],
  ['an empty list', z.array(z.string()).min(1), [], required],
  ['a short text', z.string().min(3), 'ab', { key: 'field.tooShort', values: { limit: 3 } }],
  ['a long text', z.string().max(3), 'abcd', { key: 'field.tooLong', values: { limit: 3 } }],
  ['a small number', z.int().min(2), 1, { key: 'field.tooSmall', values: { limit: 2 } }],
  ['a big number', z.number().max(2), 3, { key: 'field.tooBig', values: { limit: 2 } }],
  ['a short list', z.array(z.string()).min(2), ['a'], { key: 'field.tooSmall', values: { limit: 2 } }],
  ['a number over an open limit', z.number().positive(), 0, invalid],
  ['an address', z.email(), 'ab', { key: 'field.email', values: {} }],
  ['an address that may be absent', z.email().or(z.literal('')), 'a', { key: 'field.email', values: {} }],
  ['a list of shapes none of which was meant', z.int().or(z.boolean()), 'a', invalid],
  ['a pattern', z.string().regex(/^a$/), 'b', invalid],
  ['a wrong type', z.string(), 5, invalid],
  ['a wrong choice', z.enum(['a', 'b']), 'c', invalid],
])('%s', (_, field, value, problem) => {
  expect(both(field, value)).toEqual([problem, problem])
})

describe('with reported input', () => {
  test.each([
    ['no choice', z.enum(['a']), undefined],
    ['an emptied number', z.number(), ''],
    ['no address', z.email(), ''],
    ['no text of three', z.string().min(3), ''],
  ])('%s is required', (_, field, value) => {
    expect(both(field, value)[1]).toEqual(required)
  })
})

test('a custom issue has its own key and limit', () => {
  const own = z.string().refine(() => false, { params: { key: 'field.tooLong', limit: 9 } })
  expect(both(own, 'a')).toContainEqual({ key: 'field.tooLong', values: { limit: 9 } })
  expect(
    both(
      z.string().refine(() => false),
      '',
    ),
  ).toEqual([invalid, invalid])
})

test('keeps the first per full path; the root is body', () => {
  const schema = z.object({
    name: z
      .string()
      .min(3)
      .regex(/^[a-z]+$/),
    lines: z.array(z.object({ qty: z.int().min(1) })),
  })
  expect(problemsOf(schema, { name: '1', lines: [{ qty: 1 }, { qty: 0 }] })).toEqual({
    name: { key: 'field.tooShort', values: { limit: 3 } },
    'lines.1.qty': { key: 'field.tooSmall', values: { limit: 1 } },
  })
  expect(problemsOf(schema, undefined)).toEqual({ body: required })
  const notKnown = { key: 'field.notKnown', values: {} }
  expect(problemsOf(z.strictObject({}), { more: 1, other: 2 })).toEqual({ more: notKnown, other: notKnown })
  const lines = z.object({ lines: z.array(z.strictObject({})) })
  expect(problemsOf(lines, { lines: [{}, { more: 1 }] })).toEqual({ 'lines.1.more': notKnown })
})
