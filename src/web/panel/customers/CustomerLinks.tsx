import { Button, Group, Text } from '@mantine/core'
import { IconClipboardList, IconEyeOff, IconHistory, IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Account } from '#shared/customers.ts'
import { pages } from '#shared/pages.ts'
import { t } from '#web/i18n.ts'
import { useMayOpen } from '../access.ts'
import { FormSection } from '../form/FormSection.tsx'
import classes from './CustomerLinks.module.css'

export function CustomerLinks({ account }: { account: Account }) {
  return (
    <>
      <FormSection title={t('panel.customer.users')} description={t('panel.customer.usersText')} columns={1}>
        <Users account={account} />
      </FormSection>
      <FormSection title={t('panel.customer.more')} columns={1}>
        <RelatedPages account={account} />
      </FormSection>
    </>
  )
}

function Users({ account: { users, currAccCode } }: { account: Account }) {
  const mayEdit = useMayOpen(pages.userEdit)
  const mayAdd = useMayOpen(pages.userCreate)
  return (
    <Group gap="sm">
      {users.length === 0 && <Text size="sm">{t('panel.customer.noUsers')}</Text>}
      {users.length > 0 && (
        <ul className={classes.users}>
          {users.map(({ id, username }) => (
            <li key={id}>
              {mayEdit ? (
                <Link to="/user/edit/$id" params={{ id }} className={classes.user}>
                  <bdi>{username}</bdi>
                </Link>
              ) : (
                <bdi>{username}</bdi>
              )}
            </li>
          ))}
        </ul>
      )}
      {mayAdd && (
        <Button
          variant="default"
          leftSection={<IconPlus size={18} aria-hidden />}
          renderRoot={(props) => (
            <Link to="/user/create" search={{ role: 'customer', currAccCode }} {...props} />
          )}
        >
          {t('panel.customer.newUser')}
        </Button>
      )}
    </Group>
  )
}

function RelatedPages({ account: { id, currAccCode, excludedBrands } }: { account: Account }) {
  const maySeeOrders = useMayOpen(pages.orders)
  const mayExclude = useMayOpen(pages.excludeBrands)
  const maySeeChanges = useMayOpen(pages.changes)
  return (
    <Group gap="sm">
      {maySeeOrders && (
        <Button
          variant="default"
          leftSection={<IconClipboardList size={18} aria-hidden />}
          renderRoot={(props) => <Link to="/siparisler/index" search={{ text: currAccCode }} {...props} />}
        >
          {t('panel.orders')}
        </Button>
      )}
      {mayExclude && (
        <Button
          variant="default"
          leftSection={<IconEyeOff size={18} aria-hidden />}
          renderRoot={(props) => (
            <Link to="/customer/exclude-brands/{-$userId}" params={{ userId: id }} {...props} />
          )}
        >
          {t('panel.customer.excludedBrands', { count: excludedBrands })}
        </Button>
      )}
      {maySeeChanges && (
        <Button
          variant="default"
          leftSection={<IconHistory size={18} aria-hidden />}
          renderRoot={(props) => (
            <Link to="/panel/changes" search={{ subject: 'customer', subjectId: id }} {...props} />
          )}
        >
          {t('panel.changes')}
        </Button>
      )}
    </Group>
  )
}
