/** A statement, and what the comments before it say. */
export type MigrationStep = {
  text: string
  /** Again and again until it finds no row: one batch each. */
  isRepeated: boolean
  /** Once for each tenant, as that tenant, whose id is `$1`: a distributed database needs it to find the node. */
  isForEachTenant: boolean
  /** The index that it builds while others write. */
  index: string | undefined
}

type Migration = {
  steps: MigrationStep[]
  /** The newest migration that a version must know to work with the schema afterwards; undefined: this one. */
  needs: string | undefined
  /** False: each statement commits by itself. */
  hasTransaction: boolean
}

/**
 * Reads a file of db/migrations. Lines of its own: `-- needs: NAME.sql`, `-- without transaction`; before a statement:
 * `-- repeat`, `-- for each tenant`.
 */
export function readMigration(text: string): Migration {
  return {
    steps: statementsOf(text).map(({ comments, statement }) => ({
      text: statement,
      isRepeated: comments.includes('repeat'),
      isForEachTenant: comments.includes('for each tenant'),
      index: /^create (?:unique )?index concurrently if not exists (\w+)/i.exec(statement)?.[1],
    })),
    needs: /^-- needs: (\S+)$/m.exec(text)?.[1],
    hasTransaction: !/^-- without transaction$/m.test(text),
  }
}

/** What a statement is made of, besides single characters. */
const token = /--[^\n]*|\/\*[^]*?\*\/|'(?:[^']|'')*'|"[^"]*"|(\$\w*\$)[^]*?\1|;|[^]/g

/** A distributed database takes one statement at a time. */
function statementsOf(text: string): { comments: string[]; statement: string }[] {
  const found: { comments: string[]; statement: string }[] = []
  let comments: string[] = []
  let statement = ''
  const end = () => {
    if (statement.trim()) found.push({ comments, statement: statement.trim() })
    comments = []
    statement = ''
  }
  for (const [part] of text.matchAll(token)) {
    if (part === ';') end()
    else if (part.startsWith('--') && !statement.trim()) comments.push(part.slice(2).trim())
    else statement += part
  }
  end()
  return found
}
