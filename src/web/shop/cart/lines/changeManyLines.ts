import type { ItemQty } from '../stored/cart.ts'
import { changeLines } from '../stored/cartStore.ts'
import { withManyAdded, withQuantities } from './manyLines.ts'

export const addManyToCart = (items: ItemQty[]) => changeLines((cart) => withManyAdded(cart, items))
export const setManyQty = (items: ItemQty[]) => changeLines((cart) => withQuantities(cart, items))
