import { Badge, Group } from '@mantine/core'
import { IconShieldCheck } from '@tabler/icons-react'
import { t } from '#web/i18n.ts'

type Props = { of: { isActive: boolean; isDeleted: boolean; hasTotp?: boolean } }

/** Whether a user or an agent counts, and whether a second factor guards them. What is as it should be is no badge. */
export function PersonState({ of }: Props) {
  return (
    <Group gap={6} wrap="nowrap" component="span">
      <State of={of} />
      {of.hasTotp && (
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

function State({ of }: Props) {
  if (of.isDeleted) {
    return (
      <Badge variant="light" color="gray">
        {t('panel.person.state.deleted')}
      </Badge>
    )
  }
  if (of.isActive) return t('panel.person.state.active')
  return (
    <Badge variant="light" color="red">
      {t('panel.person.state.passive')}
    </Badge>
  )
}
