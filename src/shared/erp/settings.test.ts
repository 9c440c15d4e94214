import { expect, test } from 'vitest'
import { z } from 'zod'
import en from '../i18n/en.json' with { type: 'json' }
import { erpKinds } from './erp.ts'
import { erpDescriptions, needsSecret, placeOf } from './settings.ts'

test('a place identifies where a link leads, however written', () => {
  const tryton = { url: 'https://erp.example.com', database: 'a', warehouse: 'W' }
  const place = placeOf('tryton', tryton)
  expect(placeOf('tryton', { ...tryton, url: ' https://erp.example.com/ ', warehouse: '' })).toBe(place)
  expect(placeOf('tryton', { ...tryton, database: 'b' })).not.toBe(place)
  expect(placeOf('http', { ...tryton, url: 'https://other.example.com' })).not.toBe(placeOf('http', tryton))
  expect(placeOf('odoo', tryton)).not.toBe(place)
  const sftp = { where: 'sftp', host: 'files.example.com', port: 22, username: 'u', folder: 'in' }
  expect(placeOf('files', { ...sftp, port: '22', folder: 'out' })).toBe(placeOf('files', sftp))
  for (const other of [{ where: 'folder' }, { host: 'h' }, { port: 23 }, { username: 'v' }]) {
    expect(placeOf('files', { ...sftp, ...other })).not.toBe(placeOf('files', sftp))
  }
  expect(placeOf('agent', {})).toBe(placeOf('agent', tryton))
})

test('only our own folder needs no secret', () => {
  expect(needsSecret('files', { where: 'folder' })).toBe(false)
  expect(needsSecret('files', { where: 'sftp' })).toBe(true)
  expect(needsSecret('http', { where: 'folder' })).toBe(true)
})

const texts = Object.keys(en).filter((key) => key.startsWith('panel.erp.setup.'))
const fieldAt = (schema: z.ZodObject, path: string) => {
  const [name = '', part] = path.split('.')
  const field = schema.shape[name]
  return part === undefined || !field ? field : z.toJSONSchema(field, { io: 'input' }).properties?.[part]
}

test('forms have each setting once, and each field is a setting', () => {
  for (const kind of erpKinds) {
    const { form, settings } = erpDescriptions[kind]
    const entered = form.flatMap((section) =>
      typeof section === 'string' ? [section] : section.fields.map(({ name }) => name),
    )
    expect(new Set(entered).size).toBe(entered.length)
    expect(entered.filter((name) => name !== 'secret' && !fieldAt(settings, name))).toEqual([])
    expect(new Set(entered.map((name) => name.split('.')[0]))).toEqual(
      new Set([...Object.keys(settings.shape), 'secret']),
    )
  }
})

test('every text of the forms belongs to a section, a field or a choice, and each of these has one', () => {
  const used = new Set<string>()
  const find = (kind: string, name: string, isNeeded: boolean) => {
    const key = [`${kind}.${name}`, name].find((one) => texts.includes(`panel.erp.setup.${one}`))
    if (key) used.add(`panel.erp.setup.${key}`)
    else if (isNeeded) expect.fail(`${kind}: there is no text ${name}`)
  }
  for (const kind of erpKinds) {
    const { program, form, settings } = erpDescriptions[kind]
    if (!program) find(kind, 'name', true)
    for (const section of form) {
      if (typeof section === 'string') continue
      find(kind, section.name, true)
      find(kind, `${section.name}Text`, false)
      for (const { name, input, hintBy, choiceNames = {} } of section.fields) {
        if (input === 'agentToken') continue
        find(kind, name, true)
        const choicesOf = (setting: string) => {
          const field = settings.shape[setting]
          return field ? (z.toJSONSchema(field, { io: 'input', unrepresentable: 'any' }).enum ?? []) : []
        }
        for (const choice of choicesOf(name).map(String))
          if (!choiceNames[choice]) find(kind, `${name}.${choice}`, true)
        if (hintBy) for (const choice of choicesOf(hintBy)) find(kind, `${name}Text.${String(choice)}`, true)
        else find(kind, `${name}Text`, false)
      }
    }
  }
  expect(texts.filter((key) => !used.has(key))).toEqual([])
})
