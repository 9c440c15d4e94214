import { z } from 'zod'
import { answer, endpoint, id, optionalAccountCode, orderType } from '#shared/endpoint.ts'
import { product } from './catalogue.ts'

/** Per user. The newest are shown. */
export const maxFavourites = 200

export const getFavourites = endpoint({
  call: 'GET /api/Shop/GetFavourites',
  summary: "The user's favourites that are still offered, the newest first; each with one size or lot",
  access: 'signedIn',
  isTranslated: true,
  input: z.object({ currAccCode: optionalAccountCode, orderType: orderType.default('Rpt') }),
  reply: answer(z.array(product)),
  errors: ['notFound'],
})

export const setFavourite = endpoint({
  call: 'POST /api/Shop/SetFavourite',
  summary:
    'Makes a product a favourite of the user, or its item no longer; productId is one of its sizes or lots',
  access: 'signedIn',
  input: z.object({ productId: id, isFavourite: z.boolean() }),
  errors: ['notFound'],
})
