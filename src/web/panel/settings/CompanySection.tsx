import { Text } from '@mantine/core'
import type { TenantSettings } from '#shared/tenancy.ts'
import { t } from '#web/i18n.ts'
import { FormSection } from '../form/FormSection.tsx'
import { TextFields } from '../form/TextFields.tsx'
import { LogoField } from './LogoField.tsx'
import classes from './Settings.module.css'
import type { SettingsForm } from './settingsForm.ts'

type Props = { form: SettingsForm; stored: TenantSettings; onLogo: (logo: string) => void }

/** Hosts and key can only be changed by the operator. */
export function CompanySection({ form, stored, onLogo }: Props) {
  return (
    <FormSection title={t('panel.settings.company')}>
      <TextFields
        form={form}
        fields={[
          {
            path: 'displayName',
            label: t('panel.settings.displayName'),
            description: t('panel.settings.displayNameText'),
          },
          {
            path: 'address',
            label: t('panel.settings.address'),
            description: t('panel.settings.addressText'),
          },
          { path: 'taxOffice', label: t('panel.customer.taxOffice') },
          { path: 'taxNumber', label: t('panel.customer.taxNumber'), dir: 'ltr' },
          { path: 'phone', label: t('panel.person.phone'), type: 'tel', dir: 'ltr' },
        ]}
      />
      <LogoField logo={stored.logo} onChange={onLogo} />
      <div>
        <dl className={classes.facts}>
          <div>
            <dt>{t('panel.settings.hosts')}</dt>
            <dd>
              {stored.hosts.length === 0 ? '–' : stored.hosts.map((host) => <bdi key={host}>{host}</bdi>)}
            </dd>
          </div>
          <div>
            <dt>{t('panel.settings.key')}</dt>
            <dd>
              <bdi>{stored.customerKey}</bdi>
            </dd>
          </div>
        </dl>
        <Text size="xs" c="var(--ink-soft)" mt={4}>
          {t('panel.settings.hostsText')}
        </Text>
      </div>
    </FormSection>
  )
}
