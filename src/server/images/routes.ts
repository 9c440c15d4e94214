import type { FastifyInstance, FastifyReply } from 'fastify'
import { prepared } from '#server/db/statement.ts'
import type { Services } from '#server/http.ts'
import { Refusal } from '#shared/errors.ts'
import { type ImageWidth, imageWidths } from '#shared/images.ts'
import type { PhotoStore } from './photoStore.ts'

const findPhoto = prepared(`
  select i.content_hash as hash from products p
  join product_images i on i.tenant_id = $1 and i.product_id = p.id and i.file_name = $4
  where p.tenant_id = $1 and p.item_code = $2 and p.color_code = $3`)

const findPicture = prepared(`
  select image as hash from brands where tenant_id = $1 and image = $2
  union all select image from categories where tenant_id = $1 and image = $2 limit 1`)

/**
 * Photos of products and pictures of brands and categories. Public on the tenant's host, and kept by browsers
 * for ever: the query updatedDate, or the hash in the name, makes every change a new address.
 */
export function imageRoutes(app: FastifyInstance, { database, tenants }: Services, photos: PhotoStore): void {
  type ProductPhoto = { Params: { itemCode: string; colorCode: string; file: string } }
  for (const width of imageWidths) {
    app.get<ProductPhoto>(`/products/img${width}/:itemCode/:colorCode/:file`, async (request, reply) => {
      const { itemCode, colorCode, file } = request.params
      const tenant = await tenants.byHost(request.headers.host)
      if (!tenant) throw new Refusal('notFound')
      const [found] = await database.inTenant(tenant.id, 'read', (tx) =>
        tx.query<{ hash: string }>(findPhoto, itemCode, colorCode, file),
      )
      return sendPicture(reply, photos, tenant.id, found?.hash, width)
    })
  }
  app.get<{ Params: { hash: string } }>('/pictures/:hash.jpg', async (request, reply) => {
    const tenant = await tenants.byHost(request.headers.host)
    if (!tenant) throw new Refusal('notFound')
    const [found] = await database.inTenant(tenant.id, 'read', (tx) =>
      tx.query<{ hash: string }>(findPicture, request.params.hash),
    )
    return sendPicture(reply, photos, tenant.id, found?.hash, 640)
  })
}

function sendPicture(
  reply: FastifyReply,
  photos: PhotoStore,
  tenantId: string,
  hash: string | undefined,
  width: ImageWidth,
) {
  if (!hash) throw new Refusal('notFound')
  return reply.sendFile(photos.pathOf(tenantId, hash, width), photos.root, {
    maxAge: '365d',
    immutable: true,
  })
}
