import { coloursAndFabrics } from './starter/coloursAndFabrics.ts'
import { details } from './starter/details.ts'
import { footwearAndAccessories } from './starter/footwearAndAccessories.ts'
import { garments } from './starter/garments.ts'
import { readTerms, type Term } from './terms.ts'

let terms: Term[] | undefined

/** The words of the clothing and footwear trade that come with the product. */
export function starterTerms(): Term[] {
  terms ??= [garments, coloursAndFabrics, details, footwearAndAccessories].flatMap(readTerms)
  return terms
}
