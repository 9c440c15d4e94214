import { CloseButton, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { textMatcher } from '#shared/text/textMatch.ts'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { searchedText } from '../lines/cartGroups.ts'
import { useDeferredLines } from '../lines/deferredLines.ts'
import { useProblemFinder } from '../offers/useOffers.ts'
import classes from './CartTools.module.css'

/** Longer carts get a search. */
export const searchAboveLines = 30

type Props = {
  text: string
  onText: (text: string) => void
  onlyProblems: boolean
  onOnlyProblems: (isOn: boolean) => void
}

export function CartTools({ text, onText, onlyProblems, onOnlyProblems }: Props) {
  const findProblem = useProblemFinder()
  const isFound = textMatcher(text)
  const lines = useDeferredLines()
  const problems = lines.filter((line) => findProblem(line)).length
  const isFiltered = text || onlyProblems
  const matchCount = isFiltered
    ? lines.filter((line) => isFound(searchedText(line)) && (!onlyProblems || findProblem(line))).length
    : -1
  return (
    <div className={`${classes.tools} screen-only`}>
      <TextInput
        className={classes.search}
        type="search"
        aria-label={t('ordering.cart.search')}
        placeholder={t('ordering.cart.search')}
        leftSection={<IconSearch size={18} aria-hidden />}
        rightSection={text ? <CloseButton aria-label={t('action.clear')} onClick={() => onText('')} /> : null}
        value={text}
        onChange={(event) => onText(event.currentTarget.value)}
      />
      {(problems > 0 || onlyProblems) && (
        <button
          type="button"
          className={classes.toggle}
          aria-pressed={onlyProblems}
          onClick={() => onOnlyProblems(!onlyProblems)}
        >
          {t('ordering.cart.onlyProblems', { count: formatCount(problems) })}
        </button>
      )}
      <p className={classes.found} role="status">
        {matchCount >= 0 &&
          (matchCount === 0 ? t('list.nothingFound') : t('ordering.cart.found', { count: matchCount }))}
      </p>
    </div>
  )
}
