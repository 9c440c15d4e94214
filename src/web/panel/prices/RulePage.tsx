import { Button, MultiSelect, Select, Text, TextInput } from '@mantine/core'
import { IconHistory, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { readPercents } from '#shared/numbers/percents.ts'
import { pages } from '#shared/pages.ts'
import { type PriceRuleRow, savePriceRule } from '#shared/pricing/priceRules.ts'
import type { RuleBasis, RuleEffect } from '#shared/pricing/ruleKinds.ts'
import { maxOtherIds, priceRuleFields } from '#shared/records/priceRuleFields.ts'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { priceVoice } from '#web/priceVoice.ts'
import { queryClient } from '#web/queryClient.ts'
import { isUnread, NumberField } from '#web/ui/NumberField.tsx'
import { useBrandOptions, useCategoryOptions } from '../catalogue/products/productChoices.ts'
import { TextLanguages } from '../catalogue/texts/TextLanguages.tsx'
import { CurrencyField } from '../customers/CurrencyField.tsx'
import { FormPage, FormSection } from '../form/FormPage.tsx'
import { RecordFields } from '../form/RecordFields.tsx'
import { useRecordForm } from '../form/useRecordForm.ts'
import { useRecordQuery } from '../form/useRecordQuery.ts'
import { useStoredForm } from '../form/useStoredForm.ts'
import { IconAction } from '../IconButton.tsx'
import { RecordPage } from '../Loaded.tsx'
import { PageButton } from '../PageButton.tsx'
import type { BackLink } from '../PageHead.tsx'
import { refetch } from '../refetch.ts'
import { usePageNavigate, usePageParams, usePageSearch, usePageTitle } from '../shell/pageAddress.ts'
import { useCall } from '../useCall.ts'
import classes from './RulePage.module.css'
import { AudienceFields, Choice, TargetFields } from './RuleScope.tsx'
import { RuleWarnings } from './RuleWarnings.tsx'
import { copyOf, draftOf, newRule, type RuleDraft, type RuleForm, saveRule } from './ruleDraft.ts'

const rulesLink: BackLink = { to: '/fiyatlar/index', label: t('panel.priceRules') }

/** With `from`, the id of a rule, as a copy of it. */
export function RuleCreatePage() {
  const { from } = usePageSearch()
  if (typeof from !== 'string') return <RuleCreator initial={newRule()} />
  return <RuleCopier from={from} />
}

function RuleCopier({ from }: { from: string }) {
  const copied = useRecordQuery(['priceRule', from], (options) => getRule(from, options))
  return (
    <RecordPage title={t('panel.priceRuleCreate')} back={rulesLink} query={copied} height={600}>
      {(rule) => <RuleCreator initial={copyOf(rule)} />}
    </RecordPage>
  )
}

function RuleCreator({ initial }: { initial: RuleDraft }) {
  const navigate = usePageNavigate()
  const form = useRecordForm({
    schema: savePriceRule.input,
    initial,
    isNew: true,
    save: saveRule,
    savedText: t('panel.price.added'),
    onSaved: ({ id }) => {
      void refetch('priceRules')
      void navigate({ to: '/fiyatlar/edit/$id', params: { id }, replace: true })
    },
  })
  return (
    <FormPage
      title={t('panel.priceRuleCreate')}
      form={form}
      back={rulesLink}
      onNext={() => {
        void refetch('priceRules')
        form.restart(newRule())
        form.focusFirst()
      }}
    >
      <RuleFields form={form} />
    </FormPage>
  )
}

const getRule = (id: string, options?: { signal: AbortSignal }) =>
  api.get('/api/Price/GetPriceRule', { id }, options)

export function RuleEditPage() {
  const { id = '' } = usePageParams()
  const rule = useRecordQuery(['priceRule', id], (options) => getRule(id, options))
  usePageTitle(rule.data?.name)
  return (
    <RecordPage title={t('panel.priceRuleEdit')} back={rulesLink} query={rule} height={600}>
      {(stored) => <RuleEditor key={stored.id} stored={stored} />}
    </RecordPage>
  )
}

function RuleEditor({ stored }: { stored: PriceRuleRow }) {
  const { id } = stored
  const form = useStoredForm({
    schema: savePriceRule.input,
    stored,
    draftOf,
    save: (values, version) => saveRule({ ...values, id, version }),
    load: () => getRule(id),
    onSaved: () => {
      void queryClient.invalidateQueries({ queryKey: ['priceRule', id], refetchType: 'none' })
      void refetch('priceRules')
    },
  })
  return (
    <FormPage
      title={stored.name}
      form={form}
      back={rulesLink}
      actions={
        <PageButton
          page={pages.changes}
          link={{ search: { subject: 'priceRule', subjectId: id } as never }}
          Icon={IconHistory}
        />
      }
    >
      <RuleWarnings id={id} version={form.current.version} />
      <RuleFields form={form} />
    </FormPage>
  )
}

function RuleFields({ form }: { form: RuleForm }) {
  return (
    <>
      <FormSection title={t('panel.priceRuleEdit')}>
        <RecordFields
          form={form}
          fields={priceRuleFields}
          names={['name', 'code', 'validFrom', 'validUntil', 'isActive']}
          but={{ name: { rightSection: <TextLanguages kind="rule" source={form.values.name ?? ''} /> } }}
        />
      </FormSection>
      <FormSection title={t('panel.price.audience')}>
        <AudienceFields form={form} />
      </FormSection>
      <FormSection title={t('panel.price.target')}>
        <Target form={form} />
      </FormSection>
      <FormSection title={t('panel.price.effect')} columns={1}>
        <Effect form={form} />
      </FormSection>
      <FormSection title={t('panel.price.others')} columns={1}>
        <RecordFields form={form} fields={priceRuleFields} names={['endsOthers']} />
      </FormSection>
    </>
  )
}

function Target({ form }: { form: RuleForm }) {
  const { target, itemCode } = form.values
  const [brands, categories] = [useBrandOptions(), useCategoryOptions()]
  const ofBrands = <Several form={form} path="brandId" label={t('panel.price.brands')} data={brands} />
  return (
    <TargetFields
      form={form}
      field={priceRuleFields.target}
      ofBrands={ofBrands}
      // Those of brands are no categories.
      onTarget={() => form.set('otherIds', [])}
    >
      {target === 'category' && (
        <Several form={form} path="categoryId" label={t('panel.price.categories')} data={categories} />
      )}
      {target === 'product' && <ColorSelect form={form} itemCode={itemCode ?? ''} />}
    </TargetFields>
  )
}

type SeveralProps = {
  form: RuleForm
  path: 'brandId' | 'categoryId'
  label: string
  data: { value: string; label: string }[]
}

/** One or several brands or categories; the first has a field of its own. */
function Several({ form, path, label, data }: SeveralProps) {
  const { otherIds, ...values } = form.values
  const first = values[path]
  return (
    <MultiSelect
      label={label}
      searchable
      required
      nothingFoundMessage={t('list.nothingFound')}
      data={data}
      maxValues={1 + maxOtherIds}
      data-path={path}
      value={first ? [first, ...otherIds] : []}
      error={form.errorOf(path)}
      onChange={([chosen, ...others]) => {
        form.set(path, chosen)
        form.set('otherIds', others)
      }}
    />
  )
}

function ColorSelect({ form, itemCode }: { form: RuleForm; itemCode: string }) {
  const colors = useCall(
    ['itemColors', itemCode],
    (options) => api.post('/api/Shop/GetProducts', { search: itemCode, limit: 200 }, options),
    { enabled: itemCode !== '' },
  )
  const options = (colors.data?.items ?? [])
    .filter((one) => one.itemCode === itemCode)
    .map(({ colorCode, colorDescription }) => ({
      value: colorCode,
      label: `${colorDescription} ${colorCode}`,
    }))
  return <Select label={t('product.color')} searchable data={options} {...form.choice('colorCode')} />
}

function Effect({ form }: { form: RuleForm }) {
  const { effect, basis, tiers } = form.values
  const needsCurrency = effect !== 'percent' || basis === 'orderAmount'
  return (
    <>
      <Choice
        field={priceRuleFields.effect}
        value={effect}
        onChange={(value: RuleEffect) => {
          form.set('effect', value)
          // What could not be read has no field any more.
          form.set(
            'tiers',
            tiers.map(({ amount, ...tier }) => (isUnread(amount) ? tier : { ...tier, amount })),
          )
        }}
      />
      <Choice
        field={priceRuleFields.basis}
        value={basis}
        onChange={(value: RuleBasis) => {
          form.set('basis', value)
          // No tier begins with nothing.
          const from = value === 'none' ? 0 : tiers[0]?.from || ('' as never)
          form.set('tiers', [{ ...tiers[0], from }, ...(value === 'none' ? [] : tiers.slice(1))])
        }}
      />
      {needsCurrency && <CurrencyField form={form} description={t('panel.price.currencyText')} />}
      <div className={classes.tiers}>
        {tiers.map((_, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- tiers have no other name
          <Tier key={index} form={form} index={index} />
        ))}
      </div>
      {basis !== 'none' && (
        <Button
          variant="default"
          leftSection={<IconPlus size={18} aria-hidden />}
          style={{ justifySelf: 'start' }}
          onClick={() => form.add('tiers', { from: '' as never })}
        >
          {t('panel.price.addTier')}
        </Button>
      )}
    </>
  )
}

function Tier({ form, index }: { form: RuleForm; index: number }) {
  const { effect, basis, tiers, currencyCode } = form.values
  return (
    <div className={classes.tier}>
      {basis !== 'none' && (
        <NumberField
          kind={basis === 'orderAmount' ? 'amount' : 'whole'}
          label={t(basis === 'orderAmount' ? 'panel.price.fromAmount' : 'panel.price.fromPieces')}
          {...form.number(`tiers.${index}.from`)}
        />
      )}
      {effect === 'percent' ? (
        <PercentsField form={form} index={index} />
      ) : (
        <NumberField
          kind="amount"
          label={t(effect === 'fixed' ? 'panel.price.fixedPrice' : 'panel.price.off')}
          rightSection={<Text size="sm">{currencyCode}</Text>}
          rightSectionWidth={52}
          {...form.number(`tiers.${index}.amount`)}
          required
        />
      )}
      {tiers.length > 1 && (
        <IconAction
          Icon={IconTrash}
          mt={24}
          label={t('panel.price.removeTier', { number: index + 1 })}
          onClick={() => form.remove('tiers', index)}
        />
      )}
    </div>
  )
}

/** Typed as 20+5; kept as typed until it can be read. */
function PercentsField({ form, index }: { form: RuleForm; index: number }) {
  const percents = form.values.tiers[index]?.percents
  const [typed, setTyped] = useState<string>()
  const path = `tiers.${index}.percents` as const
  const stored = percents?.map(priceVoice.number).join('+') ?? ''
  const isWrong = typed !== undefined && typed !== '' && readPercents(typed) === undefined
  return (
    <TextInput
      label={t('panel.price.percents')}
      required
      autoComplete="off"
      placeholder="20+5"
      data-path={path}
      value={typed ?? stored}
      error={isWrong ? t('panel.price.percentsInvalid') : form.errorOf(path)}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value)
        form.set(path, readPercents(currentTarget.value))
      }}
      onBlur={() => !isWrong && setTyped(undefined)}
    />
  )
}
