import {
  Checkbox,
  Input,
  PasswordInput,
  type PasswordInputProps,
  SegmentedControl,
  Select,
  Stack,
  Text,
  VisuallyHidden,
} from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { openTo, type Page, type Permissions, pageIds, pages, panelTree } from '#shared/pages.ts'
import { userFields } from '#shared/records/userFields.ts'
import { actions, areas, officeTasks, type Task } from '#shared/users/officeTasks.ts'
import { roles as allRoles, type Role } from '#shared/users/roles.ts'
import { t } from '#web/i18n.ts'
import { useSession } from '#web/session.ts'
import { useAgentChoices } from '../customers/choices.ts'
import { FormSection } from '../form/FormPage.tsx'
import { RecordFields } from '../form/RecordFields.tsx'
import { Hint } from '../Hint.tsx'
import { AccountSelect } from './AccountSelect.tsx'
import classes from './PermissionFields.module.css'
import { hasPage, hasTask, withPage, withTask } from './permissions.ts'
import type { UserForm } from './userDraft.ts'

type Props = {
  form: UserForm
  isNew: boolean
  /** Users cannot change their own permissions. */
  isSelf: boolean
  isReadOnly?: boolean
}

export function UserFields({ form, isNew, isSelf, isReadOnly = false }: Props) {
  return (
    <>
      <FormSection title={t('panel.user.person')}>
        <RecordFields
          form={form}
          fields={userFields}
          names={['username', 'email', 'firstName', 'lastName', 'phone']}
          but={isSelf ? { email: { description: t('panel.user.ownEmail'), disabled: true } } : {}}
        />
      </FormSection>
      <FormSection title={t('panel.user.signIn')}>
        {isSelf && <OwnPassword />}
        {!isSelf && !isReadOnly && <Passwords form={form} isNew={isNew} />}
        <RecordFields
          form={form}
          fields={userFields}
          names={['isActive', 'emailVerification']}
          but={{ isActive: { disabled: isSelf } }}
        />
      </FormSection>
      <RoleFields form={form} isSelf={isSelf} />
      <PermissionFields form={form} isSelf={isSelf} />
    </>
  )
}

function Passwords({ form, isNew }: { form: UserForm; isNew: boolean }) {
  const [isVisible, { toggle }] = useDisclosure(false)
  const common = {
    autoComplete: 'new-password',
    maxLength: 1000,
    visible: isVisible,
    onVisibilityChange: toggle,
    visibilityToggleFocusable: true,
    // Rules below, so that both inputs align.
    inputWrapperOrder: ['label', 'input', 'error', 'description'],
  } satisfies PasswordInputProps
  return (
    <>
      <PasswordInput
        label={t(isNew ? 'login.password' : 'panel.user.newPassword')}
        description={`${isNew ? '' : `${t('panel.user.newPasswordHint')} `}${t('panel.user.passwordHint')}`}
        {...common}
        {...form.text('password')}
      />
      <PasswordInput
        label={t('panel.user.passwordRepeat')}
        {...common}
        {...form.text('passwordConfirm')}
        required={isNew}
      />
    </>
  )
}

/** Users change their own password with the old one. */
function OwnPassword() {
  return (
    <Text size="sm" style={{ gridColumn: '1 / -1' }}>
      {t('panel.user.ownPassword')} <Link to="/user/sifre-degistir">{t('panel.password')}</Link>
    </Text>
  )
}

function RoleFields({ form, isSelf }: Pick<Props, 'form' | 'isSelf'>) {
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

type PermissionFieldsProps = { form: UserForm; isSelf: boolean }

function PermissionFields({ form, isSelf }: PermissionFieldsProps) {
  const currentUser = useSession((session) => session.user)
  const isAdmin = currentUser?.roles.includes('admin') ?? false
  const hint = isSelf ? t('panel.user.ownRoles') : t('panel.user.giveOwn')
  return (
    <FormSection
      title={t('panel.user.permissions')}
      description={t('panel.user.permissionsHint')}
      columns={1}
    >
      {form.values.roles.includes('admin') ? (
        <Text>{t('panel.user.adminMayAll')}</Text>
      ) : (
        <>
          {!isAdmin && <Hint>{hint}</Hint>}
          <Pages
            form={form}
            mayGive={(pageId) => isAdmin || (!isSelf && hasPage(currentUser ?? noPermissions, pageId))}
          />
          <Tasks
            form={form}
            mayGive={(task) => isAdmin || (!isSelf && hasTask(currentUser ?? noPermissions, task))}
          />
        </>
      )}
      <OpenPagesSummary form={form} />
    </FormSection>
  )
}

const noPermissions = { pageAuths: [], auths: [] }

function Pages({ form, mayGive }: { form: UserForm; mayGive: (pageId: number) => boolean }) {
  const { pageAuths } = form.values
  return (
    <table className={classes.pages}>
      <thead>
        <tr>
          <th scope="col">{t('panel.user.area')}</th>
          {actions.map((action) => (
            <th key={action} scope="col">
              {t(`panel.user.action.${action}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {areas.map((area) => (
          <tr key={area}>
            <th scope="row">{t(pages[area].title)}</th>
            {actions.map((action) => {
              const pageId = pageIds[area][action]
              return (
                <td key={action}>
                  <Checkbox
                    // The label covers the whole cell, so all of it can be clicked.
                    classNames={{ inner: classes.box, label: classes.press }}
                    label={
                      <VisuallyHidden>
                        {t(pages[area].title)}: {t(`panel.user.action.${action}`)}
                      </VisuallyHidden>
                    }
                    checked={hasPage({ pageAuths }, pageId)}
                    disabled={!mayGive(pageId)}
                    onChange={(event) =>
                      form.set('pageAuths', withPage(pageAuths, pageId, event.currentTarget.checked))
                    }
                  />
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Tasks({ form, mayGive }: { form: UserForm; mayGive: (task: Task) => boolean }) {
  const { auths } = form.values
  return (
    <Stack component="fieldset" className={classes.tasks} gap="sm">
      <Text component="legend" size="sm" fw={600}>
        {t('panel.user.tasks')}
      </Text>
      {officeTasks.map((task) => (
        <Checkbox
          key={task.name}
          label={t(task.name)}
          description={t(task.text)}
          checked={hasTask({ auths }, task)}
          disabled={!mayGive(task)}
          onChange={(event) => form.set('auths', withTask(auths, task, event.currentTarget.checked))}
        />
      ))}
    </Stack>
  )
}

/** Derived from the table that menu and server use. */
function OpenPagesSummary({ form }: { form: UserForm }) {
  const { roles, auths, pageAuths } = form.values
  return (
    <div className={classes.mayOpen} role="status">
      {roles.length === 0 ? (
        t('panel.user.mayOpenNothing')
      ) : (
        <>
          <b>{t('panel.user.mayOpen')}</b>{' '}
          <span>{openPageNames({ roles, auths, pageAuths }).join(' · ')}</span>
        </>
      )}
    </div>
  )
}

/** Names of the panel pages a user may open: menu entries and the pages in {@link assignablePages}. */
function openPageNames(user: Permissions): string[] {
  const namesOf = (tree: readonly Page[]): string[] =>
    tree.flatMap((page) => {
      if (page.children) return namesOf(page.children)
      if (!page.hidden) return [t(page.title)]
      const label = assignablePages.get(page.pageId ?? 0)
      return label ? [label()] : []
    })
  return [...new Set(namesOf(openTo(panelTree, user)))]
}

/** Pages outside the menu that can be granted, e.g. 'Users: change'. */
const assignablePages = new Map(
  areas.flatMap((area) =>
    actions.map((action) => [
      pageIds[area][action] as number,
      () => `${t(pages[area].title)}: ${t(`panel.user.action.${action}`)}`,
    ]),
  ),
)
