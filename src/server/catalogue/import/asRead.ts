// What JavaScript takes for spaces, and control characters: readText of values.ts makes one space of them.
const spaces = String.raw`[\s\u0001-\u001f\u007f-\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+`

/** SQL of a stored text as it would be read from a file that we wrote it into. */
export const asRead = (stored: string) => `btrim(regexp_replace(normalize(${stored}), '${spaces}', ' ', 'g'))`

/**
 * SQL of what a text is to become: what is stored where the file gives the same, else what the file gives. A stored `-`
 * is read as the mark that takes a text away.
 */
export const orStored = (given: string, stored: string) =>
  `case when ${given} <> ${stored} and (${given} = ${asRead(stored)} or (${given} = '' and ${stored} = '-'))
    then ${stored} else ${given} end`
