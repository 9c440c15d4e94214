// JavaScript's whitespace and control characters; readText in values.ts turns them into one space.
const spaces = String.raw`[\s\u0001-\u001f\u007f-\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+`

/** SQL: a stored text as our importer would read it back from an export. */
export const asRead = (stored: string) => `btrim(regexp_replace(normalize(${stored}), '${spaces}', ' ', 'g'))`

/**
 * SQL: the new text, keeping the stored one if they differ only by export and import. A stored `-` reads back as the
 * erase mark, so as ''.
 */
export const orStored = (given: string, stored: string) =>
  `case when ${given} <> ${stored} and (${given} = ${asRead(stored)} or (${given} = '' and ${stored} = '-'))
    then ${stored} else ${given} end`
