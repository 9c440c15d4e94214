import type { ReactNode } from 'react'
import { t } from '#web/i18n.ts'
import { PlainButtonLink } from '#web/ui/PlainButton.tsx'
import classes from './ErrorPage.module.css'

export function ErrorPage({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <main className={classes.page}>
      <h1 className={classes.title}>{title}</h1>
      <p className={classes.text}>{text}</p>
      <div className={classes.ways}>
        <PlainButtonLink to="/shop" look="filled">
          {t('notFound.toShop')}
        </PlainButtonLink>
        {children}
      </div>
    </main>
  )
}
