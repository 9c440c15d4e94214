import { z } from 'zod'
import { answer, endpoint, id } from '#shared/endpoint.ts'

export const getRetailPrices = endpoint({
  call: 'GET /api/Shop/GetRetailPrices',
  summary:
    'Prices of an item’s sizes and lots that the tenant recommends to consumers; none without such a price group',
  access: 'shop',
  input: z.object({ itemCode: z.string().min(1).max(50) }),
  reply: answer(z.array(z.object({ productId: id, unitPrice: z.number(), currencyCode: z.string() }))),
})
