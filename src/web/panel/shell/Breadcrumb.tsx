import { Link } from '@tanstack/react-router'
import { type Page, pages, panelTree } from '#shared/pages.ts'
import { t } from '#web/i18n.ts'
import { useMenu } from '../access.ts'
import classes from './Header.module.css'
import { useTabs } from './tabStore.ts'
import { useCurrentPage } from './useCurrentPage.ts'
import { useBackToTab } from './useTabActions.ts'

type Crumb = { title: string; path: string | undefined }

/** Where the page stands: the dashboard first, what it belongs to, and itself in plain text. */
export function Breadcrumb() {
  const { page } = useCurrentPage()
  const menu = useMenu()
  const back = useBackToTab()
  const own = useTabs(({ titles, active }) => titles[active ?? ''])
  const crumbs = page ? crumbsOf(page, menu, own) : []
  return (
    <nav className={classes.crumbs} aria-label={t('panel.breadcrumb')}>
      <ol>
        {crumbs.map(({ title, path }, index) => (
          <li key={title} aria-current={index === crumbs.length - 1 ? 'page' : undefined}>
            {path && index < crumbs.length - 1 ? (
              <Link to={path} onClick={(event) => back(event, path)}>
                {title}
              </Link>
            ) : (
              title
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** Dashboard, group and page, as far as they take part; what says the same twice stands once. */
function crumbsOf(page: Page, menu: readonly Page[], own: string | undefined): Crumb[] {
  const way = [pages.dashboard, ...wayTo(page, panelTree)].filter(takesPart)
  const titleOf = (one: Page) => (own && one.path === page.path ? own : t(one.title))
  const crumbs = way.map((one) => ({ title: titleOf(one), path: firstOf(one, menu) }))
  const titles = crumbs.map(({ title }) => title)
  return crumbs
    .filter(({ title }, index) => titles.lastIndexOf(title) === index)
    .map(({ title, path }) => ({ title, path: path === page.path ? undefined : path }))
}

const takesPart = (page: Page) => page.breadcrumb !== false

function wayTo(page: Page, tree: readonly Page[]): Page[] {
  for (const one of tree) {
    if (one.path === page.path) return [one]
    const below = wayTo(page, one.children ?? [])
    if (below.length > 0) return [one, ...below]
  }
  return []
}

/** Where a page leads: to itself, or, of a group, to the first of its pages that the user finds in the menu. */
function firstOf(page: Page, menu: readonly Page[]): string | undefined {
  if (!page.children) return page.path
  const open = menu.find(({ path }) => path === page.path)
  return open?.children?.find((child) => !child.hidden)?.path
}
