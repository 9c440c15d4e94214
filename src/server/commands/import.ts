import path from 'node:path'
import { importCatalogue } from '#server/catalogue/import/catalogueImport.ts'
import { openForCommand } from '#server/commands/command.ts'
import { progressLine } from '#server/commands/progressLine.ts'
import { callerFolder, readArguments, runCommand } from '#server/commands/runCommand.ts'
import { readConfig } from '#server/config.ts'
import { UsageMistake } from '#server/process/startup.ts'
import {
  type Counts,
  describeBadRow,
  describeWarning,
  ImportProblem,
  type ImportReport,
  questionSentences,
} from '#server/tableFiles/report.ts'
import { readTenant } from '#server/tenancy/tenants.ts'
import { importQuestions } from '#shared/imports/importTerms.ts'
import { type Language, languages } from '#shared/tenancy.ts'

const usage = `Imports products from a CSV or .xlsx file, with our columns or as a shop system exports them.

  npm run import -- FILE [--photos FOLDER] [--tenant KEY] [--language CODE] [--answer "QUESTION COLUMN=ANSWER"]
                    [--dry-run] [--skip-bad]

  --photos FOLDER  photos named in FILE, or named ITEM_COLOUR_1.jpg
  --tenant KEY     the shop; by default that of CUSTOMER_KEY, or the first one
  --language CODE  of the texts in FILE: tr, en, ru, it, fr, ro or ar; by default the shop's main language. Texts in
                   another one are translations; in a shop without products it becomes the main language
  --answer TEXT    to what is asked of the file, as printed, such as "decimals priceTF=round"; may be repeated
  --dry-run        show what would happen without changing anything
  --skip-bad       import the good rows; without it, one bad row stops the whole file

--env FILE takes the settings from a file of NAME=value lines, such as /etc/toptan.env.
Exit code: 0 imported (or could be), 1 not imported, 2 wrong usage.`

const maxPrintedProblems = 50

type ImportOptions = {
  file: string
  photos: string | undefined
  tenant: string | undefined
  language: Language | undefined
  answers: Record<string, string>
  dryRun: boolean
  skipBad: boolean
}

await runCommand(async (args) => {
  try {
    const options = readOptions(args)
    if (options) return await run(options)
    console.log(usage)
    return 0
  } catch (error) {
    if (!(error instanceof ImportProblem)) throw error
    console.error(`${error.message}\nNothing was imported.`)
    return 1
  }
}, usage)

/** Null for help. Paths are relative to where npm was called. */
function readOptions(given: string[]): ImportOptions | null {
  const { values, positionals } = readArguments(given, {
    photos: { type: 'string' },
    tenant: { type: 'string' },
    language: { type: 'string' },
    answer: { type: 'string', multiple: true, default: [] },
    'dry-run': { type: 'boolean', default: false },
    'skip-bad': { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  })
  if (values.help) return null
  const [file, ...others] = positionals
  if (file === undefined) throw new UsageMistake('Name a file to import.')
  if (others.length > 0)
    throw new UsageMistake(`Import one file at a time. Not accepted: ${others.join(', ')}.`)
  const language = languages.find((one) => one === values.language)
  if (values.language !== undefined && !language)
    throw new UsageMistake(`Not a language: ${values.language}. Languages: ${languages.join(', ')}.`)
  const here = callerFolder()
  return {
    file: path.resolve(here, file),
    photos: values.photos === undefined ? undefined : path.resolve(here, values.photos),
    tenant: values.tenant,
    language,
    answers: Object.fromEntries(values.answer.map(readAnswer)),
    dryRun: values['dry-run'],
    skipBad: values['skip-bad'],
  }
}

function readAnswer(text: string): [question: string, answer: string] {
  const [, question, answer] = /^(\S+ \S.*)=([^=]+)$/.exec(text) ?? []
  if (!question || !answer) throw new UsageMistake(`Not an answer: ${text}.`)
  return [question, answer]
}

async function run(options: ImportOptions): Promise<number> {
  await using opened = await openForCommand()
  const { database, tenants } = opened
  const key = options.tenant ?? readConfig().customerKey ?? tenants[0]?.key
  const entry = tenants.find((one) => one.key === key)
  if (!entry) {
    const keys = tenants.map((one) => one.key).join(', ')
    throw new UsageMistake(`There is no shop${key ? ` ${key}` : ''}. Shops: ${keys || 'none'}.`)
  }
  const tenant = await readTenant(database, entry.id)
  console.log(`${path.basename(options.file)} → ${tenant.displayName} (${tenant.key})`)
  const line = progressLine()
  try {
    const report = await importCatalogue(
      database,
      tenant.id,
      { file: options.file },
      {
        ...(options.photos === undefined
          ? {}
          : { photos: options.photos, storePhoto: (file, id) => opened.storePhoto(file, id) }),
        language: options.language,
        answers: options.answers,
        dryRun: options.dryRun,
        skipBad: options.skipBad,
        progress: line.show,
      },
    )
    line.end()
    print(report, options)
    return report.applied ||
      (options.dryRun && (report.badCount === 0 || options.skipBad) && report.open.length === 0)
      ? 0
      : 1
  } finally {
    line.end()
  }
}

function print(report: ImportReport, { dryRun }: ImportOptions): void {
  for (const warning of report.warnings.slice(0, maxPrintedProblems))
    console.log(`Note: ${describeWarning(warning)}`)
  if (report.warnings.length > maxPrintedProblems)
    console.log(`… and ${report.warnings.length - maxPrintedProblems} more notes`)
  for (const row of report.bad.slice(0, maxPrintedProblems))
    console.log(`Line ${row.line}: ${describeBadRow(row)}`)
  if (report.badCount > maxPrintedProblems)
    console.log(`… and ${number(report.badCount - maxPrintedProblems)} more`)

  for (const { code, column, count, samples } of report.open) {
    console.log(`Question: ${questionSentences[code]} (${number(count)}): ${samples.join(', ')}`)
    for (const choice of importQuestions[code])
      console.log(`  --answer "${code} ${column}=${choice === 'divide' ? 'divide:20' : choice}"`)
  }

  const problems = report.badCount === 1 ? '1 problem' : `${number(report.badCount)} problems`
  console.log(`${number(report.rows)} rows read${report.badCount > 0 ? `, ${problems}` : ''}`)
  const { added, changed, unchanged } = report.variants
  if (report.applied || added + changed + unchanged > 0) {
    console.log(`  products  ${counts(report.products)}`)
    console.log(`  variants  ${counts(report.variants)}`)
    console.log(`  prices    ${counts(report.prices)}`)
    console.log(`  photos    ${counts(report.images)}`)
    console.log(`  texts     ${counts(report.texts)} in other languages`)
    console.log(
      `  new       ${number(report.brandsAdded)} brands, ${number(report.categoriesAdded)} categories`,
    )
  }
  if (dryRun) console.log('Dry run: nothing was imported.')
  else if (!report.applied)
    console.log('Nothing was imported. Correct the rows above, or use --skip-bad; answer the questions.')
}

function counts({ added, changed, unchanged }: Counts): string {
  return `${number(added)} added, ${number(changed)} changed, ${number(unchanged)} unchanged`
}

function number(value: number): string {
  return value.toLocaleString('en')
}
