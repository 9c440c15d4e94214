import { Button, Group, Switch } from '@mantine/core'
import { IconPlugConnected } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { t } from '#web/i18n.ts'
import { FormPage } from '../form/FormPage.tsx'
import { FormSection } from '../form/FormSection.tsx'
import { LoadAgain } from '../form/LoadAgain.tsx'
import type { RecordForm } from '../form/useRecordForm.ts'
import { ProductCodeSection } from './ProductCodeSection.tsx'
import { ScheduleSection } from './ScheduleSection.tsx'
import type { CommonForm, SetupProps } from './setupForm.ts'
import { TestResult } from './TestResult.tsx'
import { TransferOff } from './TransferOff.tsx'
import type { ErpTest } from './useErpTest.ts'

type Link = {
  form: RecordForm & Omit<CommonForm, 'setValue'> & { set: CommonForm['setValue'] }
  test: ErpTest
  runTest: () => void
  isStale: boolean
}
type Props = Pick<SetupProps, 'isShown' | 'loadAgain'> & {
  link: Link
  result?: ReactNode
  /** False if the kind cannot fetch. */
  hasSchedule?: boolean
  children: ReactNode
}

/** Common parts of all kinds' forms; `children` are the kind's own. */
export function SetupFrame(props: Props) {
  const { isShown, loadAgain, link, result, hasSchedule = true, children } = props
  const { form, test, runTest, isStale } = link
  return (
    <FormPage
      title={t('panel.erp.setupTitle')}
      // Ctrl+S must not save a hidden form.
      form={{ ...form, submit: () => (isShown ? form.submit() : undefined) }}
    >
      {isStale && <LoadAgain load={loadAgain} />}
      <TransferOff />
      {children}
      <FormSection title={t('panel.erp.automatic')} columns={1}>
        <Switch
          label={t('panel.erp.isAutomatic')}
          description={t('panel.erp.isAutomaticText')}
          {...form.flag('isAutomatic')}
        />
      </FormSection>
      <ProductCodeSection form={{ ...form, setValue: form.set }} isShown={isShown} />
      {hasSchedule && <ScheduleSection form={form} />}
      <FormSection title={t('panel.erp.tryIt')} description={t('panel.erp.tryItText')} columns={1}>
        <Group>
          <Button
            variant="default"
            leftSection={<IconPlugConnected size={18} aria-hidden />}
            aria-busy={test.isTesting}
            onClick={() => runTest()}
          >
            {t('panel.erp.test')}
          </Button>
        </Group>
        {result ?? <TestResult test={test} />}
      </FormSection>
    </FormPage>
  )
}
