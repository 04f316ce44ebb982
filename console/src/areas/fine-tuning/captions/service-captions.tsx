import { type CaptionRun, captionRunEndpoints } from '@vermilion/contract/fine-tunings/caption-runs'
import { say } from '@vermilion/contract/kernel/text'
import { serviceEndpoints } from '@vermilion/contract/services'
import { useQuery } from '@tanstack/react-query'
import Button from 'antd/es/button'
import { type ReactNode, useEffect, useState } from 'react'
import { call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { read, refresh } from '#lib/query.ts'
import { useSystem } from '#lib/system.ts'
import { ProgressBar } from '#ui/feedback/progress.tsx'
import { attempt } from '#ui/feedback/use-action.ts'
import styles from './captions.module.css'
import { ServiceCaptionsDialog } from './service-captions-dialog.tsx'
import { serviceCaptionText } from './service-text.ts'

/** Milliseconds between polls of a captioning under way. */
const pollEvery = 1_000

interface ServiceCaptionsProps {
  spaceId: string
  folder: string
  count: number
  selected: readonly string[]
  children: ReactNode
}

export function ServiceCaptions({ children, ...props }: ServiceCaptionsProps) {
  const { spaceId } = props
  const t = useText(serviceCaptionText)
  const [isOpen, setOpen] = useState(false)
  const { data: services } = useQuery(read(serviceEndpoints.listServices, {}))
  const { data: run } = useQuery({
    ...read(captionRunEndpoints.lastCaptionRun, { params: { spaceId } }),
    refetchInterval: ({ state: { data } }) => (isUnderWay(data) ? pollEvery : false),
  })
  const isBusy = isUnderWay(run)
  const written = run?.written ?? 0
  // Captions may have been written meanwhile.
  useEffect(() => {
    if (written > 0 || !isBusy) void refresh('/spaces/:spaceId/captions')
  }, [written, isBusy])
  return (
    <div className="wrapping-row gap-8-14">
      {run !== null && run !== undefined && <RunState run={run} />}
      {children}
      <Button disabled={isBusy || services === undefined} onClick={() => setOpen(true)}>
        {t('open')}
      </Button>
      {isOpen && <ServiceCaptionsDialog {...props} services={services ?? []} onClose={() => setOpen(false)} />}
    </div>
  )
}

const isUnderWay = (run: CaptionRun | null | undefined) => run !== null && run !== undefined && run.endedAt === null

function RunState({ run }: { run: CaptionRun }) {
  const t = useText(serviceCaptionText)
  const language = useSystem((system) => system.lang)
  const { id: runId, status, serviceName: service, done, total, written, failed, error } = run
  const stop = () =>
    attempt(async () => {
      await call(captionRunEndpoints.stopCaptionRun, { params: { runId } })
      await refresh('/spaces')
    }, t('stopFailed'))
  return (
    <output className={`${styles['run']} wrapping-row note`} data-failed={status === 'failed'}>
      <span>
        {t(`status-${status}`, { service })} · {t('counts', { done, total, written, failed })}
        {error !== null && ` · ${say(error, language)}`}
      </span>
      {isUnderWay(run) && (
        <>
          <ProgressBar
            done={done}
            total={status === 'queuing' ? 0 : total}
            label={t(`status-${status}`, { service })}
          />
          <Button size="small" onClick={() => void stop()}>
            {t('stop')}
          </Button>
        </>
      )}
    </output>
  )
}
