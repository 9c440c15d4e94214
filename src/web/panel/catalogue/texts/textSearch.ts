import { textKinds } from '#shared/catalogue/textKinds.ts'
import { settings } from '#web/settings.ts'
import { asFlag, defineList, oneOf } from '../../list/listSearch.ts'

/** Those that texts are translated into. */
export const otherLanguages = settings.languages.filter((language) => language !== settings.mainLanguage)

export const textList = defineList({
  sorts: ['source'],
  defaultSort: { sort: 'source', order: 'asc' },
  filters: {
    kind: oneOf(textKinds),
    language: oneOf(otherLanguages),
    state: oneOf(['missing', 'proposed']),
  },
})

export const termList = defineList({
  sorts: ['source'],
  defaultSort: { sort: 'source', order: 'asc' },
  filters: { isOwn: asFlag },
})
