import type { Call } from '#server/http.ts'
import { checkPicture } from '#server/images/checkPicture.ts'
import { notePhoto } from '#server/images/keptPhotos.ts'
import { Refusal } from '#shared/errors.ts'

/**
 * Checks and stores the uploaded picture and returns its content hash; a job makes the sizes.
 * @throws Refusal for anything but one readable picture of allowed size.
 */
export async function keepPicture({
  files,
  inTenant,
  now,
  services,
  tenant,
}: Pick<Call, 'files' | 'inTenant' | 'now' | 'services' | 'tenant'>): Promise<string> {
  const [file] = files
  if (!file || files.length > 1) throw new Refusal('request.invalid')
  await checkPicture(file)
  const state = await inTenant('write', (tx) => notePhoto(tx, file.sha256, 'waiting', now))
  if (state === 'going') throw new Refusal('server.busy')
  await services.photos.keep(tenant.id, file.sha256, file.path)
  return file.sha256
}
