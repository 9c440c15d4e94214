import { Autocomplete, NumberInput, Select, Stack, Switch } from '@mantine/core'
import { useState } from 'react'
import type { z } from 'zod'
import type { QuantityRuleRow, saveQuantityRule } from '#shared/quantityRules.ts'
import { quantityMeasures, quantityTargets, ruleAudiences } from '#shared/ruleKinds.ts'
import { api, CallFailed } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { notifyDone } from '#web/notify.ts'
import { settings } from '#web/settings.ts'
import { useBrandOptions } from '../catalogue/products/productChoices.ts'
import { usePriceGroups } from '../customers/choices.ts'
import { Dialog } from '../Dialog.tsx'
import { FinderSelect } from '../list/FinderSelect.tsx'
import { useBusy } from '../useBusy.ts'
import { accountFinder, itemFinder, variantFinder } from './finders.ts'

type Input = z.input<typeof saveQuantityRule.input>

/** What is saved of a rule as it is read. */
export function quantityInput(rule: QuantityRuleRow): Input {
  const { id: _id, version: _version, accountName: _account, brandName: _brand, ...named } = rule
  const { itemDescription: _item, variantName: _variant, ...input } = named
  return input
}

const newRule: Input = { audience: 'everybody', target: 'brand', measure: 'pieces' }

type Props = { rule: QuantityRuleRow | undefined; onClose: () => void }

export function QuantityRuleDialog({ rule, onClose }: Props) {
  const [draft, setDraft] = useState<Input>(() => (rule ? quantityInput(rule) : newRule))
  const [failure, setFailure] = useState<CallFailed>()
  const { run, isBusy } = useBusy('quantityRules')
  const set = (change: Partial<Input>) => setDraft((before) => ({ ...before, ...change }))
  const save = async () => {
    const known = rule ? { id: rule.id, version: rule.version } : {}
    const currencyCode =
      draft.measure === 'amount' ? (draft.currencyCode ?? settings.currencyCode) : undefined
    try {
      await api.post('/api/Price/SaveQuantityRule', { ...draft, ...known, currencyCode })
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error
      setFailure(error)
      return
    }
    notifyDone(t('panel.form.saved'))
    onClose()
  }
  const problem = (field: keyof Input) => failure?.fields[field]
  const hasFields = Object.keys(failure?.fields ?? {}).length > 0
  return (
    <Dialog
      title={t(rule ? 'panel.quantity.edit' : 'panel.quantity.add')}
      error={hasFields ? undefined : failure?.message}
      action={{ text: t('panel.form.save'), isOnEnter: true, 'aria-busy': isBusy, onClick: () => run(save) }}
      onClose={onClose}
    >
      <Stack gap="sm">
        <Select
          label={t('panel.price.target')}
          data-autofocus
          allowDeselect={false}
          value={draft.target}
          onChange={(target) => target && set({ target })}
          data={quantityTargets.map((value) => ({ value, label: t(`panel.quantity.target.${value}`) }))}
        />
        <Target draft={draft} set={set} problem={problem} />
        <Select
          label={t('panel.price.audience')}
          allowDeselect={false}
          value={draft.audience}
          onChange={(audience) => audience && set({ audience })}
          data={ruleAudiences.map((value) => ({ value, label: t(`panel.price.audience.${value}`) }))}
        />
        <Audience draft={draft} set={set} problem={problem} />
        <Select
          label={t('panel.quantity.measure')}
          allowDeselect={false}
          value={draft.measure}
          onChange={(measure) => measure && set({ measure })}
          data={quantityMeasures.map((value) => ({
            value,
            label: t(`panel.quantity.measure.${value}`, {
              currency: draft.currencyCode ?? settings.currencyCode,
            }),
          }))}
        />
        {(['minimum', 'multiple', 'maximum'] as const).map((name) => (
          <NumberInput
            key={name}
            label={t(`panel.quantity.${name}`)}
            min={0}
            decimalScale={draft.measure === 'amount' ? 2 : 0}
            hideControls
            value={draft[name] ?? ''}
            error={problem(name)}
            onChange={(value) => set({ [name]: value === '' ? undefined : Number(value) })}
          />
        ))}
        <Switch
          label={t('panel.quantity.mayOverride')}
          checked={draft.mayOverride ?? false}
          onChange={({ currentTarget }) => set({ mayOverride: currentTarget.checked })}
        />
        <Switch
          label={t('panel.price.isActive')}
          checked={draft.isActive ?? true}
          onChange={({ currentTarget }) => set({ isActive: currentTarget.checked })}
        />
      </Stack>
    </Dialog>
  )
}

type PartProps = {
  draft: Input
  set: (change: Partial<Input>) => void
  problem: (field: keyof Input) => string | undefined
}

function Target({ draft: { target, brandId, itemCode, productId }, set, problem }: PartProps) {
  const brands = useBrandOptions()
  if (target === 'brand')
    return (
      <Select
        label={t('product.brand')}
        searchable
        required
        data={brands}
        value={brandId ?? null}
        error={problem('brandId')}
        onChange={(chosen) => set({ brandId: chosen ?? undefined })}
      />
    )
  if (target === 'item')
    return (
      <FinderSelect
        finder={itemFinder}
        label={t('panel.price.item')}
        required
        value={itemCode ?? null}
        error={problem('itemCode')}
        onChange={(chosen) => set({ itemCode: chosen ?? undefined })}
      />
    )
  if (target === 'variant')
    return (
      <FinderSelect
        finder={variantFinder}
        label={t('panel.quantity.target.variant')}
        required
        value={productId ?? null}
        error={problem('productId')}
        onChange={(chosen) => set({ productId: chosen ?? undefined })}
      />
    )
  return null
}

function Audience({ draft: { audience, priceGroup, currAccCode }, set, problem }: PartProps) {
  const groups = usePriceGroups()
  if (audience === 'priceGroup')
    return (
      <Autocomplete
        label={t('panel.customer.priceGroup')}
        required
        data={groups}
        value={priceGroup ?? ''}
        error={problem('priceGroup')}
        onChange={(chosen) => set({ priceGroup: chosen })}
      />
    )
  if (audience === 'account')
    return (
      <FinderSelect
        finder={accountFinder}
        label={t('order.customer')}
        required
        value={currAccCode ?? null}
        error={problem('currAccCode')}
        onChange={(chosen) => set({ currAccCode: chosen ?? undefined })}
      />
    )
  return null
}
