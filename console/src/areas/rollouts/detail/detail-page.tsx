import { type Rollout, rolloutEndpoints, type RolloutRecord, type RolloutStatus } from '@vermilion/contract/rollouts'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { localize, useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { useSystem } from '#lib/system.ts'
import { ThingGate } from '#ui/page/detail-page.tsx'
import { usePageActions } from '#ui/page/page-actions.ts'
import { Page, PageHeading } from '#ui/page/page.tsx'
import { useRolloutActions, type ActionKey, type RolloutAction } from '../rollout-actions.ts'
import styles from '../rollouts.module.css'
import { RolloutMark, rolloutTones } from '../statuses.tsx'
import { text } from '../text.ts'
import { ProgressBar } from '#ui/feedback/progress.tsx'
import { Ago, Time } from '#ui/moment.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import Button from 'antd/es/button'
import { RowMenu } from '#ui/menu/row-menu.tsx'
import { RolloutDevices } from './rollout-devices.tsx'
import { RolloutOverview } from './rollout-overview.tsx'
import Drawer from 'antd/es/drawer'
import { Bone, ProblemState, State } from '#ui/feedback/states.tsx'
import { useFocusBack } from '#ui/keyboard/restore-focus.ts'

export function RolloutDetailPage() {
  const t = useText(text)
  const { id: rolloutId } = useParams({ from: '/shell/board/rollouts/rollout/$id' })
  const rollout = useQuery(read(rolloutEndpoints.getRollout, { params: { rolloutId } }))
  return (
    <ThingGate
      source={rollout}
      nameOf={({ name }) => name}
      above={{ to: '/board/rollouts', text: t('title') }}
      back={<Link to="/board/rollouts">{t('toRollouts')}</Link>}
    >
      {(loadedRollout) => <RolloutDetail rollout={loadedRollout} />}
    </ThingGate>
  )
}

function RolloutDetail({ rollout }: { rollout: Rollout }) {
  const t = useText(text)
  const language = useSystem((system) => system.lang)
  const search = useSearch({ from: '/shell/board/rollouts/rollout/$id' })
  const navigate = useNavigate({ from: '/board/rollouts/rollout/$id' })
  const actions = useRolloutActions(() => void navigate({ to: '/board/rollouts' }))(rollout)
  usePageActions(actions.filter(({ key }) => key !== 'delete'))
  const showLog = (log: string | undefined) => void navigate({ search: (now) => ({ ...now, log }), replace: true })
  return (
    <Page>
      <div className={styles['sheet']}>
        <PageHeading title={rollout.name} note={<RolloutMark status={rollout.status} />}>
          <RolloutButtons rollout={rollout} actions={actions} />
        </PageHeading>
        {rollout.reason !== null && (
          <output className="block text-warning-text" style={{ margin: '-4px 0 16px' }}>
            {localize(rollout.reason, language)}
          </output>
        )}
        <RolloutOverview rollout={rollout} />
        <section className="margin-top-24" aria-label={t('phases')}>
          <h2 className="title margin-bottom-10">{t('phases')}</h2>
          <Phases rollout={rollout} />
        </section>
        <section className="margin-top-24" aria-label={t('devices')}>
          <h2 className="title margin-bottom-10">{t('devices')}</h2>
          <RolloutDevices rollout={rollout} onLog={showLog} />
        </section>
        <section className="margin-top-24" aria-label={t('records')}>
          <h2 className="title margin-bottom-10">{t('records')}</h2>
          <Records rollout={rollout} />
        </section>
      </div>
      {search.log !== undefined && (
        <LogDrawer rolloutId={rollout.id} deviceId={search.log} onClose={() => showLog(undefined)} />
      )}
    </Page>
  )
}

function Phases({ rollout: { phases, phase: current, status, waitsUntil } }: { rollout: Rollout }) {
  const t = useText(text)
  const isUnderWay = status === 'running' || status === 'paused'
  const offset = phases[0]?.isCanary === true ? 0 : 1
  return (
    <ol className={`${styles['phases']} grid gap-12 margin-bottom-20`}>
      {phases.map(({ isCanary, devices, ended, failed, doneAt }, index) => {
        const name = isCanary ? t('canary') : t('phase', { number: index + offset })
        return (
          <li
            className="stack gap-6 padding-12-14 border radius-8 ground-panel"
            key={index}
            aria-current={isUnderWay && index === current && doneAt === null ? 'step' : undefined}
          >
            <strong>{name}</strong>
            <ProgressBar done={ended} total={devices} failed={failed} label={`${t('progress')} ${name}`} />
            <small className="text-secondary">
              {t('ofDevices', { done: ended, count: devices })}
              {failed > 0 && ` · ${t('failures', { count: failed })}`}
            </small>
            {index === current && waitsUntil !== null && (
              <small className="text-secondary">
                <Ago time={waitsUntil} />
              </small>
            )}
          </li>
        )
      })}
    </ol>
  )
}

const forward: readonly ActionKey[] = ['start', 'resume', 'retry']

interface RolloutButtonsProps {
  rollout: Rollout
  actions: readonly RolloutAction[]
}

function RolloutButtons({ rollout: { name, artifactId, modelId, endedAt }, actions }: RolloutButtonsProps) {
  const t = useText(text)
  const navigate = useNavigate()
  const main = actions.find(({ key }) => forward.includes(key))
  const pause = actions.find(({ key }) => key === 'pause')
  const again = {
    key: 'again',
    text: t('rollOutAgain'),
    run: () => void navigate({ to: '/board/rollouts', search: { create: true, artifact: artifactId } }),
  }
  // Each deployment builds the model's package anew.
  const canGoAgain = endedAt !== null && modelId === null
  const first = main ?? (canGoAgain ? again : undefined)
  const rest = actions.filter((action) => action !== main && action !== pause)
  return (
    <span className="wrapping-row gap-8">
      {pause !== undefined && <Button onClick={() => pause.run()}>{pause.text}</Button>}
      {first !== undefined && (
        <Button type="primary" onClick={() => first.run()}>
          {first.text}
        </Button>
      )}
      <RowMenu label={t('actions', { name })} actions={canGoAgain && first !== again ? [again, ...rest] : rest} />
    </span>
  )
}

interface LogDrawerProps {
  rolloutId: string
  deviceId: string
  onClose: () => void
}

function LogDrawer({ rolloutId, deviceId, onClose }: LogDrawerProps) {
  const t = useText(text)
  useFocusBack()
  const log = useQuery(read(rolloutEndpoints.rolloutLog, { params: { rolloutId, deviceId } }))
  return (
    <Drawer open title={t('log')} size={680} onClose={onClose}>
      {log.error !== null && (
        <ProblemState problem={log.error} failure={t('logFailed')} onRetry={() => void log.refetch()} />
      )}
      {log.isPending && <Bone height={180} />}
      {log.data?.length === 0 && <State title={t('logEmpty')} />}
      <pre
        className={`${styles['log']} margin-0 white-space-pre-wrap break-anywhere font-13`}
        role="log"
        aria-label={t('log')}
      >
        {log.data?.map(({ at, text: line }, index) => (
          <div key={index}>
            <Time time={at} />
            {line}
          </div>
        ))}
      </pre>
    </Drawer>
  )
}

const message = {
  created: 'recordCreated',
  started: 'recordStarted',
  paused: 'recordPaused',
  resumed: 'recordResumed',
  aborted: 'recordAborted',
  'rolled-back': 'recordRolledBack',
  retried: 'recordRetried',
  ended: 'recordEnded',
} as const satisfies Record<RolloutRecord['action'], keyof typeof text.en>

function Records({ rollout }: { rollout: Rollout }) {
  const t = useText(text)
  const records = useQuery(read(rolloutEndpoints.listRolloutRecords, { params: { rolloutId: rollout.id } }))
  return (
    <DataTable
      label={t('records')}
      columns={useColumns()}
      rows={records.data}
      rowKey={({ at, action }) => `${at} ${action}`}
      problem={records.error}
      onRetry={() => void records.refetch()}
      empty={<State title={t('logEmpty')} />}
    />
  )
}

/** The record of an end names the final status. */
const isEnd = (record: RolloutRecord): record is RolloutRecord & { detail: RolloutStatus } =>
  record.action === 'ended' && record.detail in rolloutTones

function useColumns(): Column<RolloutRecord>[] {
  const t = useText(text)
  return [
    { key: 'action', title: t('recordAction'), width: 160, cell: ({ action }) => t(message[action]) },
    { key: 'detail', title: t('recordDetail'), cell: (record) => (isEnd(record) ? t(record.detail) : record.detail) },
    { key: 'account', title: t('recordAccount'), width: 160, cell: ({ account }) => account ?? t('itself') },
    { key: 'at', title: t('recordTime'), width: 190, cell: ({ at }) => <Time time={at} /> },
  ]
}
