import type { MantineColorsTuple } from '@mantine/core'

/**
 * Shades of the product's own blue, made by hand. #1890ff stands at 5, for accents and outlines; on white it has
 * 3.24:1, so text and filled buttons use the next one, #096dd9 (5.0:1).
 */
const blue: MantineColorsTuple = [
  '#e6f4ff',
  '#bae0ff',
  '#91caff',
  '#69b1ff',
  '#4096ff',
  '#1890ff',
  '#096dd9',
  '#0050b3',
  '#003a8c',
  '#002766',
]

/** What WCAG asks between a text and its ground, and between a control's outline and its ground. */
export const readable = 4.5
export const visible = 3

/** What pages stand on: a little darker than white, so that what is readable here is readable there too. */
const ground = '#f5f7fa'
const white = '#ffffff'
const black = '#000000'

/** How much white is in the shades before the colour itself, and how much black in those after the readable one. */
const lighter = [0.92, 0.8, 0.64, 0.46, 0.24] as const
const darker = [0.18, 0.34, 0.5] as const

/**
 * Ten shades of a colour (#rrggbb), from light to dark, as Mantine wants them. At 5 the colour itself; at 6, for text
 * and filled buttons, the same, darkened until it can be read on the page and on the lightest shade, and white on it.
 */
export function shadesOf(color: string): MantineColorsTuple {
  const own = color.toLowerCase()
  if (own === blue[5]) return blue
  const [first, second, third, fourth, fifth] = lighter.map((part) => mixed(own, white, part)) as Five
  const strong = darkenedFor([ground, first], own)
  const [eighth, ninth, tenth] = darker.map((part) => mixed(strong, black, part)) as Three
  return [first, second, third, fourth, fifth, own, strong, eighth, ninth, tenth]
}

type Three = [string, string, string]
type Five = [string, string, string, string, string]

/**
 * Colours that say something: wrong, mind, done. Mantine's own cannot be read in many places; these are its darkest
 * shades, {@link darkenedFor} white and the colour's own light ground. Worked out beforehand: every start would wait.
 */
export const meanings = {
  red: '#c92a2a',
  orange: '#bd3f0d',
  yellow: '#aa5800',
  green: '#277c38',
  teal: '#087b58',
  blue: '#1864ab',
} as const

/** The colour, or the lightest of its darker shades that can be read on all these grounds. */
export function darkenedFor(grounds: string[], color: string): string {
  for (let percent = 0; percent < 100; percent += 1) {
    const shade = mixed(color, black, percent / 100)
    if (grounds.every((one) => contrast(shade, one) >= readable)) return shade
  }
  return black
}

/** Contrast of two colours by WCAG 2: from 1 (the same) to 21 (black on white). */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(color: string): number {
  const [r = 0, g = 0, b = 0] = channels(color).map((channel) => {
    const part = channel / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** `part` of the second colour in the first. */
function mixed(color: string, into: string, part: number): string {
  const other = channels(into)
  const hex = channels(color).map((channel, index) =>
    Math.round(channel + ((other[index] ?? 0) - channel) * part)
      .toString(16)
      .padStart(2, '0'),
  )
  return `#${hex.join('')}`
}

const channels = (color: string) =>
  [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16))
