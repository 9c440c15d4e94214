import { Checkbox, Stack, Text, VisuallyHidden } from '@mantine/core'
import { actions, areas, officeTasks, type Task } from '#shared/officeTasks.ts'
import { pageIds, pages } from '#shared/pages.ts'
import { t } from '#web/i18n.ts'
import { useSession } from '#web/session.ts'
import { FormSection } from '../form/FormSection.tsx'
import { openPageNames } from './openPages.ts'
import classes from './PermissionFields.module.css'
import { hasPage, hasTask, withPage, withTask } from './permissions.ts'
import type { UserForm } from './userDraft.ts'

type Props = { form: UserForm; isSelf: boolean }

export function PermissionFields({ form, isSelf }: Props) {
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
          {!isAdmin && (
            <Text size="sm" c="var(--ink-soft)">
              {hint}
            </Text>
          )}
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
