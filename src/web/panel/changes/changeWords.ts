import type { ChangeSubject } from '#shared/changes/changeKinds.ts'
import type { Change } from '#shared/changes/changes.ts'
import {
  type ChangeVoice,
  readable as inWords,
  fieldName as nameOf,
  subjectText as subjectNameOf,
} from '#shared/changes/changeWords.ts'
import { attributeLabel } from '#web/attributes.ts'
import { formatMoney } from '#web/format.ts'
import { locale, t } from '#web/i18n.ts'

const voice: ChangeVoice = { say: t, locale, attributeLabel, money: formatMoney }

export const fieldName = (subject: ChangeSubject, name: string) => nameOf(subject, name, voice)

export const subjectText = (change: Pick<Change, 'subject' | 'subjectName'>) => subjectNameOf(change, t)

/** A value's items as text; none if it is empty. */
export const readable = (subject: ChangeSubject, name: string, value: unknown) =>
  inWords(subject, name, value, voice)
