// As readText in values.ts replaces them.
const spaces = String.raw`[\s\u0001-\u001f\u007f-\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+`

/** SQL: a text as it comes back from our own export. */
export const asRead = (stored: string) => `btrim(regexp_replace(normalize(${stored}), '${spaces}', ' ', 'g'))`

/** SQL: keeps the stored text if it differs only by export and import. A stored `-` comes back as ''. */
export const orStored = (given: string, stored: string) =>
  `case when ${given} <> ${stored} and (${given} = ${asRead(stored)} or (${given} = '' and ${stored} = '-'))
    then ${stored} else ${given} end`
