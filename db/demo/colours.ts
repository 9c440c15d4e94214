import { readTable } from './table.ts'

/** What assortments and pictures call it | its code | its name. */
const table = `
siyah    | SYH | Siyah
beyaz    | BYZ | Beyaz
ekru     | EKR | Ekru
bej      | BJ  | Bej
camel    | CML | Camel
kahve    | KHV | Kahverengi
gri      | GR  | Gri
antrasit | ANT | Antrasit
lacivert | LCV | Lacivert
mavi     | MV  | Mavi
acikmavi | AMV | Açık Mavi
koyumavi | KMV | Koyu Mavi
haki     | HK  | Haki
zumrut   | ZMR | Zümrüt
mint     | MNT | Mint
bordo    | BRD | Bordo
kirmizi  | KRM | Kırmızı
pudra    | PDR | Pudra
lila     | LL  | Lila
hardal   | HRD | Hardal
kiremit  | KRT | Kiremit
`

/** By what assortments and pictures call them. */
export const colours: ReadonlyMap<string, { code: string; name: string }> = new Map(
  readTable(table).map(([key = '', code = '', name = '']) => [key, { code, name }]),
)
