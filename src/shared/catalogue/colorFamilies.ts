/** Families of colours, in the order of filters. */
export const colorFamilies = [
  'black',
  'grey',
  'white',
  'beige',
  'brown',
  'blue',
  'green',
  'yellow',
  'orange',
  'red',
  'pink',
  'purple',
  'metallic',
  'mixed',
] as const
export type ColorFamily = (typeof colorFamilies)[number]
