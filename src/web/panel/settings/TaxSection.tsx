import { Input, SegmentedControl, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { taxRoundings } from '#shared/pricing/tax.ts'
import { t } from '#web/i18n.ts'
import { NumberField } from '#web/ui/NumberField.tsx'
import { FormSection } from '../form/FormPage.tsx'
import { Hint } from '../Hint.tsx'
import { IconAction, IconButton } from '../IconButton.tsx'
import { MoveButtons } from '../MoveButtons.tsx'
import type { SettingsForm } from './sections.tsx'
import classes from './TaxSection.module.css'

const maxRates = 20

/** The table of rates, the first of which is the default, and how VAT is rounded. */
export function TaxSection({ form }: { form: SettingsForm }) {
  const { taxRates } = form.values
  return (
    <FormSection title={t('panel.settings.tax')} description={t('panel.settings.taxText')} columns={1}>
      <Input.Wrapper
        label={t('panel.settings.taxRates')}
        labelElement="div"
        description={t('panel.settings.taxRatesText')}
        error={form.errorOf('taxRates')}
        errorProps={{ role: 'alert' }}
        inputWrapperOrder={['label', 'description', 'input', 'error']}
      >
        <ol className={classes.rates}>
          {taxRates.map(({ code }, index) => (
            <Rate
              // A new rate has no code yet.
              // oxlint-disable-next-line react/no-array-index-key
              key={index}
              form={form}
              index={index}
              code={code || String(index + 1)}
            />
          ))}
        </ol>
        {taxRates.length < maxRates && (
          <IconButton
            Icon={IconPlus}
            data-path="taxRates"
            onClick={() => form.add('taxRates', { code: '', name: '', percent: 0 })}
          >
            {t('panel.settings.taxRateAdd')}
          </IconButton>
        )}
      </Input.Wrapper>
      {taxRates.length > 0 && (
        <Input.Wrapper label={t('panel.settings.taxRounding')} labelElement="div">
          <SegmentedControl
            display="flex"
            w="fit-content"
            maw="100%"
            aria-label={t('panel.settings.taxRounding')}
            value={form.values.taxRounding ?? 'line'}
            onChange={(value) => form.set('taxRounding', taxRoundings.find((one) => one === value) ?? 'line')}
            data={taxRoundings.map((value) => ({ value, label: t(`panel.settings.taxRounding.${value}`) }))}
          />
          <Hint mt={6}>{t('panel.settings.taxRoundingText')}</Hint>
        </Input.Wrapper>
      )}
    </FormSection>
  )
}

function Rate({ form, index, code }: { form: SettingsForm; index: number; code: string }) {
  const path = `taxRates.${index}` as const
  return (
    <li className={classes.rate}>
      <TextInput
        className={classes.code}
        label={t('panel.settings.taxRateCode')}
        autoComplete="off"
        dir="ltr"
        {...form.text(`${path}.code`)}
      />
      <NumberField
        kind="percent"
        className={classes.percent}
        label={t('panel.settings.taxRatePercent')}
        {...form.number(`${path}.percent`)}
      />
      <TextInput
        className={classes.name}
        label={t('panel.settings.taxRateName')}
        autoComplete="off"
        {...form.text(`${path}.name`)}
      />
      <div className={classes.actions}>
        {index === 0 && <span className="soft">{t('panel.settings.taxRateFirst')}</span>}
        <MoveButtons
          index={index}
          isLast={index === form.values.taxRates.length - 1}
          label={(direction) =>
            t(direction === 'up' ? 'panel.branch.moveUp' : 'panel.branch.moveDown', { name: code })
          }
          onMove={(to) => form.move('taxRates', index, to)}
        />
        <IconAction
          Icon={IconTrash}
          color="red"
          label={t('panel.settings.taxRateRemove', { code })}
          onClick={() => form.remove('taxRates', index)}
        />
      </div>
    </li>
  )
}
