import { datasetEndpoints } from '@vermilion/contract/datasets'
import { likenessEndpoints } from '@vermilion/contract/image-search/likeness'
import { useQuery } from '@tanstack/react-query'
import Button from 'antd/es/button'
import { call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { read, refresh } from '#lib/query.ts'
import { offerUndo } from '#ui/feedback/undo.tsx'
import { useAction } from '#ui/feedback/use-action.ts'
import { leakageText } from './leakage-text.ts'

/** Milliseconds between polls. */
const pollEvery = 1_000
const touched = ['/datasets', '/items', '/likeness']

/** Before a training: how many images it would be judged on look like images that it learns from. */
export function LeakageNote({ datasetId }: { datasetId: string }) {
  const t = useText(leakageText)
  const params = { datasetId }
  const likeness = useQuery({
    ...read(likenessEndpoints.getLikeness, { params }),
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && (data.isIndexing || data.progress !== null) ? pollEvery : false,
  }).data
  const leakage = useQuery(read(likenessEndpoints.getLeakage, { params })).data
  const isUnderWay = likeness !== undefined && (likeness.isIndexing || likeness.progress !== null)
  const [isMending, mend] = useAction(async () => {
    const { items, undoIds } = await call(likenessEndpoints.mendLeakage, { params })
    await refresh(...touched)
    offerUndo(t('mended', { count: items }), async () => {
      for (const undoId of undoIds) await call(datasetEndpoints.undoItemChange, { params: { undoId } })
      await refresh(...touched)
    })
  }, t('mendFailed'))
  const [isStarting, compare] = useAction(async () => {
    await call(likenessEndpoints.compareImages, { params })
    await refresh('/likeness')
  }, t('compareFailed'))
  if (leakage === undefined || (leakage.groups === 0 && leakage.isCompared)) return null
  return (
    <output
      className={`block padding-10-14 radius-8 margin-bottom-16 ${leakage.groups > 0 ? 'border-warning' : 'border'}`}
    >
      {leakage.groups > 0 && <strong>{t('title')}</strong>}
      {leakage.validation > 0 && <p>{t('validation', { count: leakage.validation })}</p>}
      {leakage.test > 0 && <p>{t('test', { count: leakage.test })}</p>}
      {leakage.groups > 0 && <p className="text-secondary">{t('mendHint')}</p>}
      {!leakage.isCompared && <p className="text-secondary">{t(isUnderWay ? 'comparing' : 'onlyEqual')}</p>}
      <p className="wrapping-row gap-8-16 margin-top-8">
        {leakage.groups > 0 && (
          <Button size="small" loading={isMending} onClick={() => mend()}>
            {t('mend')}
          </Button>
        )}
        {!leakage.isCompared && !isUnderWay && (
          <Button size="small" loading={isStarting} onClick={() => compare()}>
            {t('compare')}
          </Button>
        )}
      </p>
    </output>
  )
}
