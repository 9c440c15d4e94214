import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconShieldCheck, IconShieldOff } from '@tabler/icons-react'
import type { Profile } from '#shared/profile.ts'
import { direction, t } from '#web/i18n.ts'
import classes from './TwoFactor.module.css'

/** Warn at this many recovery codes or fewer. */
const lowCodesLimit = 3

type Props = { profile: Profile; onAsk: (what: 'start' | 'end' | 'codes') => void }

export function TwoFactorState({ profile, onAsk }: Props) {
  const { hasTotp, totpDemanded, recoveryCodesLeft, emailVerification, email } = profile
  return (
    <section className={classes.card}>
      <Stack gap="md" align="flex-start">
        <Group gap="xs">
          {hasTotp ? (
            <IconShieldCheck size={24} color="var(--mantine-color-green-8)" aria-hidden />
          ) : (
            <IconShieldOff size={24} color="var(--ink-soft)" aria-hidden />
          )}
          <Title order={2} size="h5">
            {t(hasTotp ? 'panel.security.turnedOn' : 'panel.security.turnedOff')}
          </Title>
        </Group>
        <Text>{t('panel.security.text')}</Text>
        {!hasTotp && emailVerification && (
          <Text c="var(--ink-soft)">
            {t('panel.security.byMail', { email: direction === 'rtl' ? `\u2066${email}\u2069` : email })}
          </Text>
        )}
        {hasTotp && recoveryCodesLeft <= lowCodesLimit && (
          <Alert color="orange" variant="light" role="status">
            {t('panel.codes.left', { count: recoveryCodesLeft })}. {t('panel.codes.few')}
          </Alert>
        )}
        {hasTotp && recoveryCodesLeft > lowCodesLimit && (
          <Text c="var(--ink-soft)">{t('panel.codes.left', { count: recoveryCodesLeft })}</Text>
        )}
        {hasTotp && totpDemanded && <Text c="var(--ink-soft)">{t('panel.security.demanded')}</Text>}
        <Group gap="xs">
          {!hasTotp && (
            <Button h={40} onClick={() => onAsk('start')}>
              {t('panel.security.turnOn')}
            </Button>
          )}
          {hasTotp && (
            <Button h={40} variant="default" onClick={() => onAsk('codes')}>
              {t('panel.codes.new')}
            </Button>
          )}
          {hasTotp && !totpDemanded && (
            <Button h={40} variant="subtle" color="red" c="red.9" onClick={() => onAsk('end')}>
              {t('panel.security.turnOff')}
            </Button>
          )}
        </Group>
      </Stack>
    </section>
  )
}
