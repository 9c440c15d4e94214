import type { Draw, Sheet } from './drawing.ts'
import { sweatshirt } from './knitwear.ts'
import { blazer } from './outerwear.ts'
import { joggers, trousers } from './trousers.ts'

/** A part of a set, moved and scaled with its shadow. */
function part(sheet: Sheet, draw: Draw, traits: ReadonlySet<string>, transform: string): string {
  const before = sheet.outlines.length
  sheet.isSmall = true
  const drawing = draw(sheet, traits)
  const own = sheet.outlines.splice(before)
  sheet.outlines.push(`<g transform="${transform}">${own.join('')}</g>`)
  return `<g transform="${transform}">${drawing}</g>`
}

export const tracksuit: Draw = (sheet, traits) =>
  part(
    sheet,
    joggers,
    new Set([...traits].filter((trait) => trait !== 'hood' && trait !== 'zip')),
    'translate(286 190) scale(.74)',
  ) + part(sheet, sweatshirt, traits, 'translate(-32 90) scale(.74)')

export const suit: Draw = (sheet, traits) =>
  part(sheet, trousers, new Set(['slim', 'plain']), 'translate(300 200) scale(.72)') +
  part(sheet, blazer, traits, 'translate(-28 70) scale(.8)')
