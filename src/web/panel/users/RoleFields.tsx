import { Checkbox, Input, SegmentedControl, Select, Stack } from '@mantine/core'
import { useId } from 'react'
import { roles as allRoles, type Role } from '#shared/roles.ts'
import { t } from '#web/i18n.ts'
import { useSession } from '#web/session.ts'
import { useAgentChoices } from '../customers/choices.ts'
import { FormSection } from '../form/FormSection.tsx'
import { AccountSelect } from './AccountSelect.tsx'
import type { EditMode, UserForm } from './userForm.ts'

type Props = EditMode & { form: UserForm }

export function RoleFields({ form, isSelf }: Props) {
  const isAdmin = useSession((session) => session.user?.roles.includes('admin') ?? false)
  const { roles, salesPersonCode } = form.values
  const agents = useAgentChoices(salesPersonCode)
  return (
    <FormSection title={t('panel.user.roles')}>
      <Checkbox.Group
        label={t('panel.user.rolesLabel')}
        description={isSelf ? t('panel.user.ownRoles') : undefined}
        withAsterisk
        error={form.errorOf('roles')}
        value={roles}
        onChange={(chosen) => form.set('roles', chosen)}
        style={{ gridColumn: '1 / -1' }}
      >
        <Stack gap="sm" mt="xs">
          {allRoles.map((role) => {
            const isForAdmins = role === 'admin' && !isAdmin
            return (
              <Checkbox
                key={role}
                value={role}
                // Focused when the choice is wrong; the admin box may be disabled.
                data-path={role === 'sp' ? 'roles' : undefined}
                label={t(`role.${role}`)}
                description={`${t(`panel.user.meaning.${role}`)}${isForAdmins ? ` ${t('panel.user.onlyAdmins')}` : ''}`}
                disabled={isSelf || isForAdmins}
              />
            )
          })}
        </Stack>
      </Checkbox.Group>
      {roles.length > 1 && <PrimaryRole roles={roles} onChange={(first) => form.set('roles', first)} />}
      {roles.includes('sp') && (
        <Select
          label={t('panel.agentEdit')}
          searchable
          clearable
          limit={60}
          nothingFoundMessage={t('list.nothingFound')}
          data={agents}
          {...form.choice('salesPersonCode')}
          required
        />
      )}
      {roles.includes('customer') && <AccountSelect {...form.choice('currAccCode')} />}
    </FormSection>
  )
}

type PrimaryRoleProps = { roles: Role[]; onChange: (roles: Role[]) => void }

/** With several roles, the first decides what the user can access. */
function PrimaryRole({ roles, onChange }: PrimaryRoleProps) {
  const id = useId()
  return (
    <Input.Wrapper
      labelElement="div"
      label={t('panel.user.actsFirst')}
      description={t('panel.user.actsFirstHint')}
      labelProps={{ id }}
      style={{ gridColumn: '1 / -1' }}
    >
      <div>
        <SegmentedControl<Role>
          aria-labelledby={id}
          mt={6}
          value={roles[0] ?? 'admin'}
          onChange={(first) => onChange([first, ...roles.filter((role) => role !== first)])}
          data={allRoles
            .filter((role) => roles.includes(role))
            .map((role) => ({ value: role, label: t(`role.${role}`) }))}
        />
      </div>
    </Input.Wrapper>
  )
}
