import { IconPlus, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { api } from '#web/api.ts'
import { formatDateTime } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { IconAction } from '../../IconButton.tsx'
import { useBusy } from '../../useBusy.ts'
import classes from './Texts.module.css'

/** What buyers searched and did not find: each is a word to explain, or goods to have. */
export function EmptySearches({ onAdd }: { onAdd: (word: string) => void }) {
  const searches = useQuery({
    queryKey: ['emptySearches'],
    queryFn: async ({ signal }) => (await api.get('/api/Shop/GetEmptySearches', {}, { signal })).data,
  })
  if (!searches.data || searches.data.length === 0) return null
  return (
    <details className={classes.emptySearches}>
      <summary>{t('panel.emptySearches', { count: searches.data.length })}</summary>
      <p>{t('panel.emptySearches.text')}</p>
      <ul>
        {searches.data.map((one) => (
          <li key={one.text}>
            <bdi>{one.text}</bdi>
            <span>{t('panel.emptySearches.times', { count: one.times })}</span>
            <span>{formatDateTime(one.lastAt)}</span>
            <IconAction
              Icon={IconPlus}
              label={`${t('panel.dictionary.add')}: ${one.text}`}
              onClick={() => onAdd(one.text)}
            />
            <Forget text={one.text} />
          </li>
        ))}
      </ul>
    </details>
  )
}

function Forget({ text }: { text: string }) {
  const { button } = useBusy('emptySearches')
  return (
    <IconAction
      Icon={IconX}
      label={t('panel.emptySearches.forget', { text })}
      {...button('forget', () => api.post('/api/Shop/ForgetEmptySearch', { text }))}
    />
  )
}
