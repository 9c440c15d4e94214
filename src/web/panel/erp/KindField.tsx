import { Select } from '@mantine/core'
import { programNames } from '#shared/erp/programNames.ts'
import { type LinkedKind, linkedKinds } from '#shared/erp/settings.ts'
import { t } from '#web/i18n.ts'

const names: Record<LinkedKind, string> = {
  http: t('panel.erp.kind.http'),
  tryton: programNames.tryton,
  nebim: programNames.nebim,
  odoo: programNames.odoo,
  agent: t('panel.erp.kind.agent'),
  files: t('panel.erp.kind.files'),
}

type Props = { kind: LinkedKind; onChange: (kind: LinkedKind) => void }

export function KindField({ kind, onChange }: Props) {
  return (
    <Select<LinkedKind>
      label={t('panel.erp.kind')}
      description={t('panel.erp.kindText')}
      allowDeselect={false}
      data={linkedKinds.map((value) => ({ value, label: names[value] }))}
      value={kind}
      onChange={(next) => {
        if (next && next !== kind) onChange(next)
      }}
    />
  )
}
