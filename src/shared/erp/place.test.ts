import { expect, test } from 'vitest'
import { needsSecret, placeOf } from './place.ts'

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
