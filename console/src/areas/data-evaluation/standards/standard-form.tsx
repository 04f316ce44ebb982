import { dataEvaluationEndpoints } from '@vermilion/contract/data-evaluations'
import type { Standard, StandardDraft } from '@vermilion/contract/data-evaluations/standards'
import Form from 'antd/es/form'
import TextArea from 'antd/es/input/TextArea'
import { useState } from 'react'
import { ApiError, call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { refresh } from '#lib/query.ts'
import { notify } from '#ui/feedback/notify.tsx'
import { FormDrawer } from '#ui/form/form-drawer.tsx'
import { NameField } from '#ui/form/naming-fields.tsx'
import Button from 'antd/es/button'
import Modal from 'antd/es/modal'
import { Tag } from '#ui/feedback/status.tsx'
import { StandardCard } from './standard-card.tsx'
import { CriteriaField } from './criteria-field.tsx'
import { draftOf, type TypedStandard, typedOf } from './standard-values.ts'
import { text } from './text.ts'
import { Unshown } from './unshown.ts'
import styles from './standards.module.css'

interface StandardFormProps {
  standard: Standard | null
  beginning: TypedStandard
  onClose: () => void
  onCreated: (standard: Standard) => void
}

interface Outcome {
  standard: Standard
  /** True when somebody else's changes replace the typed values. */
  isTheirs: boolean
}

interface Question {
  mine: StandardDraft
  theirs: Standard | null
  base: number
  onChoice: (choice: ConflictChoice) => void
}

export function StandardForm({ standard, beginning, onClose, onCreated }: StandardFormProps) {
  const t = useText(text)
  const [read, setRead] = useState(standard)
  const [question, setQuestion] = useState<Question | null>(null)

  const ask = async (mine: StandardDraft, theirs: Standard | null, base: number) => {
    const choice = await new Promise<ConflictChoice>((onChoice) => setQuestion({ mine, theirs, base, onChoice }))
    setQuestion(null)
    return choice
  }
  const submit = async (typed: TypedStandard): Promise<Outcome> => {
    const draft = draftOf(typed)
    if (read === null) return { standard: await create(draft), isTheirs: false }
    return change(read, draft, typed.baseVersion ?? read.version)
  }
  const change = async (edited: Standard, draft: StandardDraft, baseVersion: number): Promise<Outcome> => {
    try {
      return { standard: await replace(edited, draft, baseVersion), isTheirs: false }
    } catch (problem) {
      if (!isOfSomebodyElse(problem)) throw problem
      const theirs = await find(edited)
      const choice = await ask(draft, theirs, baseVersion)
      const message = theirs === null ? t('goneKept') : t('conflictKept', theirs)
      if (choice === null) throw new Error(message, { cause: problem })
      if (theirs === null) return { standard: await create(draft), isTheirs: false }
      return choice === 'theirs' ? { standard: theirs, isTheirs: true } : change(edited, draft, theirs.version)
    }
  }
  const done = async ({ standard: saved, isTheirs }: Outcome) => {
    await refresh('/evaluation-standards')
    if (isTheirs) return setRead(saved)
    if (saved.id !== read?.id) {
      notify.success(t('created'))
      onCreated(saved)
    } else notify.success(t(saved.version === read.version ? 'unchanged' : 'saved', saved))
    onClose()
  }

  return (
    <>
      <FormDrawer<TypedStandard, Outcome>
        key={read?.version}
        draft={`standard:${read?.id ?? `new:${beginning.name}`}`}
        ids="standard"
        open
        width={720}
        title={read === null ? t('createTitle') : t('editTitle', { name: read.name })}
        action={read === null ? t('createAction') : t('save', { version: read.version + 1 })}
        failure={t(read === null ? 'createFailed' : 'saveFailed')}
        initial={read === null ? beginning : typedOf(read)}
        submit={submit}
        fieldOf={{ 'standard.name-taken': 'name' }}
        onClose={onClose}
        onDone={(outcome) => void done(outcome)}
      >
        {read !== null && (
          <p className="margin-bottom-14 text-secondary">{t('newVersion', { version: read.version + 1 })}</p>
        )}
        <NameField />
        <Form.Item name="description" label={t('description')}>
          <TextArea autoSize={{ minRows: 2, maxRows: 6 }} maxLength={2_000} />
        </Form.Item>
        {/* With what is typed it is kept over a reload: what was saved since then is not overwritten. */}
        <Form.Item name="baseVersion" noStyle>
          <Unshown />
        </Form.Item>
        <CriteriaField />
      </FormDrawer>
      {question !== null && <ConflictDialog {...question} />}
    </>
  )
}

const create = (body: StandardDraft) => call(dataEvaluationEndpoints.createStandard, { body })

const replace = ({ id }: Standard, draft: StandardDraft, baseVersion: number) =>
  call(dataEvaluationEndpoints.replaceStandard, { params: { standardId: id }, body: { ...draft, baseVersion } })

async function find({ id }: Standard): Promise<Standard | null> {
  const standards = await call(dataEvaluationEndpoints.listStandards, {})
  return standards.find((standard) => standard.id === id) ?? null
}

function isOfSomebodyElse(problem: unknown): boolean {
  return problem instanceof ApiError && ['standard.conflict', 'standard.not-found'].includes(problem.error)
}

/** Null decides nothing. */
type ConflictChoice = 'mine' | 'theirs' | null

interface ConflictDialogProps {
  mine: StandardDraft
  /** Null when it was deleted. */
  theirs: Standard | null
  base: number
  onChoice: (choice: ConflictChoice) => void
}

function ConflictDialog({ mine, theirs, base, onChoice }: ConflictDialogProps) {
  const t = useText(text)
  const isGone = theirs === null
  return (
    <Modal
      open
      centered
      width={isGone ? 480 : 820}
      zIndex={1_100}
      title={t(isGone ? 'goneTitle' : 'conflictTitle')}
      onCancel={() => onChoice(null)}
      footer={
        <div className="wrapping-row gap-8-14 justify-end">
          {!isGone && (
            <Button onClick={() => onChoice('theirs')}>{t('conflictTheirs', { version: theirs.version })}</Button>
          )}
          <Button onClick={() => onChoice('mine')}>
            {isGone ? t('goneAction') : t('conflictAgain', { version: theirs.version + 1 })}
          </Button>
          <Button type="primary" onClick={() => onChoice(null)}>
            {t('conflictBack')}
          </Button>
        </div>
      }
    >
      <p>{isGone ? t('goneBody') : t('conflictWords', { version: theirs.version, base })}</p>
      {!isGone && (
        <div className={`${styles['versions']} grid columns-2 gap-16 margin-top-14 scroll narrow-columns-1`}>
          {[
            { side: t('mine'), own: mine, other: theirs },
            { side: t('theirs', { version: theirs.version }), own: theirs, other: mine },
          ].map(({ side, own, other }) => (
            <section key={side} aria-label={side}>
              <h3 className="note weight-400">{side}</h3>
              <p className="weight-600">
                {own.name} {own.name !== other.name && <Tag>{t('differs')}</Tag>}
              </p>
              <StandardCard description={own.description} criteria={own.criteria} other={other} />
            </section>
          ))}
        </div>
      )}
    </Modal>
  )
}
