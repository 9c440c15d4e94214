import '@mantine/core/styles/Radio.layer.css'
import { Alert, Button, Radio } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import type { MessageKey } from '#shared/i18n/keys.ts'
import type { ImportDetail } from '#shared/imports/imports.ts'
import { importQuestions, openQuestions, questionName } from '#shared/imports/importTerms.ts'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { NumberField } from '#web/ui/NumberField.tsx'
import { Hint } from '../Hint.tsx'
import classes from './Imports.module.css'
import { targetName } from './targets.ts'
import { useRunActions } from './useRun.ts'

type File = NonNullable<ImportDetail['file']>
type Question = File['questions'][number]

/** Whether something is asked of the file that nobody has answered. */
export const hasOpenQuestion = (file: File | undefined): boolean =>
  file !== undefined && openQuestions(file.questions, file.answers).length > 0

type Props = {
  run: ImportDetail
  file: File
  /** Told whether answers differ from those that the file was checked with. */
  onChange: (isChanged: boolean) => void
}

/** What is asked once for all rows; answers count once the file has been checked with them. */
export function RunQuestions({ run, file, onChange }: Props) {
  const { runAction, isBusy } = useRunActions()
  const [answers, setAnswers] = useState(file.answers)
  const isChanged = file.questions.some(
    (one) => answers[questionName(one)] !== file.answers[questionName(one)],
  )
  const isWhole = openQuestions(file.questions, answers).length === 0
  const tell = useEffectEvent(onChange)
  useEffect(() => {
    tell(isChanged)
    return () => tell(false)
  }, [isChanged])
  const recheck = () =>
    runAction(() => {
      const targets = file.columns.map(({ target }) => target)
      return api.post('/api/Shop/CheckImport', {
        id: run.id,
        supplier: run.supplier,
        targets,
        answers,
        ...file.defaults,
      })
    })
  return (
    <Alert color="yellow" title={t('panel.import.questions')} mb="md">
      <Hint>{t('panel.import.questionsText')}</Hint>
      {file.questions.map((question) => {
        const name = questionName(question)
        const answer = answers[name]
        return (
          <OneQuestion
            key={name}
            question={question}
            answer={answer}
            onAnswer={(value) => setAnswers((before) => ({ ...before, [name]: value }))}
          />
        )
      })}
      <Button mt="md" disabled={!isChanged || !isWhole} aria-busy={isBusy} onClick={recheck}>
        {t('panel.import.recheck')}
      </Button>
    </Alert>
  )
}

type OneProps = { question: Question; answer: string | undefined; onAnswer: (answer: string) => void }

function OneQuestion({ question: { code, column, samples }, answer, onAnswer }: OneProps) {
  const [choice = '', percent] = answer?.split(':') ?? []
  return (
    <Radio.Group
      mt="md"
      label={t(`panel.import.question.${code}`, { column: targetName(column) })}
      value={choice}
      onChange={onAnswer}
    >
      <p className={classes.samples}>
        {samples.map((sample) => (
          <bdi key={sample}>{sample}</bdi>
        ))}
      </p>
      {importQuestions[code].map((value) => (
        <Radio
          key={value}
          mt={6}
          value={value}
          label={t(`panel.import.answer.${code}.${value}` as MessageKey)}
        />
      ))}
      {choice === 'divide' && (
        <NumberField
          kind="percent"
          mt="xs"
          maw={220}
          label={t('panel.import.taxPercent')}
          min={0}
          max={100}
          value={percent === undefined || Number.isNaN(Number(percent)) ? percent : Number(percent)}
          onChange={(value) => onAnswer(value === '' ? 'divide' : `divide:${value}`)}
        />
      )}
    </Radio.Group>
  )
}
