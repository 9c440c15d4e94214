import { createHash } from 'node:crypto'
import pLimit from 'p-limit'
import { photoObject } from '#server/images/photoStore.ts'
import { portraitObject } from '#server/images/portrait.ts'
import { Damaged, damageProblem, shown } from './damage.ts'
import { type BackedUpTenant, pictureKey, picturesKey } from './manifest.ts'
import { type BackupSource, mebibyte, readWhole } from './store.ts'

export const hashOfPicture = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** What a backup holds of a picture: an original, or an avatar, logo or banner as it is shown. */
export const pictureObjects = {
  photo: (tenantId: string, hash: string) => photoObject(tenantId, hash, 'original'),
  avatar: (tenantId: string, hash: string) => portraitObject('avatar', tenantId, hash),
  logo: (tenantId: string, hash: string) => portraitObject('logo', tenantId, hash),
  banner: (tenantId: string, hash: string) => portraitObject('banner', tenantId, hash),
}

/** The hash in a picture's name, which its content must have. */
const hashIn = (object: string) => /[0-9a-f]{64}/.exec(object)?.[0] ?? ''

function isPictureOf(tenantId: string, object: string): boolean {
  const hash = hashIn(object)
  return hash !== '' && Object.values(pictureObjects).some((objectOf) => objectOf(tenantId, hash) === object)
}

/** Enough for two million pictures. */
const maxListBytes = 256 * mebibyte
/** Those from the panel have 10 MiB; the command's import takes larger ones. */
const maxPictureBytes = 256 * mebibyte

/**
 * Objects of the tenant's store that a backup has under {@link pictureKey}.
 * @throws StartupProblem if they are not as many as were written, or one is not the tenant's
 */
export async function readPictures(
  source: Pick<BackupSource, 'get'>,
  name: string,
  { id, pictures }: Pick<BackedUpTenant, 'id' | 'pictures'>,
): Promise<string[]> {
  const key = picturesKey(name, id)
  try {
    const bytes = await readWhole(source, key, maxListBytes)
    if (!bytes) throw new Damaged('it is missing')
    const objects = bytes.toString().split('\n').filter(Boolean)
    const foreign = objects.find((object) => !isPictureOf(id, object))
    if (foreign !== undefined) throw new Damaged(`${shown(foreign)} is no picture of the wholesaler`)
    if (objects.length !== pictures) throw new Damaged(`it names ${objects.length} of ${pictures} pictures`)
    return objects
  } catch (error) {
    throw damageProblem(error, name, key)
  }
}

/** Undefined if it is missing or damaged. */
export async function readPicture(
  source: Pick<BackupSource, 'get'>,
  object: string,
): Promise<Buffer | undefined> {
  try {
    const bytes = await readWhole(source, pictureKey(object), maxPictureBytes)
    return bytes && hashOfPicture(bytes) === hashIn(object) ? bytes : undefined
  } catch (error) {
    if (!(error instanceof Damaged)) throw error
    return undefined
  }
}

/** After a failure it begins no more, and rejects once those that had begun have ended. */
export async function eachPicture<Picture>(
  pictures: Picture[],
  atOnce: number,
  work: (picture: Picture) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = []
  await pLimit(atOnce).map(pictures, async (picture) => {
    if (failures.length > 0) return
    await work(picture).catch((error: unknown) => failures.push(error))
  })
  if (failures.length > 0) throw failures[0]
}
