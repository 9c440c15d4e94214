import { Button, type ButtonProps } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { t } from '#web/i18n.ts'
import { Empty } from '#web/ui/Empty.tsx'

/** Instead of a tab's content, until a link is set up. */
export function NoLink() {
  return (
    <Empty title={t('panel.erp.none')}>
      <p>{t('panel.erp.noneText')}</p>
      <SetupLink>{t('panel.erp.setUp')}</SetupLink>
    </Empty>
  )
}

export const SetupLink = (props: ButtonProps) => (
  <Button
    {...props}
    renderRoot={(root) => <Link to="/erp/index" search={{ tab: 'setup' } as never} {...root} />}
  />
)
