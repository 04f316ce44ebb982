import { type LineageEntry, lineageEndpoints } from '@vermilion/contract/models/lineage'
import type { ConversionKind } from '@vermilion/contract/models/conversions'
import { isInferenceModel, modelEndpoints } from '@vermilion/contract/models'
import type { LoraFamily } from '@vermilion/contract/safetensors/lora-family'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatMeasure } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { QueryState } from '#ui/feedback/states.tsx'
import { Status } from '#ui/feedback/status.tsx'
import { Ago } from '#ui/moment.tsx'
import { conversionKindText } from '../convert/kind-text.ts'
import { loraText } from '../lora/text.ts'
import { measureText } from '#ui/measure/measure-text.ts'
import { DatasetLink, DeviceLink, ModelLink, SpaceLink, TaskLink } from '#ui/page/thing-links.tsx'
import { PartDescription } from '../report/part-description.tsx'
import styles from './lineage.module.css'
import { lineageText } from './text.ts'

export function ModelLineage({ modelId }: { modelId: string }) {
  const t = useText(lineageText)
  const lineage = useQuery(read(lineageEndpoints.modelLineage, { params: { modelId } }))
  const { data: model } = useQuery(read(modelEndpoints.getModel, { params: { modelId } }))
  if (lineage.error !== null || lineage.data === undefined) return <QueryState query={lineage} height={120} />
  const { from, to } = lineage.data
  const isRunnable = model !== undefined && isInferenceModel(model)
  return (
    <div className={`${styles['lineage']} grid gap-12`}>
      <Entries title={t('from')} entries={from} modelId={modelId} none={t('elsewhere')} />
      <Entries title={t('to')} entries={to} modelId={modelId} none={t(isRunnable ? 'notRun' : 'nothing')} />
    </div>
  )
}

interface EntriesProps {
  title: string
  entries: readonly LineageEntry[]
  modelId: string
  none: string
}

function Entries({ title, entries, modelId, none }: EntriesProps) {
  const t = useText(lineageText)
  return (
    <section aria-label={title}>
      <h3 className="faint margin-bottom-4 weight-500">{title}</h3>
      {entries.length === 0 && <p>{none}</p>}
      <ul>
        {entries.map((entry, at) => (
          <li
            className="grid gap-4-12 padding-6-0 border-bottom"
            style={{ gridTemplateColumns: '110px minmax(0, 1fr) auto' }}
            key={`${entry.relation} ${entry.id ?? at}`}
          >
            <span className="text-tertiary">{t(entry.relation)}</span>
            <span className={`${styles['name']} flex wrap gap-2-10 align-baseline`}>
              <EntryLink entry={entry} />
              {entry.id === null && entry.kind !== 'none' && <Status tone="neutral">{t('deleted')}</Status>}
              <Detail entry={entry} modelId={modelId} />
            </span>
            {entry.at !== null && <Ago time={entry.at} />}
          </li>
        ))}
      </ul>
    </section>
  )
}

const links: Partial<
  Record<LineageEntry['kind'], (entry: { id: string; within: string | null; text: ReactNode }) => ReactNode>
> = {
  dataset: ({ id, text: message }) => <DatasetLink id={id}>{message}</DatasetLink>,
  space: ({ id, text: message }) => <SpaceLink id={id}>{message}</SpaceLink>,
  task: ({ id, text: message }) => <TaskLink id={id}>{message}</TaskLink>,
  model: ({ id, text: message }) => <ModelLink id={id}>{message}</ModelLink>,
  generation: ({ id, within, text: message }) => (
    <Link to="/space/list/file/$id/generations/$generationId" params={{ id: within ?? '', generationId: id }}>
      {message}
    </Link>
  ),
  device: ({ id, text: message }) => <DeviceLink id={id}>{message}</DeviceLink>,
  rollout: ({ id, text: message }) => (
    <Link to="/board/rollouts/rollout/$id" params={{ id }}>
      {message}
    </Link>
  ),
}

function EntryLink({ entry: { relation, kind, id, within, name } }: { entry: LineageEntry }) {
  const t = useText(loraText)
  const link = links[kind]
  const message = relation === 'base' ? t(`family-${name as LoraFamily}`) : name
  return id === null || link === undefined ? <b>{message}</b> : link({ id, within, text: message })
}

function Detail({ entry: { relation, detail, measured }, modelId }: { entry: LineageEntry; modelId: string }) {
  const t = useText(lineageText)
  const named = useText(measureText)
  const converted = useText(conversionKindText)
  if (relation === 'source' || relation === 'conversion') return <small>{converted(detail as ConversionKind)}</small>
  if (measured === null || measured.images === 0 || measured.figure === 'f1') return <small>{detail}</small>
  const { figure, value, images, part, learned, datasetId, versionId, versionNumber } = measured
  const data =
    versionNumber === null ? t('onNow', { name: detail }) : t('onVersion', { number: versionNumber, name: detail })
  return (
    <small>
      <strong className="text-ink weight-500">{`${named(figure)} ${formatMeasure(value)}`}</strong> {data} ·{' '}
      <PartDescription
        part={part ?? undefined}
        images={images}
        learned={part === null || part === 'train' ? learned : null}
      />{' '}
      {datasetId !== null && versionId !== null && (
        <Link to="/model/compare" search={{ models: modelId, dataset: datasetId, version: versionId }}>
          {t('compare')}
        </Link>
      )}
    </small>
  )
}
