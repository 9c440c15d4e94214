import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { requestLanguage, translate } from '#server/i18n.ts'
import { Refusal } from '#shared/errors.ts'
import { type Language, languages } from '#shared/tenancy.ts'
import { permissions } from './browserFeatures.ts'
import { escaped } from './htmlText.ts'

/** Whether a browser opens an address: it would show JSON as it is. */
export function asksForPage({ method, url, headers }: FastifyRequest): boolean {
  const isRead = method === 'GET' || method === 'HEAD'
  return isRead && !url.startsWith('/api/') && String(headers.accept).includes('text/html')
}

/** Chosen on an earlier page, else by the request's headers. */
export function readersLanguage({ cookies, headers }: FastifyRequest): Language {
  return languages.find((language) => language === cookies?.language) ?? requestLanguage(headers)
}

/** At a host that is no wholesaler's; does not say which there are. */
export function answerNoShop(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (!asksForPage(request)) throw new Refusal('notFound')
  const language = readersLanguage(request)
  const [title, text] = [translate(language, 'noShop.title'), translate(language, 'noShop.text')]
  return sendMessagePage(reply.status(404), language, title, text)
}

/** A page that is complete in itself: it must show where nothing else can be loaded. */
export function sendMessagePage(
  reply: FastifyReply,
  language: Language,
  title: string,
  text = '',
): FastifyReply {
  const direction = language === 'ar' ? 'rtl' : 'ltr'
  return reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('permissions-policy', permissions.panel)
    .header('content-security-policy', contentSecurity)
    .send(`<!doctype html>
<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<title>${escaped(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${escaped(title)}</h1>${text && `\n<p>${escaped(text)}</p>`}
</main>
</body>
</html>
`)
}

const style = `
body {
  display: grid; place-items: center; box-sizing: border-box; min-height: 100dvh; margin: 0; padding: 16px;
  background: light-dark(#f5f7fa, #16181c); color: light-dark(#1c2430, #e9ecef);
  font: 16px/1.5 system-ui, sans-serif;
}
main {
  box-sizing: border-box; width: 100%; max-width: 480px; padding: 32px 24px; border-radius: 8px; text-align: center;
  background: light-dark(#ffffff, #212429); border: 1px solid light-dark(#e4e8ee, #373a40);
}
h1 { margin: 0; font-size: 22px; line-height: 1.3; text-wrap: balance; }
p { margin: 12px 0 0; color: light-dark(#5b6675, #a6adb8); text-wrap: balance; }
`
const styleHash = createHash('sha256').update(style).digest('base64')
const contentSecurity = [
  "default-src 'none'",
  `style-src 'sha256-${styleHash}'`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join(';')
