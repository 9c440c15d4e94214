import readWorkbook from 'read-excel-file/web-worker'
import { expect, test } from 'vitest'
import writeWorkbook from 'write-excel-file/node'
import { formulasAsTexts, isFormula, plainCell, withFormulas } from './formulas.ts'
import { faultOf } from './orderLine.ts'
import { storedZip } from './storedZip.ts'

test('a formula without a result is a text of its own, and one with a result is what that is', () => {
  const sheet = [
    '<row r="2"><c r="A2" s="1"/><c r="B2" s="1"><f>A2*2</f></c><c r="C2"><f>A2&amp;"x"</f><v></v></c>',
    '<c r="D2"><f>A2*3</f><v>6</v></c><c r="E2" t="str"><f>IF(A2,"","")</f><v></v></c>',
    '<c r="F2" t="str"><f>A2</f></c><c r="G2"><f t="shared" si="0"/></c><c r="H2"><v>5</v></c>',
    '<c r="I2" t="e"><f>1/0</f><v>#DIV/0!</v></c></row>',
  ].join('')
  const cells = [...withFormulas(sheet).matchAll(/<c r="(\w)2"[^>]*?(?:\/>|>(.*?)<\/c>)/g)]
  const text = (of: string) => `<is><t>${of}</t></is>`
  expect(Object.fromEntries(cells.map(([, column, content = '']) => [column, content]))).toEqual({
    A: '',
    B: text('=A2*2'),
    C: text('=A2&amp;"x"'),
    D: '<f>A2*3</f><v>6</v>',
    E: '<f>IF(A2,"","")</f><v></v>',
    F: text('=A2'),
    G: text('='),
    H: '<v>5</v>',
    I: text('#DIV/0!'),
  })
  // Names of elements may have a prefix.
  expect(withFormulas('<x:c r="A1"><x:f>B1</x:f></x:c>')).toContain('<x:is><x:t>=B1</x:t></x:is>')
})

test('a workbook that nobody has calculated is read with its formulas', async () => {
  const rows = [
    [{ value: 'Kod' }, { value: 'Adet' }],
    [{ value: 'A100' }, { value: '=2*3', type: 'Formula' as const }],
  ]
  const packed = new Uint8Array(await writeWorkbook(rows, {}).toBuffer())
  const [sheet] = await readWorkbook(await storedZip(packed, { change: formulasAsTexts }))
  expect(sheet?.data).toEqual([
    ['Kod', 'Adet'],
    ['A100', expect.stringMatching(/^=+2\*3$/)],
  ])
})

test('a line with a formula in place of anything that is ordered by says so', () => {
  const line = { original: '', code: 'A100', colorCode: '01', size: 'M', qty: '5' }
  expect(faultOf(line)).toBeUndefined()
  for (const change of [{ code: '=B2' }, { colorCode: '#N/A' }, { size: '#NAME?' }, { qty: '=B2*2' }]) {
    expect(faultOf({ ...line, ...change })).toBe('formula')
  }
  expect(['#12', '#RENK', 'A=1', ''].filter(isFormula)).toEqual([])
  expect(plainCell('="0123"')).toBe('0123')
})
