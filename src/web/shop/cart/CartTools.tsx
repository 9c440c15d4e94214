import { CloseButton, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import classes from './CartTools.module.css'
import { isFound, wordsOf } from './cartGroups.ts'
import { useCalmLines } from './deferredLines.ts'
import { useJudge } from './useOffers.ts'

/** Longer carts get a search. */
export const manyLines = 30

type Props = {
  text: string
  onText: (text: string) => void
  onlyProblems: boolean
  onOnlyProblems: (isOn: boolean) => void
}

export function CartTools({ text, onText, onlyProblems, onOnlyProblems }: Props) {
  const judge = useJudge()
  const words = wordsOf(text)
  const lines = useCalmLines()
  const problems = lines.filter((line) => judge(line)).length
  const isNarrowed = words.length > 0 || onlyProblems
  const found = isNarrowed
    ? lines.filter((line) => isFound(line, words) && (!onlyProblems || judge(line))).length
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
        {found >= 0 && (found === 0 ? t('list.nothingFound') : t('ordering.cart.found', { count: found }))}
      </p>
    </div>
  )
}
