import { readTable } from './table.ts'

const table = `
siyah    | Siyah
beyaz    | Beyaz
ekru     | Ekru
bej      | Bej
camel    | Camel
kahve    | Kahverengi
gri      | Gri
antrasit | Antrasit
lacivert | Lacivert
mavi     | Mavi
acikmavi | Açık Mavi
koyumavi | Koyu Mavi
haki     | Haki
zumrut   | Zümrüt
mint     | Mint
bordo    | Bordo
kirmizi  | Kırmızı
pudra    | Pudra
lila     | Lila
hardal   | Hardal
kiremit  | Kiremit
`

/** By code. */
export const colourNames: ReadonlyMap<string, string> = new Map(
  readTable(table).map(([code = '', name = '']) => [code, name]),
)
