import { Button, Paper, Title } from '@mantine/core'
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react'
import type { Dashboard } from '#shared/analysis.ts'
import { type Page, pages } from '#shared/pages.ts'
import { t } from '#web/i18n.ts'
import { useMayOpen } from '../access.ts'
import { PageButton } from '../PageButton.tsx'
import classes from './FirstSteps.module.css'

/** Setup steps, shown until there is an order. */
export function FirstSteps({ has }: { has: Dashboard['has'] }) {
  const isOffice = useMayOpen(pages.analysis)
  return (
    <Paper component="section" withBorder radius="md" p="lg" aria-labelledby="first-steps">
      <Title order={2} size="h4" id="first-steps">
        {t('panel.dashboard.noOrders')}
      </Title>
      <p className={classes.text}>
        {t(isOffice ? 'panel.dashboard.firstSteps' : 'panel.dashboard.noOrdersText')}
      </p>
      {isOffice && (
        <ol className={classes.steps}>
          <Step name="brands" isDone={has.brands} targets={[pages.brands]} />
          <Step
            name="products"
            isDone={has.products}
            targets={[pages.catalogueImport, pages.productCreate]}
          />
          <Step name="agents" isDone={has.agents} targets={[pages.agentCreate]} />
          <Step name="customers" isDone={has.customers} targets={[pages.customerCreate]} />
          <Step name="users" targets={[pages.userCreate]} />
        </ol>
      )}
      <Button component="a" href="/shop" mt="md" variant={isOffice ? 'default' : 'filled'}>
        {t('panel.dashboard.toShop')}
      </Button>
    </Paper>
  )
}

type StepProps = {
  name: 'brands' | 'products' | 'agents' | 'customers' | 'users'
  isDone?: boolean
  targets: Page[]
}

function Step({ name, isDone = false, targets }: StepProps) {
  const Icon = isDone ? IconCircleCheckFilled : IconCircle
  return (
    <li className={classes.step} data-done={isDone}>
      <Icon size={22} {...(isDone ? { 'aria-label': t('panel.dashboard.done') } : { 'aria-hidden': true })} />
      <span>
        <b>{t(`panel.dashboard.step.${name}`)}</b>
        <br />
        {t(`panel.dashboard.stepText.${name}`)}
      </span>
      {!isDone && targets.map((page) => <PageButton key={page.path} page={page} />)}
    </li>
  )
}
