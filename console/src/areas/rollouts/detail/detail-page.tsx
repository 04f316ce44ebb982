import { type Rollout, rolloutEndpoints } from '@vermilion/contract/rollouts'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { localize, useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { useSystem } from '#lib/system.ts'
import { ThingGate } from '#ui/page/detail-page.tsx'
import { usePageActions } from '#ui/page/page-actions.ts'
import { Page, PageHeading } from '#ui/page/page.tsx'
import { useRolloutActions } from '../rollout-actions.ts'
import styles from '../rollouts.module.css'
import { RolloutMark } from '../statuses.tsx'
import { text } from '../text.ts'
import { Phases } from './phases.tsx'
import { Records } from './records.tsx'
import { RolloutButtons } from './rollout-buttons.tsx'
import { RolloutDevices } from './rollout-devices.tsx'
import { RolloutOverview } from './rollout-overview.tsx'
import { LogDrawer } from './log-drawer.tsx'

export function RolloutDetailPage() {
  const t = useText(text)
  const { id: rolloutId } = useParams({ from: '/shell/board/rollouts/rollout/$id' })
  const rollout = useQuery(read(rolloutEndpoints.getRollout, { params: { rolloutId } }))
  return (
    <ThingGate
      source={rollout}
      nameOf={({ name }) => name}
      above={{ to: '/board/rollouts', words: t('title') }}
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
