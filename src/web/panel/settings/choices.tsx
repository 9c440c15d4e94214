import { Checkbox, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { languageNames } from '#shared/languageNames.ts'
import { roles } from '#shared/roles.ts'
import { type Language, languages } from '#shared/tenancy.ts'
import { t } from '#web/i18n.ts'
import { useSession } from '#web/session.ts'
import { Flag } from '#web/ui/Flag.tsx'
import { FormSection } from '../form/FormSection.tsx'
import classes from './Settings.module.css'
import type { SettingsForm } from './settingsForm.ts'

type Props = { form: SettingsForm }

export function LanguageSection({ form }: Props) {
  return (
    <FormSection title={t('panel.settings.languages')} columns={1}>
      <Choices
        form={form}
        path="languages"
        options={languages}
        label={t('panel.settings.languagesOffered')}
        description={t('panel.settings.languagesText')}
        className={classes.languages}
        nameOf={languageName}
      />
    </FormSection>
  )
}

const languageName = (language: Language) => (
  <Group gap={8} wrap="nowrap">
    <Flag language={language} />
    <span lang={language}>{languageNames[language]}</span>
  </Group>
)

/** Admins only, as on the server: other editors of settings could exempt themselves. */
export function SecuritySection({ form }: Props) {
  const isAdmin = useSession((session) => session.user?.roles.includes('admin') ?? false)
  const text = t('panel.settings.totpRolesText')
  return (
    <FormSection title={t('panel.settings.security')} columns={1}>
      <Choices
        form={form}
        path="totpRoles"
        options={roles}
        label={t('panel.settings.totpRoles')}
        description={isAdmin ? text : `${text} ${t('panel.settings.totpRolesAdmins')}`}
        className={classes.choices}
        isDisabled={!isAdmin}
        nameOf={(role) => t(`role.${role}`)}
      />
    </FormSection>
  )
}

type Path = 'languages' | 'totpRoles'
type ChoicesProps<Value extends string> = Props & {
  path: Path
  options: readonly Value[]
  label: string
  description: string
  className: string | undefined
  isDisabled?: boolean
  nameOf: (value: Value) => ReactNode
}

function Choices<Value extends string>(props: ChoicesProps<Value>) {
  const { form, path, options, label, description, className, isDisabled = false, nameOf } = props
  return (
    <Checkbox.Group
      label={label}
      description={description}
      error={form.errorOf(path)}
      value={form.values[path]}
      // Fixed order, so that unticking and ticking again does not count as a change.
      onChange={(next) => form.set(path, options.filter((option) => next.includes(option as never)) as never)}
    >
      <div className={className}>
        {options.map((option, index) => (
          <Checkbox
            size="md"
            key={option}
            value={option}
            classNames={{ body: classes.choice, label: classes.choiceLabel }}
            disabled={isDisabled}
            label={nameOf(option)}
            // Focused when the choice is wrong.
            {...(index === 0 ? { 'data-path': path } : {})}
          />
        ))}
      </div>
    </Checkbox.Group>
  )
}
