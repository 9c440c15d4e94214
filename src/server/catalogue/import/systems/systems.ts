import type { Table } from '#server/tableFiles/rows.ts'
import type { Shop } from '../file/columns.ts'
import { magento } from './magento.ts'
import { shopify } from './shopify.ts'
import { fromSystem, isOf, type System, systemNames } from './system.ts'
import { wooCommerce } from './wooCommerce.ts'

/** A file of another shop system, as it was exported. */
export type SystemFile = {
  name: string
  convert: (table: Table, shop: Shop) => Table
  namesOf: (header: string[], shop: Shop) => Map<string, string>
  is: (header: string[]) => boolean
}

const fileOf = <Field extends string>(system: System<Field>): SystemFile => ({
  name: system.name,
  convert: (table, shop) => fromSystem(system, table, shop),
  namesOf: (header, shop) => systemNames(system, header, shop),
  is: (header) => isOf(system, header),
})

const systems = [shopify, wooCommerce, magento].map((system) => fileOf(system as System<string>))

export const systemOf = (header: string[]): SystemFile | undefined => systems.find(({ is }) => is(header))
