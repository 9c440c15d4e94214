/** `matrix`: one size's column of quantities. */
export const columnRoles = ['code', 'barcode', 'color', 'size', 'qty', 'matrix', 'ignore'] as const
export type ColumnRole = (typeof columnRoles)[number]

/** In the seven languages and German. */
const words: Record<Exclude<ColumnRole, 'matrix'>, string[]> = {
  barcode: [
    'barkod, barkodu, barkod no, barcode, bar code, ean, ean13, ean 13, gtin, upc',
    'штрихкод, штрих код, шк, баркод, codice a barre, barre, code barres, code barre, code à barres',
    'cod de bare, cod bare, باركود, الباركود',
  ],
  code: [
    'kod, kodu, ürün, ürün kodu, ürün no, model, model kodu, model no, stok kodu, stok no, malzeme kodu, artikel',
    'referans, seri, seri kodu, asorti kodu, code, item, item code, item no, style, style code, product code, product',
    'article, article no, sku, ref, reference, lot, lot code, код, код товара, артикул, арт, модель, товар, номенклатура',
    'серия, лот, codice, codice articolo, articolo, modello, prodotto, riferimento, art, lotto, produit, code produit',
    'code article, modèle, référence, réf, lot, série, cod, cod produs, produs, articol, referință, cod articol',
    'رمز, الرمز, كود, الكود, موديل, الموديل, صنف, الصنف, رقم الصنف, رمز المنتج, كود المنتج, المنتج',
  ],
  color: [
    'renk, rengi, renk kodu, renk adı, color, colour, color code, colour code, color name, colour name, farbe',
    'цвет, код цвета, расцветка, colore, codice colore, couleur, coloris, code couleur, culoare, culoarea, cod culoare',
    'لون, اللون, رمز اللون, كود اللون',
  ],
  size: [
    'beden, bedeni, numara, numarası, size, sizes, größe, размер, рост, taglia, misura, taille, pointure, mărime, mărimea',
    'مقاس, المقاس, القياس',
  ],
  qty: [
    'adet, adedi, miktar, miktarı, sipariş, sipariş adedi, sipariş miktarı, qty, quantity, order, ordered, order qty, pcs',
    'pieces, units, количество, кол во, кол, шт, заказ, заказано, quantità, qta, q tà, pezzi, pz, ordine, quantité, qté',
    'commande, cantitate, cant, buc, bucăți, comandă, menge, anzahl, كمية, الكمية, العدد, عدد',
  ],
  ignore: [
    'adı, isim, açıklama, açıklaması, fiyat, fiyatı, tutar, tutarı, toplam, stok, stok adedi, not, sıra, marka, kategori',
    'sipariş numarası, tarih, tarihi, date, дата, data, dată, تاريخ, التاريخ, no, nr, number, номер, numero, numéro, număr',
    'name, description, price, amount, total, stock, note, brand, category, наименование, название, описание, цена',
    'içi, içindeki, per, par, упаковке, коробке',
    'сумма, итого, всего, остаток, примечание, бренд, nome, descrizione, prezzo, importo, totale, note, marca, nom',
    'désignation, description, prix, montant, stock, marque, denumire, descriere, preț, valoare, stoc, observații',
    'الاسم, اسم, الوصف, السعر, المبلغ, المجموع, المخزون, ملاحظات, الماركة',
  ],
}

/** Drops case, accents and punctuation. */
export function foldHead(text: string): string {
  return text
    .replace(/[İIı]/g, 'i')
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

const roleOf = new Map<string, ColumnRole>()
for (const [role, lists] of Object.entries(words)) {
  for (const phrase of lists.flatMap((list) => list.split(',')))
    roleOf.set(foldHead(phrase), role as ColumnRole)
}

/** Says nothing about a column (`Renk no`), except that it is no count (`Sipariş no`). */
const numbering = new Set(['no', 'nr', 'number', 'номер', 'numero', 'numéro', 'număr'].map(foldHead))
const totals = ['toplam', 'total', 'итого', 'всего', 'totale', 'المجموع', 'مجموع'].map(foldHead)

export const isWholeHead = (head: string) => roleOf.has(foldHead(head))

/** The known phrases in a header. */
function phrasesIn(head: string): [phrase: string, role: ColumnRole][] {
  const folded = foldHead(head)
  return [...roleOf].filter(([phrase]) => ` ${folded} `.includes(` ${phrase} `))
}

/** `Toplam adet`; used only if there is no other quantity. */
export function isTotalQty(head: string): boolean {
  const phrases = phrasesIn(head)
  return (
    phrases.some(([phrase]) => totals.includes(phrase)) &&
    phrases.some(([, role]) => role === 'qty') &&
    phrases.every(([phrase, role]) => role === 'qty' || totals.includes(phrase))
  )
}

/** Decided by the whole header, else an excluding word (`Ürün adı`), else the longest phrase. */
export function roleOfHead(head: string): ColumnRole | undefined {
  const whole = roleOf.get(foldHead(head))
  if (whole) return whole
  const phrases = phrasesIn(head)
  // `Artikel-EAN` is a barcode.
  if (phrases.some(([, role]) => role === 'barcode')) return 'barcode'
  const meaningful = phrases.filter(([phrase]) => !numbering.has(phrase))
  if (meaningful.some(([, role]) => role === 'ignore')) return 'ignore'
  const role = meaningful.toSorted(([one], [other]) => other.length - one.length)[0]?.[1]
  return phrases.length > meaningful.length && (!role || role === 'qty') ? 'ignore' : role
}
