import {
  type AnnotatorChoice,
  datasetImportEndpoints,
  type DatasetImport,
  type ImportCreate,
} from '@vermilion/contract/datasets/imports'
import Select from 'antd/es/select'
import { useEffect, useRef } from 'react'
import { call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { useAction } from '#ui/feedback/use-action.ts'
import { text } from './text.ts'
import styles from './transfer.module.css'

const newest = 'newest'
const all = 'all'
const byName = 'name:'

const valueOf = (choice: AnnotatorChoice | null) =>
  choice === null ? newest : choice === 'all' ? all : `${byName}${choice.name}`

function choiceOf(value: string): Pick<ImportCreate, 'annotator'> {
  if (value === newest) return {}
  return { annotator: value === all ? 'all' : { name: value.slice(byName.length) } }
}

/** The annotator whose labels are imported when files have several. A change reads the files again. */
export function AnnotatorField({ run, onBegun }: { run: DatasetImport; onBegun: (importId: string) => void }) {
  const t = useText(text)
  const isGivenUp = useRef(false)
  useEffect(() => {
    isGivenUp.current = false
    return () => void (isGivenUp.current = true)
  }, [])
  const { annotators } = run.findings
  const [isBusy, readAgain] = useAction(async (value: string) => {
    const { source, found } = run
    const body = { source, format: found ?? run.format, dryRun: true, ...choiceOf(value) }
    const started = await call(datasetImportEndpoints.createImport, { params: { datasetId: run.datasetId }, body })
    const stop = (importId: string) => call(datasetImportEndpoints.stopImport, { params: { importId } })
    if (isGivenUp.current) return void (await stop(started.id))
    onBegun(started.id)
    await stop(run.id)
  })
  if (annotators.length < 2 && run.annotator === null) return null
  return (
    <div className={`${styles['field']} stack gap-4`}>
      <span aria-hidden>{t('annotator')}</span>
      <Select<string>
        aria-label={t('annotator')}
        value={valueOf(run.annotator)}
        loading={isBusy}
        disabled={isBusy}
        onChange={(value) => readAgain(value)}
        options={[
          { value: newest, label: t('annotator-newest') },
          { value: all, label: t('annotator-all') },
          ...annotators.map(({ name, images }) => ({
            value: `${byName}${name}`,
            label: t('annotator-one', { name, count: images }),
          })),
        ]}
      />
    </div>
  )
}
