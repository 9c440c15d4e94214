import { z } from 'zod'
import { address } from './address.ts'

/** What a link to an ERP with our own HTTP interface is set to; the secret signs every request. */
export const httpSettings = z.object({
  /** Where the ERP's side of it answers; the paths of docs/erp-http.md come behind it. */
  url: address,
})
