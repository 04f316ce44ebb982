import type { WorkflowContent } from '@vermilion/contract/generations/workflow-content'
import { workflowEndpoints, type WorkflowServer } from '@vermilion/contract/generations/workflows'
import { serviceEndpoints } from '@vermilion/contract/services'
import { useQuery } from '@tanstack/react-query'
import Button from 'antd/es/button'
import type { ReactNode } from 'react'
import { MissingService } from '#areas/settings'
import { localize, useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { useSystem } from '#lib/system.ts'
import { ProblemState, QueryState } from '#ui/feedback/states.tsx'
import { Status } from '#ui/feedback/status.tsx'
import { MissingParts } from './missing-parts.tsx'
import { slotText } from './slot-text.ts'
import styles from './slots.module.css'

interface ServerCheckProps {
  workflowId: string
  content: WorkflowContent
  onChanged: () => void
}

export function ServerCheck(props: ServerCheckProps) {
  const services = useQuery(read(serviceEndpoints.listServices, {}))
  if (services.error !== null || services.data === undefined) return <QueryState query={services} height={80} />
  if (services.data.some(({ kind }) => kind === 'image-generation')) return <Check {...props} />
  return (
    <section className={`${styles['check']} border-top`}>
      <MissingService kind="image-generation" />
    </section>
  )
}

function Check({ workflowId, content, onChanged }: ServerCheckProps) {
  const t = useText(slotText)
  // No event reports changes of the servers, so earlier results are worthless.
  const { data, error, isFetching, isFetchedAfterMount, refetch } = useQuery({
    ...read(workflowEndpoints.checkWorkflow, { params: { workflowId } }),
    staleTime: 0,
  })
  const servers = isFetchedAfterMount ? data : undefined
  return (
    <section className={`${styles['check']} border-top`} aria-label={t('servers')}>
      <header className="wrapping-row gap-8-14 justify-between margin-bottom-10">
        <h3>{t('servers')}</h3>
        <Button size="small" loading={isFetching} onClick={() => void refetch()}>
          {t('again')}
        </Button>
      </header>
      <div aria-live="polite" aria-busy={isFetching}>
        {servers === undefined && error === null && <Status tone="active">{t('checking')}</Status>}
        {error !== null && <ProblemState problem={error} failure={t('checkFailed')} onRetry={() => void refetch()} />}
        {error === null && servers !== undefined && servers.length > 1 && (
          <p className="note margin-bottom-14">{t('oneIsEnough')}</p>
        )}
        {error === null &&
          servers?.map((server) => (
            <Server key={server.serviceId} server={server}>
              <MissingParts workflowId={workflowId} content={content} missing={server.missing} onChanged={onChanged} />
            </Server>
          ))}
      </div>
    </section>
  )
}

function Server({ server: { name, problem, missing }, children }: { server: WorkflowServer; children: ReactNode }) {
  const t = useText(slotText)
  const language = useSystem((system) => system.lang)
  const [tone, words] =
    problem !== null
      ? (['bad', t('unreachable')] as const)
      : missing.length === 0
        ? (['good', t('complete')] as const)
        : (['warning', t('lacks', { count: missing.length })] as const)
  return (
    <div className={styles['server']}>
      <h4 className="wrapping-row gap-4-12 margin-bottom-6 weight-550">
        {name} <Status tone={tone}>{words}</Status>
      </h4>
      {problem !== null && <p className="note margin-bottom-14">{localize(problem, language)}</p>}
      {missing.length > 0 && children}
    </div>
  )
}
