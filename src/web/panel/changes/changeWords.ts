import { type ChangeVoice, readable as inWords, fieldName as nameOf } from '#shared/changeWords.ts'
import { attributeLabel } from '#web/attributes.ts'
import { formatMoney } from '#web/format.ts'
import { locale, t } from '#web/i18n.ts'

const voice: ChangeVoice = { say: t, locale, attributeLabel, money: formatMoney }

/** What people call a field of the change log. */
export const fieldName = (name: string) => nameOf(name, voice)

/** A value of the change log as people read it: its items, none where it is empty. */
export const readable = (name: string, value: unknown) => inWords(name, value, voice)
