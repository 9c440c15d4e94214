import { actions, areas } from '#shared/officeTasks.ts'
import { openTo, type Page, type Permissions, pageIds, pages, panelTree } from '#shared/pages.ts'
import { t } from '#web/i18n.ts'

/** What somebody may open in the panel, by name: the entries of their menu, and what can be given beside those. */
export function openPages(user: Permissions): string[] {
  const named = (tree: readonly Page[]): string[] =>
    tree.flatMap((page) => {
      if (page.children) return named(page.children)
      if (!page.hidden) return [t(page.title)]
      const hidden = given.get(page.pageId ?? 0)
      return hidden ? [hidden()] : []
    })
  return [...new Set(named(openTo(panelTree, user)))]
}

/** Pages that stand in no menu and yet are given: 'Users: change'. */
const given = new Map(
  areas.flatMap((area) =>
    actions.map((action) => [
      pageIds[area][action] as number,
      () => `${t(pages[area].title)}: ${t(`panel.user.action.${action}`)}`,
    ]),
  ),
)
