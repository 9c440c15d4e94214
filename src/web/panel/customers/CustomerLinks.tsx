import { Group, Text } from '@mantine/core'
import { IconClipboardList, IconEyeOff, IconHistory, IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Account } from '#shared/customers.ts'
import { pages } from '#shared/pages.ts'
import { t } from '#web/i18n.ts'
import { useMayOpen } from '../access.ts'
import { FormSection } from '../form/FormSection.tsx'
import { PageButton } from '../PageButton.tsx'
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
      <PageButton
        page={pages.userCreate}
        link={{ search: { role: 'customer', currAccCode } as never }}
        Icon={IconPlus}
      >
        {t('panel.customer.newUser')}
      </PageButton>
    </Group>
  )
}

function RelatedPages({ account: { id, currAccCode, excludedBrands } }: { account: Account }) {
  return (
    <Group gap="sm">
      <PageButton
        page={pages.orders}
        link={{ search: { text: currAccCode } as never }}
        Icon={IconClipboardList}
      />
      <PageButton page={pages.excludeBrands} link={{ params: { userId: id } as never }} Icon={IconEyeOff}>
        {t('panel.customer.excludedBrands', { count: excludedBrands })}
      </PageButton>
      <PageButton
        page={pages.changes}
        link={{ search: { subject: 'customer', subjectId: id } as never }}
        Icon={IconHistory}
      />
    </Group>
  )
}
