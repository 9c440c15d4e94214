import { beltRoll, hat, scarf } from './accessories.ts'
import { bag } from './bags.ts'
import { colour } from './colours.ts'
import { type Draw, type Focus, frame, newSheet, type Setting } from './drawing.ts'
import { dress, skirt } from './dresses.ts'
import { fabricNames, weave } from './fabrics.ts'
import { jumper, sweatshirt } from './knitwear.ts'
import { blazer, coat, jacket } from './outerwear.ts'
import { puffer } from './puffers.ts'
import { suit, tracksuit } from './sets.ts'
import { shoeDrawings } from './shoes.ts'
import { polo, shirt, tshirt } from './tops.ts'
import { jeans, joggers, trousers } from './trousers.ts'

type Kind = {
  draw: Draw
  isStanding?: boolean
  focus: Focus
  /** For traits that change the outline. */
  focusWith?: Record<string, Focus>
  /** For view 2: another trait (`back`, `single`) or a close-up. */
  second: string | Focus
  fabric?: string
}

const shorts: Record<string, Focus> = { shorts: [384, 312, 1.3] }

const kinds: Record<string, Kind> = {
  tshirt: { draw: tshirt, focus: [384, 476, 1.14], second: 'back' },
  polo: { draw: polo, focus: [384, 468, 1.14], second: 'back' },
  shirt: { draw: shirt, focus: [384, 474, 1.1], second: 'back' },
  jumper: { draw: jumper, focus: [384, 450, 1.14], second: [384, 280, 2.1], fabric: 'knit' },
  sweatshirt: { draw: sweatshirt, focus: [384, 430, 1.12], second: 'back' },
  blazer: { draw: blazer, focus: [384, 450, 1.14], second: [384, 300, 2] },
  suit: { draw: suit, focus: [384, 462, 1.04], second: [280, 300, 1.8] },
  coat: { draw: coat, focus: [384, 470, 1.06], second: 'back' },
  jacket: { draw: jacket, focus: [384, 440, 1.16], second: 'back' },
  puffer: { draw: puffer, focus: [384, 470, 1.08], focusWith: { long: [384, 464, 0.96] }, second: 'back' },
  dress: {
    draw: dress,
    focus: [384, 470, 1.06],
    focusWith: { mini: [384, 410, 1.2] },
    second: [384, 300, 2],
  },
  skirt: {
    draw: skirt,
    focus: [384, 480, 1.16],
    focusWith: { mini: [384, 390, 1.24] },
    second: [384, 320, 2],
  },
  trousers: { draw: trousers, focus: [384, 490, 1.04], focusWith: shorts, second: 'back' },
  jeans: { draw: jeans, focus: [384, 490, 1.04], focusWith: shorts, second: 'back' },
  joggers: { draw: joggers, focus: [384, 490, 1.04], focusWith: shorts, second: 'back' },
  tracksuit: { draw: tracksuit, focus: [384, 462, 1.06], second: [250, 300, 1.7] },
  bag: { draw: bag, isStanding: true, focus: [384, 500, 1], second: [384, 560, 1.7] },
  scarf: { draw: scarf, focus: [384, 525, 1.06], second: [384, 640, 2] },
  belt: { draw: beltRoll, focus: [384, 520, 1.15], second: [384, 640, 2] },
  hat: { draw: hat, focus: [384, 480, 1.15], second: [384, 600, 2], fabric: 'rib' },
  ...Object.fromEntries(
    Object.entries(shoeDrawings).map(([name, draw]): [string, Kind] => [
      name,
      { draw, isStanding: true, focus: [384, 520, 1], second: 'single' },
    ]),
  ),
}

const childScale = 0.86

function picture(
  look: string,
  colourCode: string,
  view: 1 | 2,
  setting: Omit<Setting, 'isStanding' | 'focus'>,
): string {
  const [name = '', ...words] = look.split(' ')
  const kind = kinds[name]
  if (!kind) throw new Error(`No such kind of goods: ${name}`)
  const sheet = newSheet(colour(colourCode).hex)
  const fabric = words.find((word) => fabricNames.has(word)) ?? kind.fabric
  if (fabric) weave(sheet, fabric)
  const traits = new Set(words)
  if (view === 2 && typeof kind.second === 'string') traits.add(kind.second)
  const special = words.map((word) => kind.focusWith?.[word]).find((found) => found !== undefined)
  const whole = special ?? kind.focus
  const [x, y, scale] = view === 2 && typeof kind.second !== 'string' ? kind.second : whole
  const focus: Focus = [x, y, traits.has('child') ? scale * childScale : scale]
  return frame(sheet, kind.draw(sheet, traits), { ...setting, isStanding: kind.isStanding ?? false, focus })
}

/** `look` is a kind and its traits ("dress v long belt"); view 2 is the back or a close-up. */
export function goodsPicture(look: string, colourCode: string, view: 1 | 2): string {
  return picture(look, colourCode, view, {})
}

/** Square, before a coloured wall. */
export function categoryPicture(look: string, colourCode: string, wall: string): string {
  return picture(look, colourCode, 1, { wall, isSquare: true })
}
