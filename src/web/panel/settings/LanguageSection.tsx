import { Checkbox, Group } from '@mantine/core'
import { languageNames } from '#shared/languageNames.ts'
import { languages } from '#shared/tenancy.ts'
import { t } from '#web/i18n.ts'
import { Flag } from '#web/ui/Flag.tsx'
import { FormSection } from '../form/FormSection.tsx'
import classes from './Settings.module.css'
import type { SettingsForm } from './settingsForm.ts'

export function LanguageSection({ form }: { form: SettingsForm }) {
  return (
    <FormSection title={t('panel.settings.languages')} columns={1}>
      <Checkbox.Group
        label={t('panel.settings.languagesOffered')}
        description={t('panel.settings.languagesText')}
        error={form.errorOf('languages')}
        value={form.values.languages}
        // Fixed order, so that unticking and ticking again does not count as a change.
        onChange={(next) =>
          form.set(
            'languages',
            languages.filter((language) => next.includes(language)),
          )
        }
      >
        <div className={classes.languages}>
          {languages.map((language, index) => (
            <Checkbox
              size="md"
              key={language}
              value={language}
              classNames={{ body: classes.choice, label: classes.choiceLabel }}
              // Focused when the choice is wrong.
              {...(index === 0 ? { 'data-path': 'languages' } : {})}
              label={
                <Group gap={8} wrap="nowrap">
                  <Flag language={language} />
                  <span lang={language}>{languageNames[language]}</span>
                </Group>
              }
            />
          ))}
        </div>
      </Checkbox.Group>
    </FormSection>
  )
}
