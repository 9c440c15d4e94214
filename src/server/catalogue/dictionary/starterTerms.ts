import type { Language } from '#shared/tenancy.ts'
import { coloursAndFabrics } from './starter/coloursAndFabrics.ts'
import { details } from './starter/details.ts'
import { footwearAndAccessories } from './starter/footwearAndAccessories.ts'
import { garments } from './starter/garments.ts'
import { linesOf, readLine, type Term, termOf } from './terms.ts'

type Written = { role: Term['role']; cells: Record<Language, string> }

let written: Written[] | undefined
let terms: Term[] | undefined

/** The words of the clothing and footwear trade that come with the product, as they are written. */
export function starterLines(): Written[] {
  written ??= [garments, coloursAndFabrics, details, footwearAndAccessories].flatMap(linesOf).map(readLine)
  return written
}

export function starterTerms(): Term[] {
  terms ??= starterLines().map(({ role, cells }) => termOf(role, cells))
  return terms
}
