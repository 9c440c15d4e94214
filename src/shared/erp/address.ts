import { z } from 'zod'

/** Browsers and Node accept any number of slashes, in either direction. */
const withUser = /^[a-z]+:[\\/\t\n\r]*[^\\/?#]*@/i

/** Without a password, because it is shown and logged; secrets are stored separately. */
export const address = z
  .string()
  .trim()
  .max(500)
  .pipe(z.url({ protocol: /^https?$/ }))
  .refine((url) => !withUser.test(url), { params: { key: 'field.invalid' } })
