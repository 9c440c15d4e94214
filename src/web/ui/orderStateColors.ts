import type { OrderState } from '#shared/orderRules.ts'

export const orderStateColors: Record<OrderState, string> = {
  placed: 'blue',
  review: 'yellow',
  returned: 'orange',
  cancelled: 'red',
}
