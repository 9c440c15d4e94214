import type { MantineColorsTuple } from '@mantine/core'

/**
 * Hand-made shades of our blue. #1890ff (5) has only 3.24:1 on white, so text and filled buttons use #096dd9
 * (5.0:1).
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

/** WCAG minimums. */
export const minTextContrast = 4.5
export const minOutlineContrast = 3

/** Slightly darker than white: what is readable here is readable on white. */
const pageBackground = '#f5f7fa'
const white = '#ffffff'
const black = '#000000'

/** Share of white in shades 0–4, of black in 7–9. */
const whiteShares = [0.92, 0.8, 0.64, 0.46, 0.24] as const
const blackShares = [0.18, 0.34, 0.5] as const

/**
 * Mantine's ten shades of a colour (#rrggbb), light to dark. 5 is the colour itself; 6, for text and filled
 * buttons, is darkened until readable on the page, on the lightest shade, and under white text.
 */
export function shadesOf(color: string): MantineColorsTuple {
  const own = color.toLowerCase()
  if (own === blue[5]) return blue
  const [first, second, third, fourth, fifth] = whiteShares.map((part) => mixColors(own, white, part)) as Five
  const strong = darkenedFor([pageBackground, first], own)
  const [eighth, ninth, tenth] = blackShares.map((part) => mixColors(strong, black, part)) as Three
  return [first, second, third, fourth, fifth, own, strong, eighth, ninth, tenth]
}

type Three = [string, string, string]
type Five = [string, string, string, string, string]

/**
 * Mantine's are often unreadable; these are its darkest shades, {@link darkenedFor} white and their light
 * background. Precomputed for a fast start.
 */
export const statusColors = {
  red: '#c92a2a',
  orange: '#bd3f0d',
  yellow: '#aa5800',
  green: '#277c38',
  teal: '#087b58',
  blue: '#1864ab',
} as const

/** The lightest darkening that is readable on all backgrounds. */
export function darkenedFor(backgrounds: string[], color: string): string {
  for (let percent = 0; percent < 100; percent += 1) {
    const shade = mixColors(color, black, percent / 100)
    if (backgrounds.every((one) => contrast(shade, one) >= minTextContrast)) return shade
  }
  return black
}

/** WCAG 2 contrast, 1 to 21. */
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

function mixColors(color: string, into: string, part: number): string {
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
