import {
  comparisonEndpoints,
  type ModelComparison,
  type Compared,
  type ComparedModel,
  mainFigure,
} from '@vermilion/contract/models/comparisons'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { Bone, PartialStrip, ProblemState } from '#ui/feedback/states.tsx'
import { ProgressBar } from '#ui/feedback/progress.tsx'
import { useRef } from 'react'
import { usePageTrail } from '#ui/page/breadcrumb.ts'
import { Page, PageHeading, Panel } from '#ui/page/page.tsx'
import { Candidates } from './candidates.tsx'
import { Choices } from './choices.tsx'
import { formatNumber, unknownValue } from '#lib/format.ts'
import { useSystem } from '#lib/system.ts'
import { text } from '../report/text.ts'
import { IntervalBar } from './interval-bar.tsx'
import { ComparedFigures, nameOf } from './compared-figures.tsx'
import { ContrastedImages } from './contrasted-images.tsx'
import { ModelRuns } from './model-runs.tsx'
import styles from './compare.module.css'
import { compareText } from './text.ts'
import { type Selected, useSelected } from './use-selected.ts'

/** Milliseconds between polls of the progress. */
const pollEvery = 1_000

export function CompareModelsPage() {
  const t = useText(compareText)
  const search = useSearch({ from: '/shell/model/compare' })
  const navigate = useNavigate({ from: '/model/compare' })
  const selected = useSelected(search)
  usePageTrail({ text: t('title') })
  const change = (next: Partial<typeof search>) =>
    void navigate({ search: (now) => ({ ...now, ...next }), resetScroll: false })
  return (
    <Page>
      <PageHeading title={t('title')} />
      <Choices selected={selected} onChange={change} />
      {selected.query === undefined && selected.problem !== null ? (
        <ProblemState problem={selected.problem} onRetry={selected.retry} />
      ) : selected.query === undefined ? (
        <Candidates
          ids={selected.ids}
          datasetId={selected.datasetId}
          onModel={(id) => change({ models: [...selected.ids, id].join(',') })}
        />
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
    ...read(comparisonEndpoints.compareModels, { query }),
    refetchInterval: ({ state }) => (state.error === null && isUnderWay(state.data) ? pollEvery : false),
  })
  const t = useText(compareText)
  const images = useRef<HTMLElement>(null)
  const { data, error } = comparison
  const retry = () => void comparison.refetch()
  if (data === undefined)
    return error === null ? <Bone height={280} /> : <ProblemState problem={error} onRetry={retry} />
  const { models, result } = data
  const order = (modelId: string) => [modelId, ...selected.ids.filter((id) => id !== modelId)].join(',')
  const toImages = (name: string) => {
    onChange({ label: name })
    images.current?.focus({ preventScroll: true })
    images.current?.scrollIntoView({ block: 'start' })
  }
  // When the comparison itself failed there is nothing below; any other result stays visible.
  const hasFailed = error !== null && data.progress !== null
  return (
    <div className="stack gap-20" style={{ paddingBottom: 32 }}>
      {error !== null && !hasFailed && <PartialStrip problem={error} onRetry={retry} />}
      {hasFailed && <ProblemState problem={error} onRetry={retry} />}
      {models.some(({ run }) => run?.state !== 'ready') && <ModelRuns comparison={data} query={query} />}
      {error === null && data.progress !== null && <Counting progress={data.progress} />}
      {result !== null && (
        <>
          <ComparedFigures
            models={models}
            result={result}
            version={selected.versionNumber}
            onFirst={(id) => onChange({ models: order(id) })}
          />
          <ComparedClasses models={models} result={result} onClass={toImages} />
          <section ref={images} className={styles['target']} aria-label={t('images')} tabIndex={-1}>
            <ContrastedImages
              models={models}
              result={result}
              query={query}
              label={label}
              onLabel={(name) => onChange({ label: name })}
            />
          </section>
        </>
      )}
    </div>
  )
}

function isUnderWay(comparison: ModelComparison | undefined): boolean {
  if (comparison === undefined || comparison.result !== null) return false
  return comparison.progress !== null || comparison.models.some(({ run }) => run !== null && run.state !== 'failed')
}

function Counting({ progress: { done, total } }: { progress: NonNullable<ModelComparison['progress']> }) {
  const t = useText(compareText)
  const message = t('counting', { done, total })
  return (
    <output className="stack gap-6" style={{ maxWidth: 420 }}>
      <span>{message}</span>
      <ProgressBar done={done} total={total} label={message} />
    </output>
  )
}

interface ComparedClassesProps {
  models: readonly ComparedModel[]
  result: Compared
  onClass: (label: string) => void
}

function ComparedClasses({ models, result, onClass }: ComparedClassesProps) {
  const t = useText(compareText)
  const named = useText(text)
  const language = useSystem((system) => system.lang)
  const figure = named(`${mainFigure[result.labelType]}OfLabel`)
  const classes = result.classes.toSorted((a, b) => b.instances - a.instances)
  return (
    <Panel title={t('perClass')}>
      <p className={`${styles['note']} faint`}>{t('classNote', { figure })}</p>
      <div className="scroll-x">
        <table className={`${styles['table']} full-width border-spacing-0 font-13 tabular`} aria-label={t('perClass')}>
          <thead>
            <tr>
              <th className="text-tertiary" scope="col">
                {t('class')}
              </th>
              <th className="text-tertiary" scope="col">
                {t('instances')}
              </th>
              {models.map((model) => (
                <th className="text-tertiary" key={model.modelId} scope="col">
                  {nameOf(model)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {classes.map(({ label, instances, figures, main }) => (
              <tr key={label}>
                <th scope="row">
                  <button
                    className="plain-button text-inherit font-inherit hover-underline"
                    type="button"
                    onClick={() => onClass(label)}
                  >
                    {label}
                  </button>
                </th>
                <td>{formatNumber(instances, language)}</td>
                {models.map(({ modelId }, at) => (
                  <td key={modelId}>
                    {(figures[at] ?? null) === null ? (
                      <span title={t('noLabel')}>{unknownValue}</span>
                    ) : (
                      <IntervalBar figure={main[at]} />
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  )
}
