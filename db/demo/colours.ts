export type Colour = { code: string; name: string; hex: string }

export type Tone = {
  base: string
  light: string
  dark: string
  deep: string
  /** Thin lines: darker than the cloth, but lighter on nearly black cloth. */
  seam: string
  /** For stripes, dots and prints. */
  accent: string
  /** Opacity of shadows and highlights; dark cloth needs more of both. */
  shadow: number
  glow: number
  luminance: number
}

const table = `
siyah     Siyah       #29292d
beyaz     Beyaz       #f3f1ed
ekru      Ekru        #e8dcc6
bej       Bej         #d2ba98
camel     Camel       #b88a57
kahve     Kahverengi  #664636
gri       Gri         #9a9da1
antrasit  Antrasit    #4b4f56
lacivert  Lacivert    #27365a
mavi      Mavi        #4474b0
acikmavi  Açık Mavi   #93b3d2
koyumavi  Koyu Mavi   #33507c
haki      Haki        #707049
zumrut    Zümrüt      #24705a
mint      Mint        #a9d2be
bordo     Bordo       #74243a
kirmizi   Kırmızı     #b8343a
pudra     Pudra       #e0b8b0
lila      Lila        #b4a2cb
hardal    Hardal      #cf9f3f
kiremit   Kiremit     #b55d40
`

/** By code. */
export const colours: ReadonlyMap<string, Colour> = new Map(
  table
    .trim()
    .split('\n')
    .map((line) => {
      const [code = '', name = '', hex = ''] = line.split(/ {2,}| (?=#)/)
      return [code, { code, name: name.trim(), hex: hex.trim() }]
    }),
)

/** @throws for an unknown code, a mistake in the item tables */
export function colour(code: string): Colour {
  const found = colours.get(code)
  if (!found) throw new Error(`No such colour: ${code}`)
  return found
}

function channels(hex: string): [number, number, number] {
  const value = Number.parseInt(hex.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

/** `share` is that of the second colour. */
export function mix(first: string, second: string, share: number): string {
  const [red, green, blue] = channels(first)
  const [otherRed, otherGreen, otherBlue] = channels(second)
  const parts = [red + (otherRed - red) * share, green + (otherGreen - green) * share]
  parts.push(blue + (otherBlue - blue) * share)
  return `#${parts.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`
}

/** 0 is black, 1 is white. */
export function luminance(hex: string): number {
  const [red, green, blue] = channels(hex)
  return (0.3 * red + 0.59 * green + 0.11 * blue) / 255
}

export function toneOf(hex: string): Tone {
  const level = luminance(hex)
  const isDark = level < 0.28
  return {
    base: hex,
    light: mix(hex, '#ffffff', 0.3),
    dark: mix(hex, '#100c14', level > 0.75 ? 0.16 : 0.28),
    deep: mix(hex, '#100c14', level > 0.75 ? 0.34 : 0.52),
    seam: isDark ? mix(hex, '#ffffff', 0.24) : mix(hex, '#1a1420', level > 0.75 ? 0.3 : 0.42),
    accent: level > 0.6 ? mix(hex, '#26324e', 0.72) : mix(hex, '#fbf6ec', 0.82),
    shadow: level > 0.75 ? 0.15 : isDark ? 0.42 : 0.26,
    glow: level > 0.75 ? 0.5 : isDark ? 0.12 : 0.16 + level * 0.14,
    luminance: level,
  }
}
