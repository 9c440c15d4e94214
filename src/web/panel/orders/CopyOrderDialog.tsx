import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { OrderDetail } from '#shared/orders.ts'
import { t } from '#web/i18n.ts'
import { CustomerSelect } from './CustomerSelect.tsx'
import { type CopyResult, copyOrder } from './copyOrder.ts'

/** Copies the order into a draft at today's prices, for any customer. Leaves the shop's open cart alone. */
export function CopyOrderDialog({ order, onClose }: { order: OrderDetail; onClose: () => void }) {
  const [customer, setCustomer] = useState<string | undefined>(order.currAccCode)
  const [isRunning, setIsRunning] = useState(false)
  const [result, setResult] = useState<CopyResult>()
  const [errorMessage, setErrorMessage] = useState<string>()
  const copy = async () => {
    if (!customer || isRunning) return
    setIsRunning(true)
    setErrorMessage(undefined)
    try {
      setResult(await copyOrder(order, customer))
    } catch (error) {
      setErrorMessage(error instanceof Error ? error.message : String(error))
    }
    setIsRunning(false)
  }
  return (
    <Modal opened onClose={onClose} withCloseButton={false} centered>
      <Modal.Title fw={600} fz="lg" mb="xs">
        {t('panel.order.copyTitle', { number: order.orderNumber })}
      </Modal.Title>
      <Stack gap="sm">
        {errorMessage && (
          <Alert color="red" variant="light" role="alert">
            {errorMessage}
          </Alert>
        )}
        {result ? (
          <Done result={result} />
        ) : (
          <>
            <Text>{t('panel.order.copyText')}</Text>
            <CustomerSelect label={t('order.customer')} value={customer} onChange={setCustomer} />
          </>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t(result ? 'action.close' : 'action.cancel')}
          </Button>
          {result ? (
            result.count > 0 && (
              <Button component="a" href="/shop/drafts" data-autofocus>
                {t('panel.order.toDrafts')}
              </Button>
            )
          ) : (
            <Button
              // The customer select would open its options.
              data-autofocus
              aria-busy={isRunning}
              loading={isRunning}
              disabled={!customer}
              onClick={() => void copy()}
            >
              {t('panel.order.copyMake')}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  )
}

function Done({ result: { count, missing } }: { result: CopyResult }) {
  return (
    <div role="status">
      <Text>{count > 0 ? t('panel.order.copyDone', { count }) : t('panel.order.copyNothing')}</Text>
      {missing.length > 0 && (
        <>
          <Text mt="xs">{t('panel.order.copyMissing', { count: missing.length })}</Text>
          <ul>
            {missing.slice(0, 10).map((name) => (
              <li key={name}>
                <bdi>{name}</bdi>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
