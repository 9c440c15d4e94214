/** A row's columns that are not null: an answer leaves out what is not there. */
export function withoutNulls<Item extends object>(row: Item): Item {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as Item
}
