import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { prepared, type Statement } from '#server/db/statement.ts'
import type { Services } from '#server/http.ts'
import { Refusal } from '#shared/errors.ts'
import { imageWidths } from '#shared/images.ts'
import type { PhotoStore } from './photoStore.ts'
import { portraitPath } from './portrait.ts'

const findPhoto = prepared(`
  select i.content_hash as hash from products p
  join product_images i on i.tenant_id = $1 and i.product_id = p.id and i.file_name = $4
  where p.tenant_id = $1 and p.item_code = $2 and p.color_code = $3`)

const findPicture = prepared(`
  select image as hash from brands where tenant_id = $1 and image = $2
  union all select image from categories where tenant_id = $1 and image = $2 limit 1`)

const findAvatar = prepared(`
  select avatar as hash from users where tenant_id = $1 and avatar = $2 and avatar <> '' limit 1`)

/**
 * Photos of products, pictures of brands, categories and users, and the tenant's logo. Public on the tenant's host, and
 * kept by browsers for ever: the query updatedDate, or the hash in the name, makes every change a new address.
 */
export function imageRoutes(app: FastifyInstance, { database, tenants }: Services, photos: PhotoStore): void {
  const tenantOf = async (request: FastifyRequest) => {
    const tenant = await tenants.byHost(request.headers.host)
    if (!tenant) throw new Refusal('notFound')
    return tenant
  }
  const find = async (tenantId: string, statement: Statement, ...values: string[]) => {
    const [found] = await database.inTenant(tenantId, 'read', (tx) =>
      tx.query<{ hash: string }>(statement, ...values),
    )
    if (!found) throw new Refusal('notFound')
    return found.hash
  }
  const send = (reply: FastifyReply, path: string) =>
    reply.sendFile(path, photos.root, { maxAge: '365d', immutable: true })

  type ProductPhoto = { Params: { itemCode: string; colorCode: string; file: string } }
  for (const width of imageWidths) {
    app.get<ProductPhoto>(`/products/img${width}/:itemCode/:colorCode/:file`, async (request, reply) => {
      const { itemCode, colorCode, file } = request.params
      const { id } = await tenantOf(request)
      const hash = await find(id, findPhoto, itemCode, colorCode, file)
      return send(reply, photos.pathOf(id, hash, width))
    })
  }
  type Picture = { Params: { hash: string } }
  app.get<Picture>('/pictures/:hash.jpg', async (request, reply) => {
    const { id } = await tenantOf(request)
    const hash = await find(id, findPicture, request.params.hash)
    return send(reply, photos.pathOf(id, hash, 640))
  })
  app.get<Picture>('/pictures/avatar/:hash.jpg', async (request, reply) => {
    const { id } = await tenantOf(request)
    const hash = await find(id, findAvatar, request.params.hash)
    return send(reply, portraitPath('avatar', id, hash))
  })
  app.get<Picture>('/pictures/logo/:hash.webp', async (request, reply) => {
    const { id, logo } = await tenantOf(request)
    if (logo === '' || logo !== request.params.hash) throw new Refusal('notFound')
    return send(reply, portraitPath('logo', id, logo))
  })
}
