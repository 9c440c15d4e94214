import type { z } from 'zod'
import type { postProductImages } from '#shared/photos.ts'
import { api, CallFailed } from '#web/api.ts'
import { readToken } from '#web/credentials.ts'
import { language } from '#web/i18n.ts'

type Reply = z.output<typeof postProductImages.reply>
type Photo = {
  itemCode: string
  colorCode: string
  file: File
  replaces?: string
  sameName: 'add' | 'replace'
}
type Options = { signal: AbortSignal; onProgress: (share: number) => void }

/** `onProgress` gets the share from 0 to 1. Throws CallFailed. */
export async function sendPhoto(photo: Photo, options: Options): Promise<Reply> {
  const answer = await post(photo, options)
  if (answer.status !== 401) return parseReply(answer)
  // Any api call renews the token, or reports that the session ended.
  await api.get('/api/Shop/GetPhotoProgress', {}, { signal: options.signal })
  return parseReply(await post(photo, options))
}

type Answer = { status: number; text: string }

/** XMLHttpRequest, because fetch has no upload progress. */
function post({ file, ...fields }: Photo, { signal, onProgress }: Options): Promise<Answer> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('files', file)
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', '/api/Shop/PostProductImages')
    request.setRequestHeader('langCode', language)
    const token = readToken()
    if (token) request.setRequestHeader('Authorization', `Bearer ${token}`)
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(total > 0 ? loaded / total : 0),
    )
    request.addEventListener('load', () => resolve({ status: request.status, text: request.responseText }))
    request.addEventListener('error', () => reject(new CallFailed(0, {})))
    request.addEventListener('abort', () => reject(new DOMException('', 'AbortError')))
    if (signal.aborted) return reject(new DOMException('', 'AbortError'))
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(form)
  })
}

function parseReply({ status, text }: Answer): Reply {
  const body = parseJson(text)
  if (status !== 200) throw new CallFailed(status, body)
  return body as Reply
}

function parseJson(text: string) {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}
