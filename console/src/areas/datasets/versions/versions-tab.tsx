import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { type Dataset, datasetEndpoints } from '@vermilion/contract/datasets'
import { type DatasetVersion } from '@vermilion/contract/datasets/versions'
import { maximumPageSize } from '@vermilion/contract/kernel/page'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import Button from 'antd/es/button'
import Select from 'antd/es/select'
import { useState } from 'react'
import { formatNumber } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { useSystem } from '#lib/system.ts'
import { PartialStrip, State } from '#ui/feedback/states.tsx'
import { text } from './text.ts'
import { VersionDiff } from './version-diff.tsx'
import { VersionTable } from './version-table.tsx'
import styles from './versions.module.css'
import { CreateVersion } from './create-version.tsx'

/** Milliseconds between polls of a version being made. */
const pollInterval = 1_000

export function VersionsTab({ dataset }: { dataset: Dataset }) {
  const t = useText(text)
  const { version, with: other } = useSearch({ from: '/shell/data-set/list/file/$id' })
  const navigate = useNavigate({ from: '/data-set/list/file/$id' })
  const language = useSystem((system) => system.lang)
  const [creating, setCreating] = useState(false)
  const query = { limit: maximumPageSize }
  const versionsQuery = useQuery({
    ...read(datasetEndpoints.listVersions, { params: { datasetId: dataset.id }, query }),
    refetchInterval: ({ state }) =>
      state.data?.items.some(({ status }) => status === 'processing') === true ? pollInterval : false,
  })
  const versions = versionsQuery.data?.items
  const ready = versions?.filter(({ status }) => status === 'success') ?? []
  const [base, after] = compared(ready, version, other)
  const compare = (changes: { version?: string; with?: string }) =>
    void navigate({
      search: (now) => ({ ...now, version: base?.id, with: after?.id, ...changes }),
      replace: true,
    })
  const holdings = {
    images: formatNumber(dataset.fileCount, language),
    labeled: formatNumber(dataset.labeledCount, language),
    classes: formatNumber(dataset.labels.length, language),
  }
  const create = (
    <Button icon={<PlusOutlined aria-hidden />} onClick={() => setCreating(true)}>
      {t('create')}
    </Button>
  )
  return (
    <div className={`${styles['page']} wide-fit-width wide-max-full-width`}>
      {versions !== undefined && versions.length > 0 && (
        <div className="wrapping-row justify-between margin-bottom-14 text-secondary" style={{ gap: '8px 20px' }}>
          <p>{t('words')}</p>
          {create}
        </div>
      )}
      <VersionTable
        dataset={dataset}
        versions={versions}
        problem={versionsQuery.error}
        onRetry={() => void versionsQuery.refetch()}
        empty={
          <State title={t('empty')} text={`${t('emptyWords')} ${t('holds', holdings)}`}>
            {create}
          </State>
        }
      />
      {[after, base].map((one) => one && <SourceNotice key={one.id} version={one} />)}
      {base !== undefined && after !== undefined && (
        <section className={styles['diff']} aria-label={t('compare')}>
          <div className={`${styles['choice']} wrapping-row gap-8-12 margin-bottom-14`}>
            <h2 className="title margin-right-6 narrow-line-of-its-own">{t('compare')}</h2>
            <VersionSelect
              label={t('before')}
              versions={ready}
              value={base.id}
              onChange={(id) => compare({ version: id })}
            />
            <span aria-hidden>{'→'}</span>
            <VersionSelect
              label={t('after')}
              versions={ready}
              value={after.id}
              onChange={(id) => compare({ with: id })}
            />
          </div>
          <VersionDiff key={`${base.id} ${after.id}`} dataset={dataset} base={base.id} after={after.id} />
        </section>
      )}
      {creating && <CreateVersion dataset={dataset} onClose={() => setCreating(false)} />}
    </div>
  )
}

/** The two versions in the address; else the named or latest one, and its predecessor. */
function compared(ready: readonly DatasetVersion[], version: string | undefined, other: string | undefined) {
  const of = (id: string | undefined) => ready.find((one) => one.id === id)
  const after = of(other) ?? (of(other) === undefined && other === undefined ? (of(version) ?? ready[0]) : ready[0])
  const base = other === undefined ? undefined : of(version)
  return [base ?? ready.find(({ number }) => after !== undefined && number < after.number), after] as const
}

function SourceNotice({ version: { id, number, name } }: { version: DatasetVersion }) {
  const t = useText(text)
  const { data, error, refetch } = useQuery(read(datasetEndpoints.getVersionSource, { params: { versionId: id } }))
  if (error !== null) return <PartialStrip problem={error} onRetry={() => void refetch()} />
  if (data === undefined || data.changed + data.gone === 0) return null
  const { changed, gone, unreadable } = data
  return (
    <p role="note" className="wrapping-row gap-4-10 margin-top-12 padding-10-14 border-warning radius-8">
      <strong>{t('numbered', { number: `${number}`, name })}</strong>
      <span>{t('sourceChanged', { changed, gone })}</span>
      <span>{unreadable === 0 ? t('allReadable') : t('unreadable', { count: unreadable })}</span>
    </p>
  )
}

interface VersionSelectProps {
  label: string
  versions: readonly DatasetVersion[]
  value: string
  onChange: (id: string) => void
}

function VersionSelect({ label, versions, value, onChange }: VersionSelectProps) {
  const t = useText(text)
  return (
    <Select
      aria-label={label}
      value={value}
      onChange={onChange}
      className={`${styles['version']} max-full-width`}
      options={versions.map(({ id, number, name }) => ({
        value: id,
        label: t('numbered', { number: `${number}`, name }),
      }))}
    />
  )
}
