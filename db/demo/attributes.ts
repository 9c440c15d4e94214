import { type AttributeSetting, allAttributes } from '#shared/catalogue/attributes.ts'
import type { AttributeName } from '#shared/catalogue/listing.ts'
import type { Language } from '#shared/tenancy.ts'

const languages = ['tr', 'en', 'ru', 'it', 'fr', 'ro', 'ar'] as const

/** In the order of {@link languages}. */
const attributeNames = {
  attribute01: ['Sezon', 'Season', 'Сезон', 'Stagione', 'Saison', 'Sezon', 'الموسم'],
  attribute02: ['Malzeme', 'Material', 'Материал', 'Materiale', 'Matière', 'Material', 'الخامة'],
  attribute03: ['Kalıp', 'Fit', 'Крой', 'Vestibilità', 'Coupe', 'Croială', 'القَصّة'],
  attribute04: ['Taban', 'Sole', 'Подошва', 'Suola', 'Semelle', 'Talpă', 'النعل'],
  attribute05: ['Topuk', 'Heel', 'Каблук', 'Tacco', 'Talon', 'Toc', 'الكعب'],
  attribute06: ['Ölçü', 'Dimensions', 'Размеры', 'Dimensioni', 'Dimensions', 'Dimensiuni', 'الأبعاد'],
} as const satisfies Partial<Record<AttributeName, readonly string[]>>

export function demoAttributes(offered: readonly Language[]): AttributeSetting[] {
  const settings = Object.entries(attributeNames).map(([name, names]) => ({
    name: name as AttributeName,
    names: Object.fromEntries(
      languages.flatMap((language, index) => (offered.includes(language) ? [[language, names[index]]] : [])),
    ),
    isFacet: true,
  }))
  return allAttributes(settings)
}

/** An item's last column is its fit, sole, heel or dimensions. */
export function shapeColumns(shape: string): Record<string, string> {
  return { attribute03: '', attribute04: '', attribute05: '', attribute06: '', [columnOf(shape)]: shape }
}

function columnOf(shape: string): AttributeName {
  if (shape.endsWith('Taban')) return 'attribute04'
  if (shape.endsWith('Topuk')) return 'attribute05'
  return /\d/.test(shape) ? 'attribute06' : 'attribute03'
}
