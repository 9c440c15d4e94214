import { magento } from './magento.ts'
import { shopify } from './shopify.ts'
import { isOf, type System } from './system.ts'
import { wooCommerce } from './wooCommerce.ts'

const systems = [shopify, wooCommerce, magento]

/** The shop system that a file with these headings was exported from. */
export const systemOf = (header: string[]): System | undefined =>
  systems.find((system) => isOf(system, header))
