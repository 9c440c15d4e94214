import { deflateRawSync } from 'node:zlib'
import type { Random } from './random.ts'

const nul = String.fromCodePoint(0)

export const hostileTexts: readonly string[] = [
  '',
  ' ',
  nul,
  `a${nul}b`,
  // Unpaired surrogates and an unassigned character.
  '\ud800',
  'x\udfffx',
  '\uffff',
  // Right-to-left text, combining marks, a letter that grows when lower-cased.
  '\u202e\u2066abc\u2069',
  `e${'\u0301'.repeat(200)}`,
  'İİİİİİİİİİ',
  'ıI\u0307ß',
  'x'.repeat(300),
  'x'.repeat(70_000),
  '🧵'.repeat(3000),
  '%',
  '_%\\',
  '\\',
  "'; drop table users; --",
  '{"a":1}',
  '../../../etc/passwd',
  '/\\evil.example',
  'http://127.0.0.1:1/',
  '<script>alert(1)</script>',
  '=1+1',
  '\r\nSet-Cookie: a=b',
  // Numbers and dates that are invalid or too large.
  'NaN',
  '-0',
  '1e999',
  '99999999999999999999',
  '0x10',
  '0000-01-01T00:00:00Z',
  '+275760-09-13T00:00:00.000Z',
  '9999-12-31',
  '2026-02-30',
  '2026-01-01T00:00:00+23:59',
  'true',
  'null',
  '__proto__',
  'constructor',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
]

const hostileNumbers = [
  0,
  -0,
  -1,
  0.1,
  1e-7,
  1.005,
  2 ** 31 - 1,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53,
  2 ** 63,
  1e21,
  1e308,
]

/** Every field may reach the database its own way, so these are tried more often. */
const unstorable = ['\ud800', 'x\udfffx', nul, `a${nul}b`]

export const hostileText = (random: Random) => random.pick(random.chance(0.4) ? unstorable : hostileTexts)

export function hostileValue(random: Random): unknown {
  switch (random.below(8)) {
    case 0:
      return random.pick(hostileNumbers)
    case 1:
      return random.pick([null, true, false, [], {}])
    case 2:
      return [random.pick(hostileTexts)]
    case 3:
      return { [random.pick(hostileTexts)]: random.pick(hostileTexts) }
    case 4:
      return nested(random.pick([3, 50, 3000]), random.pick([null, 1, '\ud800']))
    default:
      return random.pick(hostileTexts)
  }
}

function nested(depth: number, core: unknown): unknown {
  let value = core
  for (let level = 0; level < depth; level += 1) value = level % 2 ? [value] : { a: value }
  return value
}

/** Bodies that JSON.stringify never writes. */
export const hostileBodies: readonly string[] = [
  '',
  '{',
  'null',
  '[]',
  '"text"',
  '1',
  '1e400',
  '{"a":1e400}',
  '{"limit":-1e400,"page":1e400}',
  '{"id":"\\u0000"}',
  '{"id":"\\ud800"}',
  '{"\\ud800":1}',
  '{"__proto__":{"isAdmin":true}}',
  '{"constructor":{"prototype":{"isAdmin":true}}}',
  '{"id":1,"id":2}',
  '\ufeff{}',
  `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  `{"lines":[${'{},'.repeat(3000)}{}]}`,
]

export function hostileFile(random: Random): Buffer {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  const table = 'itemCode;colorCode;size;priceCB;currencyCB\nA1;01;S;1,00;TRY\n'
  return random.pick([
    () => png,
    () => png.subarray(0, 40),
    () => Buffer.concat([png.subarray(0, 20), Buffer.alloc(30, 255), png.subarray(50)]),
    () => Buffer.alloc(0),
    () => Buffer.from(table),
    () => Buffer.from(`\ufeff${table}`, 'utf16le'),
    () => Buffer.from(`${table}\ud800;"${nul};\n"`),
    () => Buffer.from(`${'a;'.repeat(3000)}\n`),
    () => Buffer.from(table.replaceAll('A1', 'x'.repeat(5000))),
    () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
    () => Buffer.concat([Buffer.from('PK\u0003\u0004'), deflateRawSync(Buffer.alloc(100_000))]),
    () => Buffer.from('%PDF-1.7\n'),
  ])()
}
