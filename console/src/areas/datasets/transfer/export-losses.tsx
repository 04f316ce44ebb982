import { datasetExportEndpoints, type ExportCreate } from '@vermilion/contract/datasets/exports'
import { say } from '@vermilion/contract/kernel/text'
import { useQuery } from '@tanstack/react-query'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { useSystem } from '#lib/system.ts'
import { PartialStrip } from '#ui/feedback/states.tsx'
import { text } from './text.ts'

export function ExportLosses({ datasetId, body }: { datasetId: string; body: ExportCreate }) {
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
