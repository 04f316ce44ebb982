import { comparisonEndpoints, type ModelComparison } from '@vermilion/contract/models/comparisons'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useText } from '#lib/i18n.ts'
import { readList } from '#lib/query.ts'
import { Bone, ProblemState, State } from '#ui/feedback/states.tsx'
import { ProgressBar } from '#ui/feedback/progress.tsx'
import { usePageTrail } from '#ui/page/breadcrumb.ts'
import { Page, PageHeading } from '#ui/page/page.tsx'
import { Choices } from './choices.tsx'
import { ComparedClasses } from './compared-classes.tsx'
import { ComparedFigures } from './compared-figures.tsx'
import { ContrastedImages } from './contrasted-images.tsx'
import { ModelRuns } from './model-runs.tsx'
import styles from './compare.module.css'
import { compareText } from './text.ts'
import { type Selected, useSelected } from './use-selected.ts'

/** Milliseconds until it is asked again how far counting is. */
const pollEvery = 1_000

/** Two to six models on one version of a dataset: figures, classes, and the images where they differ. */
export function CompareModelsPage() {
  const t = useText(compareText)
  const search = useSearch({ from: '/shell/model/compare' })
  const navigate = useNavigate({ from: '/model/compare' })
  const selected = useSelected(search)
  usePageTrail({ words: t('title') })
  const change = (next: Partial<typeof search>) => void navigate({ search: (now) => ({ ...now, ...next }) })
  return (
    <Page>
      <PageHeading title={t('title')} />
      <Choices selected={selected} onChange={change} />
      {selected.query === undefined ? (
        <State title={t('begin')} words={t('beginWords')} />
      ) : (
        <Comparison selected={selected} query={selected.query} label={search.label} onChange={change} />
      )}
    </Page>
  )
}

interface ComparisonProps {
  selected: Selected
  query: NonNullable<Selected['query']>
  label: string | undefined
  onChange: (next: { models?: string; label?: string | undefined }) => void
}

function Comparison({ selected, query, label, onChange }: ComparisonProps) {
  const comparison = useQuery({
    ...readList(comparisonEndpoints.compareModels, { query }),
    refetchInterval: ({ state }) => (isUnderWay(state.data) ? pollEvery : false),
  })
  const { data, error } = comparison
  if (error !== null) return <ProblemState problem={error} onRetry={() => void comparison.refetch()} />
  if (data === undefined) return <Bone height={280} />
  const { models, result } = data
  const order = (modelId: string) => [modelId, ...selected.ids.filter((id) => id !== modelId)].join(',')
  return (
    <div className={styles['report']}>
      {models.some(({ run }) => run?.state !== 'ready') && <ModelRuns comparison={data} query={query} />}
      {data.progress !== null && <Counting progress={data.progress} />}
      {result !== null && (
        <>
          <ComparedFigures
            models={models}
            result={result}
            version={selected.versionNumber}
            onFirst={(id) => onChange({ models: order(id) })}
          />
          <ComparedClasses models={models} result={result} onClass={(name) => onChange({ label: name })} />
          <ContrastedImages
            models={models}
            result={result}
            query={query}
            label={label}
            onLabel={(name) => onChange({ label: name })}
          />
        </>
      )}
    </div>
  )
}

/** Whether something goes on that no event tells of. */
function isUnderWay(comparison: ModelComparison | undefined): boolean {
  if (comparison === undefined || comparison.result !== null) return false
  return comparison.progress !== null || comparison.models.some(({ run }) => run !== null && run.state !== 'failed')
}

function Counting({ progress: { done, total } }: { progress: NonNullable<ModelComparison['progress']> }) {
  const t = useText(compareText)
  const words = t('counting', { done, total })
  return (
    <output className={styles['counting']}>
      <span>{words}</span>
      <ProgressBar done={done} total={total} label={words} />
    </output>
  )
}
