import { z } from 'zod'

/** Whatever strokes stand between: browsers and Node take any number of them, either way round. */
const withUser = /^[a-z]+:[\\/\t\n\r]*[^\\/?#]*@/i

/** Where an ERP answers. No password stands in it: it is shown and kept in the change log, and secrets are sealed apart. */
export const address = z
  .string()
  .trim()
  .max(500)
  .pipe(z.url({ protocol: /^https?$/ }))
  .refine((url) => !withUser.test(url), { params: { key: 'field.invalid' } })
