import { z } from 'zod'
import { address } from './address.ts'

/** The secret signs every request. */
export const httpSettings = z.object({
  /** Base of the paths in docs/erp-http.md. */
  url: address,
})
