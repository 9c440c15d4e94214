import { Button, Text } from '@mantine/core'
import { t } from '#web/i18n.ts'
import classes from './AccountPage.module.css'

type Props = {
  usernames: string[]
  password: string
  onChoose: (username: string, password: string) => void
}

/** Shown while the tenant has demo data. */
export function DemoAccounts({ usernames, password, onChoose }: Props) {
  return (
    <section className={classes.demo} aria-label={t('login.demoTitle')}>
      <Text size="sm" fw={600}>
        {t('login.demoTitle')}
      </Text>
      <Text size="sm" c="var(--ink-soft)">
        {t('login.demoPassword')} <bdi className="number">{password}</bdi>
      </Text>
      <div className={classes.demoButtons}>
        {usernames.map((username) => (
          <Button key={username} variant="default" size="xs" onClick={() => onChoose(username, password)}>
            {username}
          </Button>
        ))}
      </div>
    </section>
  )
}
