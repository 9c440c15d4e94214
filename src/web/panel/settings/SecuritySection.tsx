import { Checkbox, Stack } from '@mantine/core'
import { roles } from '#shared/roles.ts'
import { t } from '#web/i18n.ts'
import { useSession } from '#web/session.ts'
import { FormSection } from '../form/FormSection.tsx'
import classes from './Settings.module.css'
import type { SettingsForm } from './settingsForm.ts'

/** Admins only, as on the server: other editors of settings could exempt themselves. */
export function SecuritySection({ form }: { form: SettingsForm }) {
  const isAdmin = useSession((session) => session.user?.roles.includes('admin') ?? false)
  return (
    <FormSection title={t('panel.settings.security')} columns={1}>
      <Checkbox.Group
        label={t('panel.settings.totpRoles')}
        description={
          isAdmin
            ? t('panel.settings.totpRolesText')
            : `${t('panel.settings.totpRolesText')} ${t('panel.settings.totpRolesAdmins')}`
        }
        error={form.errorOf('totpRoles')}
        value={form.values.totpRoles}
        onChange={(next) =>
          form.set(
            'totpRoles',
            roles.filter((role) => next.includes(role)),
          )
        }
      >
        <Stack className={classes.choices} gap="sm" mt="xs">
          {roles.map((role, index) => (
            <Checkbox
              size="md"
              key={role}
              value={role}
              classNames={{ body: classes.choice, label: classes.choiceLabel }}
              disabled={!isAdmin}
              label={t(`role.${role}`)}
              {...(index === 0 ? { 'data-path': 'totpRoles' } : {})}
            />
          ))}
        </Stack>
      </Checkbox.Group>
    </FormSection>
  )
}
