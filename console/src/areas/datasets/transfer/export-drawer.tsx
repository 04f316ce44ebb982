import type { ItemFilter } from '@vermilion/contract/datasets/items'
import { datasetEndpoints } from '@vermilion/contract/datasets'
import { datasetExportEndpoints, type ExportCreate } from '@vermilion/contract/datasets/exports'
import { type FormatKind, formatKinds, type FormatOffer, formatOffers } from '@vermilion/contract/formats/offers'
import { say } from '@vermilion/contract/kernel/text'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import Button from 'antd/es/button'
import Checkbox from 'antd/es/checkbox'
import Drawer from 'antd/es/drawer'
import Select from 'antd/es/select'
import { type ReactNode, useState } from 'react'
import { call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { read, refresh } from '#lib/query.ts'
import { useSystem } from '#lib/system.ts'
import { useFocusBack } from '#ui/keyboard/restore-focus.ts'
import { problemWords } from '#ui/feedback/problem.ts'
import { PartialStrip } from '#ui/feedback/states.tsx'
import type { DatasetPartProps } from '../dataset-part.ts'
import { filterOf } from '../images/filter.ts'
import { chipsOf } from '../images/filter-words.ts'
import { text as imageText } from '../images/text.ts'
import { Exports } from './exports.tsx'
import { text } from './text.ts'
import styles from './transfer.module.css'

const now = 'now'
const matchingChoice = 'found'

export interface ExportDrawerProps extends DatasetPartProps {
  versionId?: string
}

/** Prepares the dataset, what the filters of its page find, or a version, in a format, and lets it be downloaded. */
// oxlint-disable-next-line max-lines-per-function -- one view, whose parts share what it reads and what was done in it
export function ExportDrawer({ dataset, versionId, onClose }: ExportDrawerProps) {
  const t = useText(text)
  const language = useSystem((system) => system.lang)
  useFocusBack()
  const params = { datasetId: dataset.id }
  // As it was when the drawer opened, whatever becomes of the address below it.
  const [filtered] = useState(useFiltered({ dataset }))
  const [format, setFormat] = useState<FormatKind>(dataset.format)
  const [layout, setLayout] = useState<string>()
  const [geometry, setGeometry] = useState<NonNullable<ExportCreate['geometry']>>('drawn')
  const [images, setImages] = useState(true)
  const [what, setWhat] = useState(versionId ?? (filtered === null ? now : matchingChoice))
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const versions = useQuery(read(datasetEndpoints.listVersions, { params, query: { limit: 100 } }))
  const ready = versions.data?.items.filter(({ status }) => status === 'success') ?? []
  const offer: FormatOffer = formatOffers[format]
  const hasAreas = dataset.labelType === 'semantic-segmentation'
  const prepare = async () => {
    setBusy(true)
    setProblem(null)
    try {
      const body: ExportCreate = {
        format,
        images,
        ...(layout === undefined ? {} : { layout }),
        ...(offer.geometries.includes(geometry) && hasAreas ? { geometry } : {}),
        ...(what === matchingChoice && filtered !== null ? { filter: filtered.filter } : {}),
        ...(what === now || what === matchingChoice ? {} : { versionId: what }),
      }
      await call(datasetExportEndpoints.createExport, { params, body })
      await refresh('/datasets/:datasetId/exports')
    } catch (caught) {
      setProblem(problemWords(caught))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Drawer open title={t('exportOf', { name: dataset.name })} size={560} onClose={onClose}>
      <div className={styles['step']}>
        <p>{t('exportWords')}</p>
        <Field label={t('format')}>
          <Select<FormatKind>
            aria-label={t('format')}
            value={format}
            onChange={(next) => {
              setFormat(next)
              setLayout(undefined)
            }}
            options={formatKinds.map((one) => ({
              value: one,
              label: formatOffers[one].name,
              disabled: !(formatOffers[one].labelTypes as readonly string[]).includes(dataset.labelType),
            }))}
          />
        </Field>
        {offer.layouts.length > 1 && (
          <Field label={t('layout')}>
            <Select<string>
              aria-label={t('layout')}
              value={layout ?? offer.layouts[0]?.id ?? ''}
              onChange={setLayout}
              options={offer.layouts.map(({ id, name }) => ({ value: id, label: say(name, language) }))}
            />
          </Field>
        )}
        {hasAreas && offer.geometries.length > 1 && (
          <Field label={t('geometry')}>
            <Select<typeof geometry>
              aria-label={t('geometry')}
              value={geometry}
              onChange={setGeometry}
              options={offer.geometries.map((one) => ({ value: one, label: t(`geometry-${one}`) }))}
            />
          </Field>
        )}
        <Field label={t('what')}>
          <Select<string>
            aria-label={t('what')}
            // An id says nothing to anybody: until the names are here there is nothing chosen to be seen.
            value={what === now || what === matchingChoice || versions.data !== undefined ? what : ''}
            loading={versions.isPending}
            onChange={setWhat}
            options={[
              { value: now, label: t('asItIsNow') },
              ...(filtered === null
                ? []
                : [{ value: matchingChoice, label: t('whatIsFound', { filters: filtered.words }) }]),
              ...ready.map(({ id, number, name }) => ({
                value: id,
                label: t('numbered', { number: `${number}`, name }),
              })),
            ]}
          />
        </Field>
        {versions.error !== null && <PartialStrip problem={versions.error} onRetry={() => void versions.refetch()} />}
        <Checkbox checked={images} onChange={({ target }) => setImages(target.checked)}>
          {t('withImages')}
        </Checkbox>
        <Button type="primary" className={styles['go'] ?? ''} loading={busy} onClick={() => void prepare()}>
          {t('prepare')}
        </Button>
        {problem !== null && (
          <p role="alert" className={styles['problem']}>
            {problem}
          </p>
        )}
        <Exports datasetId={dataset.id} />
      </div>
    </Drawer>
  )
}

/** What the filters of the dataset's page find, in words; null where none is set, or another page is open. */
function useFiltered({ dataset }: Pick<DatasetPartProps, 'dataset'>): { filter: ItemFilter; words: string } | null {
  const t = useText(imageText)
  const search = useSearch({ from: '/shell/data-set/list/file/$id', shouldThrow: false })
  if (search === undefined) return null
  const chips = chipsOf(search, dataset, t)
  return chips.length === 0 ? null : { filter: filterOf(search), words: chips.map(({ words }) => words).join(' · ') }
}

function Field({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles['field']}>
      <span aria-hidden>{label}</span>
      {children}
    </div>
  )
}
