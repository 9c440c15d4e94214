/** In parts of at most this many, for calls that take no more. */
export const inParts = <Item>(all: Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
    all.slice(index * size, (index + 1) * size),
  )
