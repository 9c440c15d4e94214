import type { SentFile } from '#server/files/sentFiles.ts'
import type { Call } from '#server/http/http.ts'
import { Refusal } from '#shared/errors.ts'
import { checkPicture } from './checkPicture.ts'
import { notePhoto, requestSizes } from './keptPhotos.ts'

/**
 * Checks and stores a picture; a job makes the sizes. Noted before storing, so that an interruption leaves no unknown
 * file. Refuses anything but a readable picture of allowed size.
 */
export async function keepPicture(
  { inTenant, services, tenant, now }: Pick<Call, 'inTenant' | 'now' | 'services' | 'tenant'>,
  file: SentFile,
): Promise<void> {
  await checkPicture(file)
  const state = await inTenant('write', (tx) => notePhoto(tx, file.sha256, 'waiting', now))
  if (state === 'going') throw new Refusal('server.busy')
  await services.photos.keep(tenant.id, file.sha256, file.path)
  await inTenant('write', (tx) => requestSizes(tx, services.jobs, file.sha256, now))
}
