import { Title, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type NewsGroup, type NewsSettings, newsGroups } from '#shared/news/news.ts'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { notifyFailure } from '#web/notify.ts'
import { useSession } from '#web/session.ts'
import classes from './NewsSettingsPart.module.css'
import { canPush, hasSubscription, startPush, stopPush } from './push.ts'

const ways = ['mailed', 'pushed'] as const
type Groups = Pick<NewsSettings, (typeof ways)[number]>

/** Which news are sent as well, and whether to this browser. Each change is saved at once. */
export function NewsSettingsPart() {
  const userId = useSession((session) => session.user?.id)
  const settings = useQuery({
    queryKey: ['newsSettings', userId],
    queryFn: async ({ signal }) => (await api.get('/api/Account/GetNewsSettings', {}, { signal })).data,
  })
  const [changed, setChanged] = useState<Groups>()
  if (!settings.data) return null
  const data = { ...settings.data, ...changed }
  const toggle = (way: (typeof ways)[number], group: NewsGroup, isOn: boolean) => {
    const others = data[way].filter((one) => one !== group)
    const { mailed, pushed }: Groups = { ...data, [way]: isOn ? [...others, group] : others }
    setChanged({ mailed, pushed })
    void api.post('/api/Account/SetNewsSettings', { mailed, pushed }).catch((error: unknown) => {
      notifyFailure(error)
      setChanged(undefined)
    })
  }
  return (
    <section aria-labelledby="news-settings">
      <Title order={2} size="h4" id="news-settings">
        {t('news.settings')}
      </Title>
      <p className={classes.text}>{t('news.settingsText')}</p>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">
              <VisuallyHidden>{t('news.title')}</VisuallyHidden>
            </th>
            <th scope="col">{t('news.byMail')}</th>
            <th scope="col">{t('news.byPush')}</th>
          </tr>
        </thead>
        <tbody>
          {newsGroups.map((group) => (
            <tr key={group}>
              <th scope="row">{t(`news.group.${group}`)}</th>
              {ways.map((way) => (
                <td key={way}>
                  <label className={classes.box}>
                    <input
                      type="checkbox"
                      aria-label={`${t(`news.group.${group}`)}: ${t(way === 'mailed' ? 'news.byMail' : 'news.byPush')}`}
                      checked={data[way].includes(group)}
                      onChange={(event) => toggle(way, group, event.currentTarget.checked)}
                    />
                  </label>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {data.email === '' && <p className={classes.text}>{t('news.noEmail')}</p>}
      <ThisDevice settings={data} onChange={() => void settings.refetch()} />
    </section>
  )
}

function ThisDevice({
  settings: { pushKey, isPushed },
  onChange,
}: {
  settings: NewsSettings
  onChange: () => void
}) {
  const [hasOwn, setHasOwn] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<'denied' | 'failed'>()
  useEffect(() => {
    if (canPush()) void hasSubscription().then(setHasOwn, () => {})
  }, [])
  if (!canPush()) return <p className={classes.text}>{t('news.push.unable')}</p>
  const toggle = async (isOn: boolean) => {
    setIsBusy(true)
    try {
      const state = isOn ? await startPush(pushKey) : await stopPush()
      setProblem(state === 'denied' || state === 'failed' ? state : undefined)
      setHasOwn(state === 'on')
    } catch (error) {
      notifyFailure(error)
    }
    setIsBusy(false)
    onChange()
  }
  return (
    <>
      <label className={classes.device}>
        <input
          type="checkbox"
          disabled={isBusy}
          checked={isPushed && hasOwn}
          onChange={(event) => void toggle(event.currentTarget.checked)}
        />
        <span>
          {t('news.push.on')}
          <span className={classes.small}>{t('news.push.text')}</span>
        </span>
      </label>
      <p role="alert" className={classes.problem}>
        {problem && t(`news.push.${problem}`)}
      </p>
    </>
  )
}
