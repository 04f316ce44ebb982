import type { ComparedModel, ModelComparison } from '@vermilion/contract/models/comparisons'
import { modelEndpoints } from '@vermilion/contract/models'
import Button from 'antd/es/button'
import { useState } from 'react'
import { call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { refresh } from '#lib/query.ts'
import { notify } from '#ui/feedback/notify.tsx'
import { problemWords } from '#ui/feedback/problem.ts'
import { ProgressBar } from '#ui/feedback/progress.tsx'
import { Status, type Tone } from '#ui/feedback/status.tsx'
import { Panel } from '#ui/page/page.tsx'
import { TaskLink } from '#ui/page/thing-links.tsx'
import styles from './compare.module.css'
import { compareText } from './text.ts'
import type { Selected } from './use-selected.ts'

type State = NonNullable<ComparedModel['run']>['state'] | 'none'
const tones: Readonly<Record<State, Tone>> = {
  none: 'neutral',
  waiting: 'neutral',
  running: 'active',
  judging: 'active',
  ready: 'good',
  failed: 'bad',
}

interface ModelRunsProps {
  comparison: ModelComparison
  query: NonNullable<Selected['query']>
}

export function ModelRuns({ comparison: { models, images }, query }: ModelRunsProps) {
  const t = useText(compareText)
  const [isStarting, setStarting] = useState(false)
  const missing = models.filter(({ run }) => run === null || run.state === 'failed')
  const count = missing.length
  const start = async () => {
    setStarting(true)
    const started = await startRuns(missing, models, query, (name) => t('runFailed', { name }))
    if (started > 0) notify.success(t('started', { count: started }))
    await refresh('/model-comparisons', '/tasks')
    setStarting(false)
  }
  return (
    <Panel
      title={count === 0 ? t('models') : t('missingTitle', { count })}
      extra={
        count > 0 && (
          <Button type="primary" loading={isStarting} onClick={() => void start()}>
            {t('runMissing', { count })}
          </Button>
        )
      }
    >
      <p className={`${styles['note']} faint`}>{t('missingWords')}</p>
      <ul className={`${styles['runs']} grid gap-8 margin-bottom-12`}>
        {models.map(({ modelId, name, version, run }) => {
          const state = run?.state ?? 'none'
          const message = t('ran', { done: run?.images ?? 0, total: images })
          return (
            <li className="wrapping-row gap-4-12" key={modelId}>
              <strong>{`${name} v${version}`}</strong>
              <Status tone={tones[state]}>{t(`state-${state}`)}</Status>
              {run !== null && state === 'running' && (
                <>
                  <ProgressBar done={run.images} total={images} label={message} />
                  <small>{message}</small>
                </>
              )}
              {run !== null && <TaskLink id={run.taskId}>{t('toTask')}</TaskLink>}
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}

async function startRuns(
  missing: readonly ComparedModel[],
  all: readonly ComparedModel[],
  { dataset, version }: ModelRunsProps['query'],
  failure: (name: string) => string,
): Promise<number> {
  const like = all.find(({ run }) => run !== null && run.state !== 'failed')?.run
  const settings = like === undefined || like === null ? {} : { confidence: like.confidence, overlap: like.overlap }
  let started = 0
  for (const { modelId, name } of missing) {
    const body = {
      name: taskNameOf(name),
      source: { kind: 'dataset' as const, datasetId: dataset, versionId: version },
      ...settings,
    }
    try {
      await call(modelEndpoints.startInference, { params: { modelId }, body })
      started += 1
    } catch (problem) {
      notify.error(`${failure(name)}: ${problemWords(problem)}`)
    }
  }
  return started
}

function taskNameOf(name: string): string {
  const plain = name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
  return `compare-${plain}`.slice(0, 50).replaceAll(/-+$/g, '')
}
