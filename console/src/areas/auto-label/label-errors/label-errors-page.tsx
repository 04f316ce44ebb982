import { autoLabelEndpoints } from '@vermilion/contract/auto-label'
import { type Dataset, datasetEndpoints } from '@vermilion/contract/datasets'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import Button from 'antd/es/button'
import { useText } from '#lib/i18n.ts'
import { lazyPart } from '#lib/loading/lazy-part.tsx'
import { read } from '#lib/query.ts'
import { PartialStrip, QueryState, State } from '#ui/feedback/states.tsx'
import { ThingGate } from '#ui/page/detail-page.tsx'
import { usePageActions } from '#ui/page/page-actions.ts'
import { Page, PageHeading } from '#ui/page/page.tsx'
import { RankedImages } from './ranked-images.tsx'
import { RankingHead } from './ranking-head.tsx'
import { text } from './text.ts'

const RankingForm = lazyPart(async () => (await import('./ranking-form.tsx')).RankingForm)

const from = '/shell/data-set/list/file/$id/label-errors'
const maxRankings = 50

export function LabelErrorsPage() {
  const t = useText(text)
  const { id: datasetId } = useParams({ from })
  const dataset = useQuery(read(datasetEndpoints.getDataset, { params: { datasetId } }))
  return (
    <ThingGate
      source={dataset}
      nameOf={({ name }) => name}
      below={{ to: `/data-set/list/file/${datasetId}`, text: t('title') }}
      back={<Link to="/data-set/list">{t('toDatasets')}</Link>}
    >
      {(loaded) => <Rankings key={loaded.id} dataset={loaded} />}
    </ThingGate>
  )
}

function Rankings({ dataset }: { dataset: Dataset }) {
  const t = useText(text)
  const search = useSearch({ from })
  const navigate = useNavigate({ from: '/data-set/list/file/$id/label-errors' })
  const query = { limit: maxRankings }
  const rankings = useQuery(
    read(autoLabelEndpoints.listLabelErrorRankings, { params: { datasetId: dataset.id }, query }),
  )
  const items = rankings.data?.items
  const ranking = items?.find(({ id }) => id === search.ranking) ?? items?.[0]
  const hasLabels = dataset.labeledCount > 0
  const open = () => void navigate({ search: (now) => ({ ...now, create: true }), replace: true })
  const show = (id: string | undefined) =>
    void navigate({ search: id === undefined ? {} : { ranking: id }, replace: true })
  usePageActions(hasLabels ? [{ key: 'find', text: t('find'), run: open }] : [])
  const find = (
    <Button
      type={items?.length === 0 ? 'primary' : 'default'}
      disabled={!hasLabels}
      title={hasLabels ? undefined : t('noLabels')}
      onClick={open}
    >
      {t('find')}
    </Button>
  )
  return (
    <Page>
      <PageHeading title={t('titleOf', { name: dataset.name })}>{items?.length === 0 ? null : find}</PageHeading>
      {items === undefined && <QueryState query={rankings} height={320} failure={t('failedToGet')} />}
      {items !== undefined && rankings.error !== null && (
        <PartialStrip problem={rankings.error} onRetry={() => void rankings.refetch()} />
      )}
      {items?.length === 0 && (
        <State title={t('empty')} text={hasLabels ? t('emptyWords') : t('noLabels')}>
          {find}
        </State>
      )}
      {items !== undefined && ranking !== undefined && (
        <>
          <RankingHead rankings={items} ranking={ranking} onShow={show} />
          <RankedImages key={ranking.id} dataset={dataset} ranking={ranking} />
        </>
      )}
      {search.create === true && hasLabels && (
        <RankingForm
          dataset={dataset}
          onClose={() => void navigate({ search: (now) => ({ ...now, create: undefined }), replace: true })}
          onStarted={show}
        />
      )}
    </Page>
  )
}
