import { Checkbox, Group } from '@mantine/core'
import { languageNames } from '#shared/languageNames.ts'
import { languages } from '#shared/tenancy.ts'
import { t } from '#web/i18n.ts'
import { Flag } from '#web/ui/Flag.tsx'
import { FormSection } from '../form/FormSection.tsx'
import classes from './Settings.module.css'
import type { SettingsForm } from './settingsForm.ts'

/** Which languages people can choose. */
export function LanguageSection({ form }: { form: SettingsForm }) {
  return (
    <FormSection title={t('panel.settings.languages')} columns={1}>
      <Checkbox.Group
        label={t('panel.settings.languagesOffered')}
        description={t('panel.settings.languagesText')}
        error={form.errorOf('languages')}
        value={form.values.languages}
        // In one order, so that what has been taken and given again is no change.
        onChange={(next) =>
          form.set(
            'languages',
            languages.filter((one) => next.includes(one)),
          )
        }
      >
        <div className={classes.languages}>
          {languages.map((one, index) => (
            <Checkbox
              size="md"
              key={one}
              value={one}
              classNames={{ body: classes.choice, label: classes.choiceLabel }}
              // What is wrong with the choice is said to whoever stands on the first.
              {...(index === 0 ? { 'data-path': 'languages' } : {})}
              label={
                <Group gap={8} wrap="nowrap">
                  <Flag language={one} />
                  <span lang={one}>{languageNames[one]}</span>
                </Group>
              }
            />
          ))}
        </div>
      </Checkbox.Group>
    </FormSection>
  )
}
