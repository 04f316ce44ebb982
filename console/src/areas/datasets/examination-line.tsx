import { datasetSourceEndpoints } from '@vermilion/contract/datasets/sources'
import { useQuery } from '@tanstack/react-query'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { text } from './text.ts'

/** Milliseconds between polls. */
const interval = 3_000

export function ExaminationLine({ datasetId }: { datasetId: string }) {
  const t = useText(text)
  const { data: { waiting } = { waiting: 0 } } = useQuery({
    ...read(datasetSourceEndpoints.getExamination, { params: { datasetId } }),
    refetchInterval: ({ state }) => ((state.data?.waiting ?? 0) > 0 ? interval : false),
  })
  if (waiting === 0) return null
  return (
    <output className="faint" title={t('examiningWords')}>
      {t('examining', { count: waiting })}
    </output>
  )
}
