import type { SceneItem } from '@vermilion/contract/generations/config'
import { promptOf } from '@vermilion/contract/generations/plan'
import { type ItemDraft, itemDraftEndpoints } from '@vermilion/contract/generations/item-drafts'
import { say } from '@vermilion/contract/kernel/text'
import { useQuery } from '@tanstack/react-query'
import Button from 'antd/es/button'
import { call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { read, refresh } from '#lib/query.ts'
import { useSystem } from '#lib/system.ts'
import { notify } from '#ui/feedback/notify.tsx'
import { problemWords } from '#ui/feedback/problem.ts'
import { ProgressBar } from '#ui/feedback/progress.tsx'
import { Bone, ProblemState, State } from '#ui/feedback/states.tsx'
import styles from './description.module.css'
import { text } from './text.ts'

interface DraftProgressProps {
  draftId: string
  max: number
  onAdd: (items: SceneItem[]) => void
  onAnother: () => void
}

export function DraftProgress({ draftId, max, onAdd, onAnother }: DraftProgressProps) {
  const t = useText(text)
  const draft = useQuery(read(itemDraftEndpoints.getItemDraft, { params: { draftId } }))
  const another = <Button onClick={onAnother}>{t('another')}</Button>
  if (draft.error !== null) {
    return (
      <>
        <ProblemState problem={draft.error} onRetry={() => void draft.refetch()} />
        {another}
      </>
    )
  }
  if (draft.data === undefined) return <Bone height={160} />
  const { items, description, endedAt } = draft.data
  return (
    <>
      <p className="margin-0-0-12 text-secondary white-space-pre-wrap break-anywhere">{description}</p>
      <DraftState draft={draft.data} />
      <ol
        className={`${styles['items']} max-height-260 margin-12-0-0 border radius-8 scroll`}
        hidden={items.length === 0}
      >
        {items.map((item, index) => (
          <li className="padding-6-12 border-bottom" key={index}>
            {promptOf(item)}
          </li>
        ))}
      </ol>
      <p className={`${styles['row']} flex wrap gap-12`}>
        {endedAt === null ? (
          <Button onClick={() => void stop(draftId, t('stopFailed'))}>{t('stop')}</Button>
        ) : (
          <>
            {another}
            {items.length > 0 && (
              <Button type="primary" onClick={() => onAdd(items.slice(0, max))}>
                {t('add', { count: Math.min(items.length, max) })}
              </Button>
            )}
          </>
        )}
      </p>
    </>
  )
}

function DraftState({ draft: { status, error, items, count, endedAt } }: { draft: ItemDraft }) {
  const t = useText(text)
  const language = useSystem((system) => system.lang)
  if (status === 'failed') {
    return <State title={t('failed')} words={error === null ? '' : say(error, language)} />
  }
  return (
    <div aria-live="polite">
      {t(status)} {t('progress', { done: items.length, total: count })}
      {endedAt === null && (
        <ProgressBar done={items.length} total={status === 'queuing' ? 0 : count} label={t(status)} />
      )}
    </div>
  )
}

async function stop(draftId: string, failure: string): Promise<void> {
  try {
    await call(itemDraftEndpoints.stopItemDraft, { params: { draftId } })
    await refresh('/item-drafts')
  } catch (problem) {
    notify.error(`${failure}: ${problemWords(problem)}`)
  }
}
