import type { HealthRun } from '@vermilion/contract/monitoring/health'
import { healthCheckOffer } from '@vermilion/contract/monitoring/health-checks'
import { formatNumber } from '#lib/format.ts'
import { localize, useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import { ProgressBar } from '#ui/feedback/progress.tsx'
import { healthText } from './text.ts'

export function RunProgress({ run }: { run: HealthRun }) {
  const t = useText(healthText)
  const language = useSystem((system) => system.lang)
  const { state, repair, checks, current, startedBy: person, error } = run
  const count = { done: formatNumber(run.done, language), total: formatNumber(checks.length, language) }
  if (state === 'failed')
    return (
      <p className="margin-0-0-16 text-error-text" role="alert">
        {t('runBroke', { error: error ?? '' })}
      </p>
    )
  if (state === 'stopped') return <p className="margin-0-0-16 text-error-text">{t('runStopped', count)}</p>
  if (state === 'done') return null
  const doing =
    current === null
      ? t('waiting')
      : t(repair ? 'repairing' : 'checking', { check: localize(healthCheckOffer(current.id).title, language) })
  const isCounting = current !== null && current.unit === 'files' && current.done > 0
  return (
    <div className="grid gap-6 margin-bottom-16">
      <ProgressBar done={run.done} total={checks.length} label={doing} />
      <p className="note flex wrap gap-2-14 tabular">
        <span>{doing}</span>
        {isCounting && <span>{t('files', { count: current.done })}</span>}
        <span>{t('progress', count)}</span>
        <span>{person === null ? t('startedItself') : t('startedBy', { person })}</span>
      </p>
    </div>
  )
}
