import { Badge, Group } from '@mantine/core'
import { IconShieldCheck } from '@tabler/icons-react'
import { t } from '#web/i18n.ts'

type Props = { person: { isActive: boolean; isDeleted: boolean; hasTotp?: boolean } }

/** Of a user or an agent. Active shows no badge. */
export function PersonState({ person }: Props) {
  return (
    <Group gap={6} wrap="nowrap" component="span">
      <State person={person} />
      {person.hasTotp && (
        <IconShieldCheck
          size={18}
          role="img"
          aria-label={t('panel.user.twoFactorOn')}
          color="var(--mantine-color-green-8)"
        >
          <title>{t('panel.user.twoFactorOn')}</title>
        </IconShieldCheck>
      )}
    </Group>
  )
}

function State({ person }: Props) {
  if (person.isDeleted) {
    return (
      <Badge variant="light" color="gray">
        {t('panel.person.state.deleted')}
      </Badge>
    )
  }
  if (person.isActive) return t('panel.person.state.active')
  return (
    <Badge variant="light" color="red">
      {t('panel.person.state.passive')}
    </Badge>
  )
}
