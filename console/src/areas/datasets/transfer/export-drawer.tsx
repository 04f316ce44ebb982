import type { ItemFilter } from '@vermilion/contract/datasets/items'
import { datasetEndpoints } from '@vermilion/contract/datasets'
import { datasetExportEndpoints, type ExportCreate } from '@vermilion/contract/datasets/exports'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import Button from 'antd/es/button'
import Checkbox from 'antd/es/checkbox'
import Drawer from 'antd/es/drawer'
import { useState } from 'react'
import { call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { read, refresh } from '#lib/query.ts'
import { useFocusBack } from '#ui/keyboard/restore-focus.ts'
import { problemWords } from '#ui/feedback/problem.ts'
import { PartialStrip } from '#ui/feedback/states.tsx'
import type { DatasetPartProps } from '../dataset-part.ts'
import { filterOf } from '../images/filter.ts'
import { useChips } from '../images/filter-chips.ts'
import { ContentField, FormatFields } from './export-fields.tsx'
import { say } from '@vermilion/contract/kernel/text'
import { useSystem } from '#lib/system.ts'
import { useAttempt } from '#ui/feedback/use-action.ts'
import { Exports } from './exports.tsx'
import { text } from './text.ts'
import styles from './transfer.module.css'
import { useExportOptions } from './use-export-options.ts'

export interface ExportDrawerProps extends DatasetPartProps {
  versionId?: string
}

export function ExportDrawer({ dataset, versionId, onClose }: ExportDrawerProps) {
  const t = useText(text)
  useFocusBack()
  const params = { datasetId: dataset.id }
  // The filters at the time of opening; later changes of the address do not count.
  const [filtered] = useState(useFiltered({ dataset }))
  const options = useExportOptions({ dataset, versionId, filter: filtered?.filter ?? null })
  const versions = useQuery(read(datasetEndpoints.listVersions, { params, query: { limit: 100 } }))
  const { isBusy, problem, run } = useAttempt(async () => {
    await call(datasetExportEndpoints.createExport, { params, body: options.body })
    await refresh('/datasets/:datasetId/exports')
  })
  return (
    <Drawer open title={t('exportOf', { name: dataset.name })} size={560} onClose={onClose}>
      <div className={`${styles['step']} stack gap-16`}>
        <p>{t('exportWords')}</p>
        <FormatFields dataset={dataset} options={options} />
        <ContentField
          options={options}
          filterWords={filtered?.text ?? null}
          versions={versions.data?.items}
          loading={versions.isPending}
        />
        {versions.error !== null && <PartialStrip problem={versions.error} onRetry={() => void versions.refetch()} />}
        <Checkbox checked={options.images} onChange={({ target }) => options.setImages(target.checked)}>
          {t('withImages')}
        </Checkbox>
        <ExportLosses datasetId={dataset.id} body={options.body} />
        <Button type="primary" className={styles['go'] ?? ''} loading={isBusy} onClick={run}>
          {t('prepare')}
        </Button>
        {problem !== null && (
          <p role="alert" className="text-error">
            {problemWords(problem)}
          </p>
        )}
        <Exports datasetId={dataset.id} />
      </div>
    </Drawer>
  )
}

function useFiltered({ dataset }: Pick<DatasetPartProps, 'dataset'>): { filter: ItemFilter; text: string } | null {
  const search = useSearch({ from: '/shell/data-set/list/file/$id', shouldThrow: false })
  const chips = useChips(search ?? {}, dataset)
  return search === undefined || chips.length === 0
    ? null
    : { filter: filterOf(search), text: chips.map(({ text: message }) => message).join(' · ') }
}

function ExportLosses({ datasetId, body }: { datasetId: string; body: ExportCreate }) {
  const t = useText(text)
  const language = useSystem((system) => system.lang)
  const { data, error, refetch } = useQuery(
    read(datasetExportEndpoints.findExportLosses, { params: { datasetId }, body }),
  )
  if (error !== null) return <PartialStrip problem={error} onRetry={() => void refetch()} />
  if (data === undefined) return <p className="faint">{t('lookingForLosses')}</p>
  const { losses, isComplete, images } = data
  const scope = isComplete ? '' : t('firstImages', { count: images })
  if (losses.length === 0)
    return (
      <output className="faint">
        {t('nothingLost')} {scope}
      </output>
    )
  return (
    <section aria-live="polite" aria-label={t('losses')}>
      <h3 className="heading margin-bottom-6">{t('losses')}</h3>
      <ul className="stack gap-4 padding-left-16 bullets">
        {losses.map((loss) => (
          <li key={loss.reason}>{say(loss.text, language)}</li>
        ))}
      </ul>
      {!isComplete && <p className="faint">{scope}</p>}
    </section>
  )
}
