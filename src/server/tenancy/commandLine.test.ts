import { expect, test } from 'vitest'
import { UsageMistake } from '#server/process/startup.ts'
import { parseCommand } from './commandLine.ts'

const words = (line: string) => line.split(' ').filter(Boolean)
const create = (more: string) => words(`create acme --name Acme --admin yasemin ${more}`)

test('create defaults to a closed shop, Turkish and English, CB prices and lira', () => {
  expect(parseCommand(create(''))).toEqual({
    what: 'create',
    tenant: {
      key: 'acme',
      displayName: 'Acme',
      languages: ['tr', 'en'],
      priceGroup: 'CB',
      currencyCode: 'TRY',
      authRequired: true,
      orderAuthRequired: true,
      transferEnabled: true,
      descriptionVisible: true,
      homeVisibleType: -1,
      hosts: [],
    },
    admin: { username: 'yasemin', email: '' },
  })
})

test('create accepts all options', () => {
  const more =
    '--languages ru,tr --main-language ru --price-group TF --currency eur --time-zone Europe/Rome --open --no-transfer --host Shop.Example.com --host mağaza.com.tr ' +
    '--host shop.example.com. --admin-email y@example.com'
  expect(parseCommand(create(more))).toMatchObject({
    tenant: {
      languages: ['ru', 'tr'],
      mainLanguage: 'ru',
      priceGroup: 'TF',
      currencyCode: 'EUR',
      timeZone: 'Europe/Rome',
      authRequired: false,
      transferEnabled: false,
      hosts: ['shop.example.com', 'xn--maaza-l1a.com.tr'],
    },
    admin: { email: 'y@example.com' },
  })
})

test('set contains only the changes', () => {
  expect(parseCommand(words('set acme --no-open --remove-host OLD.example.com'))).toEqual({
    what: 'set',
    key: 'acme',
    change: { authRequired: true, removeHosts: ['old.example.com'] },
  })
})

test('admin and list', () => {
  expect(parseCommand(words('admin acme yasemin --reset-totp'))).toEqual({
    what: 'admin',
    key: 'acme',
    admin: { username: 'yasemin', email: '' },
    resetSecondFactor: true,
  })
  expect(parseCommand(['list'])).toEqual({ what: 'list' })
  expect(parseCommand(['create', '--help'])).toEqual({ what: 'help' })
})

test.each([
  ['', 'Name a command.'],
  ['remove acme', 'There is no command remove.'],
  ['list acme', 'list does not accept acme.'],
  ['list --open', 'list does not accept --open.'],
  ['create', 'create needs KEY; KEY is missing.'],
  ['create acme --admin yasemin', 'create needs --name'],
  ['create acme --name Acme', 'create needs --admin'],
  ['create Acme --name Acme --admin yasemin', '"Acme" is not a key'],
  ['create -acme --name Acme --admin yasemin', "Unknown option '-a'"],
  ['create acme- --name Acme --admin yasemin', '"acme-" is not a key'],
  ['create a.b --name Acme --admin yasemin', '"a.b" is not a key'],
  [`create ${'a'.repeat(31)} --name Acme --admin yasemin`, 'is not a key'],
  ['create acme --name= --admin yasemin', '--name must be 1 to 100 characters.'],
  ['create acme --name Acme --admin ya', 'A username must be 3 to 50 characters.'],
  ['create acme --name Acme --admin yasemin --admin-email nowhere', '"nowhere" is not an email address.'],
  ['create acme --name Acme --admin yasemin --reset-totp', 'create does not accept --reset-totp.'],
  ['set acme', 'Name at least one setting to change.'],
  ['set acme --main-language xx', '--main-language is one of tr,en,ru,it,fr,ro,ar; it is "xx".'],
  ['set acme --languages tr,xx', '--languages must list some of tr,en,ru,it,fr,ro,ar; it is "tr,xx".'],
  ['set acme --currency lira', '"lira" is not a currency'],
  ['set acme --time-zone Rome', '"Rome" is not a time zone: use a name such as Europe/Rome.'],
  ['set acme --no-name', 'no-name'],
  ['set acme --host https://shop.example.com', 'leave out the scheme'],
  ['set acme --host shop.example.com:443', 'leave out the port'],
  ['set acme --host shop.example.com/shop', 'write only the name'],
  ['set acme --host shop..com', 'letters, digits and hyphens between dots'],
  ['set acme --host *.example.com', 'letters, digits and hyphens between dots'],
  ['set acme --host acme.localhost', 'every wholesaler already has KEY.localhost'],
  ['admin acme', 'admin needs KEY and USERNAME; USERNAME is missing.'],
])('"%s" is a mistake, said in one sentence', (line, sentence) => {
  expect(() => parseCommand(words(line))).toThrow(UsageMistake)
  expect(() => parseCommand(words(line))).toThrow(sentence)
})
