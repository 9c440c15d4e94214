import { TextInput } from '@mantine/core'
import { t } from '#web/i18n.ts'
import { guestProblems, useGuest } from './guest.ts'
import classes from './OrderForm.module.css'

/** Contact details for an order without sign-in. */
export function GuestForm({ isChecked }: { isChecked: boolean }) {
  const guest = useGuest()
  const problems = isChecked ? guestProblems(guest) : {}
  return (
    <div className={classes.fields}>
      <p className={classes.hint}>{t('ordering.guest.text')}</p>
      <TextInput
        label={t('ordering.guest.name')}
        required
        autoComplete="name"
        maxLength={100}
        value={guest.name}
        error={problems.name && t('field.required')}
        onChange={(event) => useGuest.setState({ name: event.currentTarget.value })}
      />
      <TextInput
        label={t('ordering.guest.phone')}
        required
        type="tel"
        autoComplete="tel"
        maxLength={40}
        value={guest.phone}
        error={problems.phone && t('field.required')}
        onChange={(event) => useGuest.setState({ phone: event.currentTarget.value })}
      />
      <TextInput
        label={t('ordering.guest.email')}
        type="email"
        autoComplete="email"
        maxLength={254}
        value={guest.email}
        error={problems.email && t('field.email')}
        onChange={(event) => useGuest.setState({ email: event.currentTarget.value })}
      />
    </div>
  )
}
