import { Alert, Button, Stack, Text, Title } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import type { Account } from '#shared/customers.ts'
import { t } from '#web/i18n.ts'
import { useRemoval } from '../list/removal.tsx'
import { CustomerTitle } from './CustomerTitle.tsx'
import { customerRemoval } from './customerDraft.ts'

export function DeletedCustomer({ account }: { account: Account }) {
  const { restore, isBusy } = useRemoval(customerRemoval, {
    id: account.id,
    name: account.currAccDescription,
  })
  return (
    <>
      <Title order={1} size="h3" mb="md">
        <CustomerTitle customer={account} />
      </Title>
      <Alert color="gray" variant="light" maw={960} title={t('panel.customer.isDeleted')}>
        <Stack gap="sm" align="flex-start">
          <Text size="sm">{t('panel.customer.isDeletedText')}</Text>
          <Button
            leftSection={<IconArrowBackUp size={18} aria-hidden />}
            aria-busy={isBusy}
            onClick={() => restore()}
          >
            {t('panel.person.restore')}
          </Button>
        </Stack>
      </Alert>
    </>
  )
}
