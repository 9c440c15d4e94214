import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { prepared, type Statement } from '#server/db/statement.ts'
import type { Services } from '#server/http/http.ts'
import { noteCaller } from '#server/http/requestContext.ts'
import { Refusal } from '#shared/errors.ts'
import { type ImageWidth, imageWidths } from '#shared/photos/images.ts'
import { finishPhoto } from './keptPhotos.ts'
import type { Stored } from './objectStore.ts'
import { type PortraitKind, portraitObject, portraits } from './portrait.ts'
import { turns } from './turns.ts'

const findPhoto = prepared(`
  select i.content_hash as hash, f.state from products p
  join product_images i on i.tenant_id = $1 and i.product_id = p.id and i.file_name = $4
  left join photos f on f.tenant_id = $1 and f.content_hash = i.content_hash
  where p.tenant_id = $1 and p.item_code = $2 and p.color_code = $3`)

const findPicture = prepared(`
  select image as hash from brands where tenant_id = $1 and image = $2
  union all select image from categories where tenant_id = $1 and image = $2 limit 1`)

const findAvatar = prepared(`
  select avatar as hash from users where tenant_id = $1 and avatar = $2 and avatar <> '' limit 1`)

/**
 * Photos, brand, category and user pictures, and the logo. Public per tenant and cached forever: updatedDate or the
 * hash changes the address.
 */
export function imageRoutes(app: FastifyInstance, { database, tenants, photos }: Services): void {
  const tenantOf = async (request: FastifyRequest) => {
    const tenant = await tenants.byHost(request.headers.host)
    if (!tenant) throw new Refusal('notFound')
    noteCaller(request, { tenant })
    return tenant
  }
  const findOne = async (tenantId: string, statement: Statement, ...values: string[]) => {
    const [found] = await database.inTenant(tenantId, 'read', (tx) =>
      tx.query<{ hash: string; state?: string | null }>(statement, ...values),
    )
    if (!found) throw new Refusal('notFound')
    return found
  }
  /** Created on demand, so that a viewer does not wait for the queue. */
  const openOrCreate = async (
    tenantId: string,
    { hash, state }: { hash: string; state?: string | null },
    width: ImageWidth,
  ) => {
    const ready = await photos.open(tenantId, hash, width)
    if (ready || state === 'broken') return ready
    const outcome = await finishPhoto({ database, photos }, tenantId, hash, turns.awaited)
    return outcome === 'ready' ? photos.open(tenantId, hash, width) : undefined
  }

  type ProductPhoto = { Params: { itemCode: string; colorCode: string; file: string } }
  for (const width of imageWidths) {
    app.get<ProductPhoto>(`/products/img${width}/:itemCode/:colorCode/:file`, async (request, reply) => {
      const { itemCode, colorCode, file } = request.params
      const { id } = await tenantOf(request)
      const found = await findOne(id, findPhoto, itemCode, colorCode, file)
      return send(request, reply, `${found.hash}-${width}`, 'image/jpeg', () =>
        openOrCreate(id, found, width),
      )
    })
  }
  type Picture = { Params: { hash: string } }
  app.get<Picture>('/pictures/:hash.jpg', async (request, reply) => {
    const { id } = await tenantOf(request)
    const found = await findOne(id, findPicture, request.params.hash)
    return send(request, reply, found.hash, 'image/jpeg', () => openOrCreate(id, found, 640))
  })
  const sendPortrait = (
    request: FastifyRequest,
    reply: FastifyReply,
    kind: PortraitKind,
    id: string,
    hash: string,
  ) =>
    send(request, reply, hash, portraits[kind].contentType, () =>
      photos.objects.get(portraitObject(kind, id, hash)),
    )
  app.get<Picture>('/pictures/avatar/:hash.jpg', async (request, reply) => {
    const { id } = await tenantOf(request)
    const { hash } = await findOne(id, findAvatar, request.params.hash)
    return sendPortrait(request, reply, 'avatar', id, hash)
  })
  for (const kind of ['logo', 'banner'] as const) {
    app.get<Picture>(`/pictures/${kind}/:hash.webp`, async (request, reply) => {
      const { id, logo, bannerPicture } = await tenantOf(request)
      const hash = kind === 'logo' ? logo : bannerPicture
      if (hash === '' || hash !== request.params.hash) throw new Refusal('notFound')
      return sendPortrait(request, reply, kind, id, hash)
    })
  }
}

/** Answers 304 without fetching if the client has it. */
async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  content: string,
  contentType: string,
  open: () => Promise<Stored | undefined>,
): Promise<FastifyReply> {
  const tag = `"${content}"`
  const isKnown = request.headers['if-none-match'] === tag
  const stored = isKnown ? undefined : await open()
  if (!isKnown && !stored) throw new Refusal('notFound')
  reply.header('cache-control', 'public, max-age=31536000, immutable').header('etag', tag)
  if (!stored) return reply.status(304).send()
  return reply.type(contentType).header('content-length', stored.bytes).send(stored.stream)
}
