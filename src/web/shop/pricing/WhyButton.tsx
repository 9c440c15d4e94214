import { useState } from 'react'
import { t } from '#web/i18n.ts'
import { DropMenu } from '#web/ui/DropMenu.tsx'
import { LineIcon } from '#web/ui/LineIcon.tsx'
import { useCart } from '../cart/stored/cartStore.ts'
import { type Explained, usePricing } from './pricing.ts'
import { Why } from './Why.tsx'
import classes from './WhyButton.module.css'

/** Opens the steps of a price; nothing where no rule can change it. */
export function WhyButton({ of, why }: Explained) {
  const hasRules = usePricing(({ pricing }) => pricing?.hasRules(of) ?? false)
  const [isAsked, setIsAsked] = useState(false)
  if (!hasRules) return null
  return (
    <DropMenu
      label={t('price.why')}
      className={classes.why}
      button={<LineIcon name="help" size={16} />}
      onOpen={() => setIsAsked(true)}
    >
      {isAsked && <WhyNow why={why} />}
    </DropMenu>
  )
}

/** Follows the cart. */
function WhyNow({ why }: Pick<Explained, 'why'>) {
  const pricing = usePricing((state) => state.pricing)
  const cart = useCart()
  const found = pricing && why(pricing, cart)
  return found && <Why {...found} />
}
