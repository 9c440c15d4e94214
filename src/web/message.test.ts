import { setupI18n } from '@lingui/core'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { expect, test } from 'vitest'
import ar from '#shared/i18n/ar.json' with { type: 'json' }
import en from '#shared/i18n/en.json' with { type: 'json' }
import fr from '#shared/i18n/fr.json' with { type: 'json' }
import it from '#shared/i18n/it.json' with { type: 'json' }
import ro from '#shared/i18n/ro.json' with { type: 'json' }
import ru from '#shared/i18n/ru.json' with { type: 'json' }
import tr from '#shared/i18n/tr.json' with { type: 'json' }
import { formatMessage, type Message } from './message.ts'

const catalogues = { tr, en, ru, it, fr, ro, 'ar-u-nu-latn': ar }

test.each(Object.entries(catalogues))('formats every text of %s like the server', (locale, texts) => {
  const server = setupI18n({ locale, messages: { [locale]: {} } })
  const [here, there]: [string[], string[]] = [[], []]
  for (const [key, text] of Object.entries(texts)) {
    const message = compileMessageOrThrow(text)
    server.load(locale, { [key]: message })
    const names = [...text.matchAll(/\{(\w+)/g)].map(([, name = '']) => name)
    for (const count of [0, 1, 2, 3, 5, 11, 21, 100, 1234]) {
      const values = Object.fromEntries(names.map((name) => [name, count]))
      here.push(`${key}: ${formatMessage(message as Message, values, locale)}`)
      there.push(`${key}: ${server._(key, values)}`)
    }
  }
  expect(here).toEqual(there)
})
