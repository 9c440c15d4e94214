import { Paper } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { settings } from '#web/settings.ts'
import { CompanyName } from '#web/ui/CompanyName.tsx'
import { LanguageMenu } from '#web/ui/LanguageMenu.tsx'
import classes from './AccountPage.module.css'

/** The frame of pages before sign-in. */
export function AccountPage({ children }: { children: ReactNode }) {
  return (
    <div className={classes.page}>
      <header className={classes.top}>
        {settings.authRequired ? (
          <span className={classes.brand}>
            <CompanyName />
          </span>
        ) : (
          <Link to="/shop" className={classes.brand}>
            <CompanyName />
          </Link>
        )}
        <LanguageMenu />
      </header>
      <main className={classes.middle}>
        <Paper withBorder p={{ base: 'lg', sm: 'xl' }} radius="lg" w="100%" maw={420}>
          {children}
        </Paper>
      </main>
    </div>
  )
}
