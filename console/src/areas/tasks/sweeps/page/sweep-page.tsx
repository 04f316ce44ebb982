import { say } from '@vermilion/contract/kernel/text'
import { type Sweep, sweepEndpoints } from '@vermilion/contract/tasks/sweeps/sweeps'
import { taskEndpoints } from '@vermilion/contract/tasks'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import Button from 'antd/es/button'
import { useState } from 'react'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { useSystem } from '#lib/system.ts'
import { Tag } from '#ui/feedback/status.tsx'
import { RowMenu } from '#ui/menu/row-menu.tsx'
import { ThingGate } from '#ui/page/detail-page.tsx'
import { usePageActions } from '#ui/page/page-actions.ts'
import { Page, PageHeading } from '#ui/page/page.tsx'
import { useMetricNames } from '../../metrics/metric-names.ts'
import { SweepMark } from '../sweep-state.tsx'
import { text } from '../text.ts'
import { Importance } from './importance.tsx'
import { ParallelCoordinates } from './parallel-coordinates.tsx'
import { SeedComparison, SeedFigures } from './seed-panels.tsx'
import { askToStopSweep, ContinueSweep, useSweepActions } from './sweep-actions.tsx'
import { SweepConfiguration } from './sweep-configuration.tsx'
import { SweepFigures } from './sweep-figures.tsx'
import { TrialTable } from './trial-table.tsx'

export function SweepPage() {
  const t = useText(text)
  const { id: sweepId } = useParams({ from: '/shell/compute/sweeps/$id' })
  const sweep = useQuery(read(sweepEndpoints.getSweep, { params: { sweepId } }))
  return (
    <ThingGate
      source={sweep}
      nameOf={({ name }) => name}
      above={{ to: '/compute/sweeps', text: t('title') }}
      back={<Link to="/compute/sweeps">{t('toSweeps')}</Link>}
    >
      {(loaded) => <SweepDetail key={loaded.id} sweep={loaded} />}
    </ThingGate>
  )
}

function SweepDetail({ sweep }: { sweep: Sweep }) {
  const t = useText(text)
  const { sort, second } = useSearch({ from: '/shell/compute/sweeps/$id' })
  const navigate = useNavigate({ from: '/compute/sweeps/$id' })
  const { nameAlone } = useMetricNames()
  const [continuing, setContinuing] = useState(false)
  const actions = useSweepActions(sweep)
  const named = {
    nameOf: useParameterNames(sweep.image),
    objective: sweep.metric === null ? t('anyFigure') : nameAlone(sweep.metric),
  }
  const isRepeated = sweep.method === 'seeds'
  const isRunning = sweep.state === 'running'
  const canContinue = sweep.method !== 'grid' || sweep.end !== 'count'
  const main = isRunning
    ? [{ key: 'stop', text: t('stop'), run: () => askToStopSweep(sweep, t) }]
    : canContinue
      ? [{ key: 'continue', text: t('continue'), run: () => setContinuing(true) }]
      : []
  usePageActions([...main, ...actions.filter(({ key }) => key !== 'delete')])
  return (
    <Page>
      <PageHeading
        title={sweep.name}
        note={
          <>
            <SweepMark state={sweep.state} />
            <Tag>{t(sweep.method)}</Tag>
          </>
        }
      >
        {main.map(({ key, text: name, run }) => (
          <Button key={key} danger={isRunning} onClick={run}>
            {name}
          </Button>
        ))}
        <RowMenu label={t('actions', { name: sweep.name })} actions={actions} />
      </PageHeading>
      {sweep.end !== null && (
        <p className="text-secondary margin-bottom-14">{t(`end-${sweep.end}`, { problem: sweep.problem ?? '' })}</p>
      )}
      <div className="grid columns-1 gap-16">
        <SweepFigures sweep={sweep} objective={named.objective} />
        {isRepeated ? (
          <>
            <SeedFigures sweep={sweep} />
            <SeedComparison
              sweep={sweep}
              second={second}
              onSecond={(other) => void navigate({ search: (now) => ({ ...now, second: other }), replace: true })}
            />
          </>
        ) : (
          <>
            <ParallelCoordinates sweep={sweep} {...named} />
            <Importance sweep={sweep} {...named} />
          </>
        )}
        <TrialTable
          sweep={sweep}
          {...named}
          sort={sort}
          onSort={(order) => void navigate({ search: (now) => ({ ...now, sort: order }), replace: true })}
        />
        <SweepConfiguration sweep={sweep} {...named} />
      </div>
      {continuing && !isRunning && <ContinueSweep sweep={sweep} onClose={() => setContinuing(false)} />}
    </Page>
  )
}

/** The image's own words for its parameters, once they are read. */
function useParameterNames(imageName: string) {
  const language = useSystem((system) => system.lang)
  const images = useQuery(read(taskEndpoints.listTrainingImages, {}))
  const parameters = images.data?.find(({ name }) => name === imageName)?.parameters
  return (name: string) => {
    const label = parameters?.[name]?.label
    return label === undefined ? name : say(label, language)
  }
}
