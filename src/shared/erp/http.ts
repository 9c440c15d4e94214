import { z } from 'zod'
import { address } from './address.ts'
import { syncKinds } from './erp.ts'
import type { ErpDescription } from './form.ts'

/** The secret signs every request. */
export const httpSettings = z.object({
  /** Base of the paths in docs/erp-http.md. */
  url: address,
})

export const http: ErpDescription = {
  settings: httpSettings,
  fetches: syncKinds,
  place: ['url'],
  form: [
    {
      name: 'connection',
      fields: [
        { name: 'url', input: 'url', placeholder: 'https://erp.example.com/toptan' },
        { name: 'secret' },
      ],
    },
  ],
}
