/* Separate from the schemas, for the browser bundle. */

/** What the texts of a catalogue name; a text is translated once for all that it names. */
export const textKinds = [
  'item',
  'color',
  'lot',
  'brand',
  'category',
  'value',
  'size',
  'rule',
  'banner',
] as const
export type TextKind = (typeof textKinds)[number]
