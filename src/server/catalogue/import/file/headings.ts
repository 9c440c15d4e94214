import { translate } from '#server/i18n.ts'
import { madeOnce } from '#server/tableFiles/sheet.ts'
import type { AttributeSetting } from '#shared/catalogue/attributes.ts'
import { attributeNames } from '#shared/catalogue/listing.ts'
import type { MessageKey } from '#shared/i18n/keys.ts'
import { plainTargets, textTargetOf, translatedTargets } from '#shared/imports/importTerms.ts'
import { type Language, languages } from '#shared/tenancy.ts'
import { languageNames } from '#shared/text/languageNames.ts'
import { foldForSearch } from '#shared/text/text.ts'

/** In the seven languages and German; '' for columns of no use. */
const words: Record<(typeof plainTargets)[number] | 'color' | 'price' | 'currency' | '', string[]> = {
  itemCode: [
    'ürün kodu, ürün no, model, model kodu, model no, stok kodu, stok no, malzeme kodu, malzeme no, kod, referans',
    'item code, item, item no, style, style code, style no, product code, product id, article, article no, sku, code',
    'ref, reference, handle, artikel, artikelnummer, artikel nr, артикул, код, код товара, модель, арт, codice',
    'codice articolo, articolo, modello, riferimento, code article, référence, modèle, cod, cod produs, cod articol',
    'product number, ürün numarası',
    'referință, رمز المنتج, كود المنتج, رقم الصنف, كود, الكود, الرمز, موديل, الموديل',
  ],
  itemDescription: [
    'ürün adı, ürün, ad, adı, isim, malzeme adı, stok adı, tanım, name, product name',
    'product, title, description, item description, item name, product title, bezeichnung, название, наименование',
    'описание, товар, наименование товара, nome, descrizione, nome articolo, prodotto, titolo, désignation, nom, produit',
    'libellé, denumire, denumire produs, nume, produs, descriere, اسم المنتج, الاسم, الوصف, البيان, اسم الصنف, المنتج',
  ],
  colorCode: [
    'renk kodu, renk no, color code, colour code, color no, farbcode, код цвета, codice colore, code couleur',
    'code coloris, cod culoare, رمز اللون, كود اللون',
  ],
  colorDescription: [
    'renk adı, renk açıklaması, color name, colour name, color description, colour description, название цвета',
    'nome colore, nom couleur, nume culoare, اسم اللون',
  ],
  color: [
    'renk, rengi, ürün rengi, color, colors, colour, colours, cor, kleur, колір, farbe, цвет, расцветка, colore, couleur, coloris, culoare, لون, اللون',
  ],
  itemDim1Code: [
    'beden, bedeni, numara, ölçü, size, sizes, talla, tamanho, maat, größe, groesse, розмір, размер, рост, taglia, misura, taille, pointure, mărime, mărimea',
    'مقاس, المقاس, القياس',
  ],
  lotCode: [
    'seri, seri kodu, asorti, asorti kodu, paket kodu, lot, lot code, lot no, pack, pack code, assortment, серия',
    'код серии, лот, упаковка, serie, lotto, codice lotto, série, code lot, assortiment, asortiment, cod lot, cod serie',
    'سيري, السيري, رمز السيري, الطقم, التشكيلة',
  ],
  lotDescription: [
    'seri açıklaması, asorti açıklaması, seri içeriği, asorti içeriği, lot description, pack description, описание серии',
    'состав серии, descrizione lotto, description lot, descriere lot, وصف السيري',
  ],
  piecesPerLot: [
    'seri adedi, asorti adedi, seri içi adet, paket içi adet, paket adedi, pieces per lot, pieces per pack, pack size',
    'pcs per pack, штук в серии, кол во в серии, количество в упаковке, pezzi per lotto, pezzi per confezione',
    'pièces par lot, pièces par colis, bucăți pe lot, bucăți pe set, عدد القطع في السيري, قطع في السيري',
  ],
  barcode: [
    'barkod, barkodu, barkod no, barcode, bar code, ean, ean13, ean 13, gtin, upc, штрихкод, штрих код, шк, баркод',
    'codice a barre, code barres, code à barres, cod de bare, باركود, الباركود',
  ],
  externalCode: [
    'harici kod, dış kod, tedarikçi stok kodu, erp kodu, muhasebe kodu, external code, external id, erp code, внешний код, код erp, код 1с',
    'codice esterno, codice erp, code externe, code erp, cod extern, cod erp, الرمز الخارجي, رمز erp',
  ],
  brandName: [
    'marka, markası, marka adı, brand, brand name, vendor, manufacturer, marke, hersteller, бренд, марка, торговая марка',
    'производитель, marchio, marca, fornitore, marque, fabricant, brend, producător, الماركة, ماركة, العلامة التجارية',
  ],
  categoryName: [
    'kategori, kategorisi, kategori adı, kategori ismi, ürün grubu, ürün hiyerarşisi, grup, grup adı, category name',
    'category, categories, product type, product category, type, group',
    'kategorie, warengruppe, категория, группа, группа товаров, вид товара, categoria, gruppo, catégorie, famille',
    'categorie, grupă, الفئة, فئة, التصنيف, المجموعة, القسم',
  ],
  // Not `KDV` alone: suppliers' files have it, and many tenants have no rates.
  taxCode: [
    'kdv kodu, vergi kodu, vat code, tax code, код ндс, код налога, codice iva, code tva, cod tva',
    'رمز ضريبة القيمة المضافة, رمز الضريبة',
  ],
  inventory: [
    'stok, stok adedi, ürün stok adedi, stok miktarı, fiili stok, mevcut, miktar, adet, envanter, stock, inventory, inventory quantity, qty, quantity',
    'on hand, available, bestand, menge, остаток, остатки, количество, наличие, кол во, склад, giacenza, quantità, scorta',
    'quantité, qté, disponible, stoc, cantitate, المخزون, الكمية, الرصيد, كمية',
  ],
  minQty: [
    'minimum, minimum adet, min adet, en az, minimum sipariş, minimum sipariş adedi, minimum quantity, min qty, moq',
    'minimum order, minimum order quantity, mindestmenge, mindestbestellmenge, минимум, мин количество, минимальный заказ',
    'минимальное количество, quantità minima, ordine minimo, quantité minimum, quantité minimale, cantitate minimă',
    'comandă minimă, الحد الأدنى, أقل كمية, الحد الأدنى للطلب',
  ],
  isFreeSample: [
    'ücretsiz numune, numune, bedelsiz numune, free sample, sample, бесплатный образец, образец, campione gratuito',
    'campione omaggio, échantillon gratuit, mostră gratuită, عينة مجانية',
  ],
  isActive: [
    'satışta, aktif, yayında, on sale, active, published, в продаже, активен, опубликован, in vendita, attivo, en vente, actif',
    'în vânzare, activ, معروض للبيع, نشط, منشور',
  ],
  price: [
    'fiyat, fiyatı, birim fiyat, birim fiyatı, satış fiyatı, toptan fiyat, toptan fiyatı, price, unit price',
    'wholesale price, sale price, variant price, preis, vk preis, цена, цена за ед, оптовая цена, стоимость',
    'prezzo, prezzo unitario, prix, prix unitaire, prix de gros, preț, preț unitar, السعر, سعر',
    "سعر الجملة, سعر الوحدة, trendyol'da satılacak fiyat, prezzo all'ingrosso, preț en gros",
  ],
  currency: [
    'döviz, para birimi, kur, döviz cinsi, currency, currency code, währung, валюта, valuta, divisa, devise, monnaie',
    'monedă, valută, العملة, عملة',
  ],
  photos: [
    'resim, resimler, resim adı, fotoğraf, fotoğraflar, fotoğraf adı, görsel, görseller, image, images, image name, photo',
    'photos, picture, pictures, bild, bilder, фото, фотография, фотографии, изображение, изображения, foto, immagine',
    'immagini, fotografia, photographie, photographies, imagine, imagini, poză, poze, صورة, الصورة, صور, الصور',
  ],
  '': [
    'toplam, tutar, birim, kdv, kdv oranı, sıra, sıra no, no, not, indirim, total, amount, vat, tax, note',
    'notes, url, discount, сумма, итого, ндс, примечание, номер, скидка, totale, importo, iva',
    'nota, sconto, montant, tva, remarque, remise, sumă, observații, reducere, المبلغ, المجموع, الضريبة, ملاحظات',
    'خصم',
  ],
}

/** A column's name as our files have it in a language; those of attributes are the shop's, where it has one. */
export function headingOf(
  target: string,
  language: Language,
  attributes: readonly Pick<AttributeSetting, 'name' | 'names'>[],
): string {
  const text = textTargetOf(target)
  if (text) return `${headingOf(text.of, language, attributes)}, ${languageNames[text.language]}`
  const named = attributes.find(({ name }) => name === target)?.names[language]
  if (named) return named
  const [, kind, suffix] = /^(price|currency|attribute)(.+)$/.exec(target) ?? []
  const word = translate(language, `panel.import.column.${kind ?? target}` as MessageKey)
  return suffix ? `${word} ${suffix}` : word
}

/** What the columns of our files are, by their names in all languages. Made for the first file. */
const ownHeadings = madeOnce(() => {
  const translated = [...Object.keys(translatedTargets), ...attributeNames]
  const all = [
    ...plainTargets,
    ...attributeNames,
    ...translated.flatMap((name) => languages.map((language) => `${name}.${language}`)),
  ]
  return new Map(
    languages.flatMap((language) => all.map((target) => [headingOf(target, language, []), target] as const)),
  )
})

/** Undefined for headings that our files do not have. */
function targetOfOwnHeading(heading: string, priceGroups: readonly string[]): string | undefined {
  const given = heading.trim()
  const plain = ownHeadings().get(given)
  if (plain) return plain
  const [price, currency] = (['price', 'currency'] as const).map((kind) =>
    priceGroups.find((group) =>
      languages.some((language) => headingOf(`${kind}${group}`, language, []) === given),
    ),
  )
  if (price !== undefined) return `price${price}`
  return currency === undefined ? undefined : `currency${currency}`
}

export function foldHeading(text: string): string {
  return foldForSearch(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** What a name that is a known phrase, or ends with a known word, stands for: "Shoe size". */
export function targetOfName(name: string): string | undefined {
  const folded = foldHeading(name)
  return targets.get(folded) ?? targets.get(folded.split(' ').at(-1) ?? '')
}

/** Taken if nothing is called so more plainly. */
const weakTargets = new Map(
  Object.entries({
    itemDescription: 'açıklama, açıklaması, ürün açıklaması',
    categoryName: 'grup kodu, group code',
  }).flatMap(([target, list]) => list.split(',').map((phrase) => [foldHeading(phrase), target] as const)),
)

const targets = new Map<string, string>()
for (const [target, lists] of Object.entries(words)) {
  for (const phrase of lists.flatMap((list) => list.split(','))) targets.set(foldHeading(phrase), target)
}

/** What may stand beside a known phrase without changing what it means. */
const besides = new Set(
  [
    'tl, try, usd, eur, euro, gbp, rub, ron, lei, руб, net, adet, pcs, шт, buc, pz',
    'tr, en, ru, it, fr, ro, ar, türkçe, english',
    ...languages.map((language) => languageNames[language]),
    // Without tax, as our prices are.
    'kdv hariç, kdv siz, excl tax, tax excluded, senza iva, hors tva, excl vat, excluding vat, vat excluded, without vat, ex vat, net of vat, без ндс, iva esclusa, hors taxe, ht',
    'fără tva, tva exclus, بدون ضريبة',
  ]
    .flatMap((list) => list.split(','))
    .map(foldHeading),
)
const withTax = new Set(
  [
    'kdv dahil, kdv li, incl tax, including tax, tax included, tva incluse, incl vat, inc vat, including vat, vat included, vat incl, with vat, gross, с ндс, вкл ндс, включая ндс',
    'iva inclusa, iva compresa, iva incl, ttc, tva inclus, tva inclusă, cu tva, شامل الضريبة, شامل ضريبة القيمة المضافة',
  ]
    .flatMap((list) => list.split(','))
    .map(foldHeading),
)

export type HeadingMeaning = {
  /** '' for a column of no use. */
  target: string
  /** The whole heading is a known phrase, so it wins over others. */
  isWhole: boolean
}

/**
 * By a heading of our own files, else by phrases that make up the heading: names made of other words mean something else,
 * as `available_on` or "Eski fiyat". Undefined if unknown.
 */
export function meaningOf(heading: string, priceGroups: readonly string[]): HeadingMeaning | undefined {
  const folded = foldHeading(heading)
  if (folded === '') return undefined
  const own = targetOfOwnHeading(heading, priceGroups)
  if (own !== undefined) return { target: own, isWhole: true }
  const whole = targets.get(folded)
  if (whole !== undefined) return { target: whole, isWhole: true }
  const weak = weakTargets.get(folded)
  if (weak !== undefined) return { target: weak, isWhole: false }
  const groups = new Map(priceGroups.map((group) => [foldHeading(group), group]))
  const found = new Set<string>()
  let group = ''
  let language: Language | undefined
  for (const phrase of phrasesIn(
    withoutRate(heading).split(' '),
    (one) => isPhrase(one) || groups.has(one),
  )) {
    if (phrase === undefined) return undefined
    const target = besides.has(phrase) ? undefined : targets.get(phrase)
    if (target !== undefined) found.add(target)
    else group ||= groups.get(phrase) ?? ''
    language ??= languages.find((one) => one === phrase || foldHeading(languageNames[one]) === phrase)
  }
  const [target] = found
  if (target === undefined || found.size > 1) return undefined
  const isPrice = target === 'price' || target === 'currency'
  const isText = language !== undefined && target !== 'itemDim1Code' && target in translatedTargets
  return { target: isPrice ? `${target}${group}` : isText ? `${target}.${language}` : target, isWhole: false }
}

/** Whether a heading says that its prices contain tax. */
export const saysWithTax = (heading: string): boolean =>
  [...withTax].some((phrase) => ` ${withoutRate(heading)} `.includes(` ${phrase} `))

/** "KDV %20 dahil" says the same as without the rate. */
const withoutRate = (heading: string) => foldHeading(heading.replaceAll(/%\s*[\d.,]+|[\d.,]+\s*%/g, ' '))

const isPhrase = (text: string) =>
  targets.has(text) || besides.has(text) || withTax.has(text) || /^\d{1,2}$/.test(text)

/** The longest known phrases from the first word on; undefined where there is none. */
function phrasesIn(parts: string[], isKnown: (phrase: string) => boolean): (string | undefined)[] {
  for (let end = parts.length; end > 0; end -= 1) {
    const phrase = parts.slice(0, end).join(' ')
    if (isKnown(phrase)) return [phrase, ...phrasesIn(parts.slice(end), isKnown)]
  }
  return parts.length === 0 ? [] : [undefined]
}
